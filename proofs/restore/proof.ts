// Attacks: after a restore to an earlier point, nothing has a second effect, and no right that was taken away works.
import { type Context, type Counts, type Proof, sizeOf } from '../harness/proof.ts';
import { restoreBugs } from './bugs.ts';
import { type RoundCounts, runRound } from './round.ts';

async function run(context: Context): Promise<Counts> {
  const rounds = sizeOf(context.sizes, 'rounds');
  const total: RoundCounts = { intents: 0, lost: 0, adopted: 0, orders: 0 };
  for (let number = 1; number <= rounds; number++) {
    const round = await runRound(context, number);
    total.intents += round.intents;
    total.lost += round.lost;
    total.adopted += round.adopted;
    total.orders += round.orders;
    context.progress(number, rounds, `rounds: ${round.lost} of ${round.intents} lost, ${round.adopted} adopted`);
  }
  return total;
}

export const restore: Proof = {
  promise:
    'A restored database sends nothing twice, gives nothing back that was taken away, and can prove what it lost.',
  sizes: { full: { rounds: 30, load: 3 }, small: { rounds: 1, load: 1 } },
  stack: { api: 0, workers: 0, seed: false }, // each round has its own
  run,
  bugs: restoreBugs,
};
