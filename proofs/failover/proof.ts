// Attacks: nothing acknowledged is lost, and nothing is sent twice, when another server takes over.
import { NO_RATE_LIMITS } from '@cardwright/stack/start.ts';
import { type Context, type Counts, type Proof, sizeOf } from '../harness/proof.ts';
import type { Random } from '../harness/random.ts';
import { failoverBugs } from './bugs.ts';
import { checkEnd } from './end.ts';
import { startLoad } from './load.ts';
import { type Kind, kinds } from './losses.ts';
import { type Round, runRound } from './rounds.ts';
import { openWorld } from './world.ts';

/** Commits that one round cancels: as many as a standby can be stopped for before Patroni replaces it. */
const CANCELS_A_ROUND = 200;

/** The bar: our write outage beside the bare writer's, median of all rounds of a full run. */
const LARGEST_RATIO = 1.3;
const FULL_ROUNDS = 40;

/** The bar: acknowledged operations per second, over the whole time of a full run. */
const FEWEST_PER_SECOND = 50;

type Planned = { kind: Kind; cancels: number };

/** The rounds in the order of the seed. The first kills are those with cancelled commits. */
function plan(sizes: Context['sizes'], random: Random): Planned[] {
  const cancels = sizeOf(sizes, 'cancelled');
  const withCancels = Math.ceil(cancels / CANCELS_A_ROUND);
  const times: Record<Kind, number> = {
    cancel: withCancels,
    kill: Math.max(0, sizeOf(sizes, 'kills') - withCancels),
    stop: sizeOf(sizes, 'stops'),
    switchover: sizeOf(sizes, 'switchovers'),
    etcd: sizeOf(sizes, 'etcd'),
  };
  const left = kinds.flatMap((kind) =>
    Array.from({ length: times[kind] }, () => ({ kind, cancels: Math.ceil(cancels / withCancels) })),
  );
  const rounds: Planned[] = [];
  while (left.length > 0) rounds.push(...left.splice(random.integer(0, left.length - 1), 1));
  return rounds;
}

async function run(context: Context): Promise<Counts> {
  const world = await openWorld(context);
  const { load } = world;
  try {
    const planned = plan(context.sizes, context.random.fork('plan'));
    const started = performance.now();
    const before = load.acknowledged.length;
    const offering = startLoad(load, sizeOf(context.sizes, 'rate'));
    const rounds: Round[] = [];
    for (const { kind, cancels } of planned) {
      const round = await runRound(world, kind, cancels);
      rounds.push(round);
      context.progress(rounds.length, planned.length, describe(round));
    }
    await offering.stop();
    const perSecond = (load.acknowledged.length - before) / ((performance.now() - started) / 1_000);
    const ended = sum(rounds.map(({ cancelled, terminated }) => cancelled + terminated));
    if (ended < sizeOf(context.sizes, 'cancelled')) context.violation('too few commits waited', { ended });
    const ratio = median(rounds.map(({ oursMs, bareMs }) => oursMs / bareMs));
    if (rounds.length >= FULL_ROUNDS && ratio > LARGEST_RATIO)
      context.violation('our writes were away for too long', { ratio });
    if (rounds.length >= FULL_ROUNDS && perSecond < FEWEST_PER_SECOND)
      context.violation('the load was too small', { perSecond });
    return {
      ...(await checkEnd(world)),
      acknowledged: load.acknowledged.length,
      perSecond: rounded(perSecond),
      ...load.tally,
      ...outages(rounds),
      ratio: rounded(ratio),
      ended,
      terminated: sum(rounds.map(({ terminated }) => terminated)),
    };
  } finally {
    await world.close();
  }
}

/** Median outages in milliseconds of each kind of loss: the bare writer's, and ours. */
function outages(rounds: readonly Round[]): Counts {
  const counts: Counts = {};
  for (const kind of kinds) {
    const own = rounds.filter((round) => round.kind === kind);
    if (own.length === 0) continue;
    counts[`${kind}BareMs`] = Math.round(median(own.map(({ bareMs }) => bareMs)));
    counts[`${kind}OursMs`] = Math.round(median(own.map(({ oursMs }) => oursMs)));
  }
  return counts;
}

const describe = ({ kind, bareMs, oursMs, cancelled, terminated }: Round) =>
  `rounds: ${kind}, writes away for ${oursMs} ms, a bare writer's for ${bareMs} ms` +
  (kind === 'cancel' ? `; ${cancelled} commits cancelled, ${terminated} terminated` : '');

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
const rounded = (number: number) => Math.round(number * 100) / 100;

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

export const failover: Proof = {
  promise: 'When another database server takes over, nothing acknowledged is lost and nothing is sent twice.',
  sizes: {
    full: { kills: 20, stops: 10, switchovers: 5, etcd: 5, cancelled: 1_000, rate: 55 },
    small: { kills: 1, stops: 1, switchovers: 0, etcd: 0, cancelled: 20, rate: 20 },
  },
  cluster: {},
  stack: {
    workers: 2,
    issuer: true,
    log: 'inherit', // a process that exits unexpectedly logs why
    env: { ...NO_RATE_LIMITS, CARDWRIGHT_LOG_LEVEL: 'fatal', ISSUER_SANDBOX_LOG_LEVEL: 'fatal' },
  },
  run,
  bugs: failoverBugs,
};
