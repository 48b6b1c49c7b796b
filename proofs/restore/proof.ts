// Attacks: after a loss of commits, nothing has a second effect, and no right that was taken away works.
import { type Context, type Counts, type Proof, sizeOf } from '../harness/proof.ts';
import type { RoundCounts } from './again.ts';
import { restoreBugs } from './bugs.ts';
import { runFailovers } from './failovers.ts';
import { runRound } from './round.ts';

async function run(context: Context): Promise<Counts> {
  const [restores, lags, wakings] = [
    sizeOf(context.sizes, 'rounds'),
    sizeOf(context.sizes, 'lags'),
    sizeOf(context.sizes, 'wakings'),
  ];
  const total: RoundCounts = { intents: 0, lost: 0, adopted: 0, orders: 0 };
  let done = 0;
  const onRound = (what: string) => (round: RoundCounts) => {
    total.intents += round.intents;
    total.lost += round.lost;
    total.adopted += round.adopted;
    total.orders += round.orders;
    const counted = `${what}, ${round.lost} of ${round.intents} lost, ${round.adopted} adopted`;
    context.progress(++done, restores + lags + wakings, `rounds: ${counted}`);
  };
  for (let number = 1; number <= restores; number++) onRound('restored')(await runRound(context, number));
  await runFailovers(context, 'lag', lags, onRound('failed over with a lag'));
  await runFailovers(context, 'woken', wakings, onRound('woken'));
  return total;
}

export const restore: Proof = {
  promise:
    'A database that lost commits sends nothing twice, gives back no right that was taken, and proves what it lost.',
  sizes: {
    full: { rounds: 30, lags: 5, wakings: 1, load: 3 },
    small: { rounds: 1, lags: 0, wakings: 0, load: 1 },
  },
  stack: { api: 0, workers: 0, seed: false }, // each round has its own
  run,
  bugs: restoreBugs,
};
