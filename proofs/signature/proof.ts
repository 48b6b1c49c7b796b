// Attacks: a receiver accepts what we just signed for it, byte for byte, and nothing else.
import { runApart } from '../harness/apart.ts';
import { type Context, type Counts, type Proof, sizeOf } from '../harness/proof.ts';
import { signatureBugs } from './bugs.ts';

/** Input of the process that runs the rounds. */
export type Task = { rounds: number };

function run(context: Context): Promise<Counts> {
  const task: Task = { rounds: sizeOf(context.sizes, 'rounds') };
  return runApart(context, { file: new URL('./rounds.ts', import.meta.url), task });
}

export const signature: Proof = {
  promise: 'A receiver accepts what we just signed for it, byte for byte, and nothing else.',
  sizes: { full: { rounds: 100_000 }, small: { rounds: 150 } },
  stack: { api: 0, workers: 0, seed: false },
  run,
  bugs: signatureBugs,
};
