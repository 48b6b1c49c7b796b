// The processes of a program: started, killed, and started again.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Context } from '../harness/proof.ts';

/** How a process ended. */
type Ended<Report> = { isKilled: boolean; report: Report | undefined };

/** A process that neither ends nor is killed by then hangs. */
const PATIENCE_MS = 180_000;

/** Starts a process with a task. The planted bug, if there is one, is in it. */
function start(context: Context, file: string, task: object): ChildProcess {
  const child = fork(new URL(file, import.meta.url), [], { execArgv: [...context.nodeArguments] });
  child.send(task);
  return child;
}

/** Runs a process until it ends, or until it is killed (`kill -9`) after a time. */
export async function runUntilEnd<Report>(
  context: Context,
  { file, task, killAfterMs }: { file: string; task: object; killAfterMs?: number | undefined },
): Promise<Ended<Report>> {
  const child = start(context, file, task);
  let report: Report | undefined;
  child.once('message', (told) => {
    report = told as Report;
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), killAfterMs ?? PATIENCE_MS);
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  clearTimeout(timer);
  if (signal === null && code !== 0) throw new Error(`${file} ended with ${code}`);
  return { isKilled: signal !== null, report };
}
