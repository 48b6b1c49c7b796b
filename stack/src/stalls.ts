// A process that was told to stall: knowing when it does, and letting it go on.
import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CrashPoint } from '@cardwright/server/foundation/crash-points.ts';

const AGAIN_MS = 20;

export type Stall = {
  hasBegun(): boolean;
  /** Lets the process go on; settles once it has. */
  goOn(): Promise<void>;
};

/** Watches a process that was started with `CARDWRIGHT_STALL_AT`. */
export function watchStall(child: ChildProcess, point: CrashPoint): Stall {
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  return {
    hasBegun: () => said.includes(`stall point ${point}`),
    async goOn() {
      // A process says that it stalls just before it does. A signal that comes in between is lost.
      while (!said.includes(`goes on after ${point}`) && child.exitCode === null && child.signalCode === null) {
        child.kill('SIGCONT');
        await sleep(AGAIN_MS);
      }
    },
  };
}
