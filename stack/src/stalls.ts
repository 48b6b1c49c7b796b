// Control of a process that stalls on request: detects the stall, and resumes the process.
import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CrashPoint } from '@cardwright/server/foundation/crash-points.ts';

const AGAIN_MS = 20;

export type Stall = {
  hasBegun: () => boolean;
  /** Resumes the process; resolves once it runs. */
  goOn: () => Promise<void>;
};

/** Watches a process that was started with `CARDWRIGHT_STALL_AT`. */
export function watchStall(child: ChildProcess, point: CrashPoint): Stall {
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  return {
    hasBegun: () => said.includes(`stall point ${point}`),
    goOn: async () => {
      // A process announces a stall just before it stalls. A signal in between would be lost.
      while (!said.includes(`goes on after ${point}`) && child.exitCode === null && child.signalCode === null) {
        child.kill('SIGCONT');
        await sleep(AGAIN_MS);
      }
    },
  };
}
