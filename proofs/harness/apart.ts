// Rounds in a separate process: the attacked code runs there, so that a planted bug is in it from the start.
import { fork } from 'node:child_process';
import type { Context, Counts } from './proof.ts';
import { type Random, randomFrom } from './random.ts';

/** Messages from that process. */
type Told =
  | { progress: [done: number, of: number, what: string] }
  | { violation: string; details: unknown }
  | { counts: Counts };

/** Seeds are drawn below this: any 32 bits would do. */
const SEEDS = 2 ** 31;

/** Runs a file in a separate process with a task, relays its messages, and returns its counts. */
export async function runApart(
  context: Context,
  { file, task, env = {} }: { file: URL; task: object; env?: Record<string, string> },
): Promise<Counts> {
  const child = fork(file, [], { execArgv: [...context.nodeArguments], env: { ...process.env, ...env } });
  let counts: Counts | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      child.on('message', (told: Told) => {
        try {
          if ('progress' in told) context.progress(...told.progress);
          else if ('violation' in told) context.violation(told.violation, told.details);
          else counts = told.counts;
        } catch (error) {
          reject(error); // a planted bug was caught: nothing more to do
        }
      });
      child.once('error', reject);
      child.once('exit', () => resolve());
      child.send({ ...task, seed: context.random.integer(0, SEEDS) });
    });
  } finally {
    child.kill('SIGKILL');
  }
  if (counts === undefined) throw new Error('the process of the rounds ended before it was done');
  return counts;
}

export type Reports = Pick<Context, 'progress' | 'violation'> & { random: Random };

/** In that process: runs the task and reports the result. A failure ends it with a stack trace. */
export function answerTask(work: (task: never, reports: Reports) => Promise<Counts>): void {
  const tell = (told: Told) => process.send?.(told);
  const finish = async (counts: Promise<Counts>) => {
    tell({ counts: await counts });
    process.disconnect();
  };
  process.once('message', (task: { seed: number }) => {
    const reports: Reports = {
      progress: (...progress) => tell({ progress }),
      violation: (violation, details) => tell({ violation, details }),
      random: randomFrom(task.seed),
    };
    void finish(work(task as never, reports));
  });
}
