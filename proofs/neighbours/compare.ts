// The bar: next to a misbehaving neighbour, nothing takes much longer than next to a well-behaved one.

import type { Context } from '../harness/proof.ts';
import type { Times } from './slots.ts';
import { type Kind, kinds } from './steady.ts';

/** The bar: times next to a bad neighbour, as a multiple of those next to a good one. */
const LARGEST_RATIO = 1.5;

/** A difference that two cores shared by nine processes cause on their own, without a queue. */
const SLACK_MS = 60;

/** No pause of a machine changes the median of a slot this much: it fails without a second round. */
const GROSS = { ratio: 4, ms: 1_000 };

/** The median shows what a client sees, the 90th percentile shows queues first. Of thirty times in a slot, the 95th
 * is the second largest: one pause of the machine would decide it. */
const statistics = ['p50', 'p90'] as const;

/** The measurements next to one behaviour, in one round. */
export type Round = { name: string; before: Times; beside: Times; after: Times };

export type Compared = {
  name: string;
  kind: Kind;
  statistic: (typeof statistics)[number];
  ratio: number;
  goodMs: number;
  badMs: number;
};

/**
 * Compares every behaviour with the slots around it. Of several rounds the lower median counts: delays by a neighbour
 * recur in each round, delays by the machine do not.
 */
export function compare(rounds: readonly Round[]): Compared[] {
  const all = rounds.map(({ before }) => before);
  return [...Map.groupBy(rounds, ({ name }) => name)].flatMap(([name, own]) =>
    kinds.flatMap((kind) =>
      statistics.map((statistic) => {
        const usual = medianOf(all.map((times) => times[kind][statistic]));
        const compared = own.map(({ before, beside, after }) => {
          // The slots around it share the state of the machine; the median of all keeps one bad slot from deciding.
          const goodMs = medianOf([before[kind][statistic], after[kind][statistic], usual]);
          const badMs = beside[kind][statistic];
          return { name, kind, statistic, ratio: badMs / goodMs, goodMs, badMs };
        });
        const sorted = compared.toSorted((a, b) => a.ratio - b.ratio);
        return sorted[Math.floor((sorted.length - 1) / 2)] as Compared;
      }),
    ),
  );
}

/** Reports a delay that no second round can make good. */
export function judgeGross({ violation }: Context, { name, before, beside, after }: Round): void {
  for (const kind of kinds) {
    const [goodMs, badMs] = [Math.max(before[kind].p50, after[kind].p50), beside[kind].p50];
    if (badMs > goodMs * GROSS.ratio && badMs > goodMs + GROSS.ms)
      violation(`${name} delays others by far: ${kind}`, { goodMs, badMs });
  }
}

/** Whether a behaviour is beyond the bar. A time that is missing is. */
export const isSlower = ({ goodMs, badMs }: Compared): boolean =>
  !(badMs <= goodMs * LARGEST_RATIO) && !(badMs <= goodMs + SLACK_MS);

/** Reports everything beyond the bar as violations. Returns the largest ratio and its source. */
export function judge({ violation }: Context, compared: readonly Compared[]): { worst: string; ratio: number } {
  for (const each of compared) {
    if (isSlower(each)) violation(`${each.name} delays others: ${each.kind}`, each);
  }
  const [worst] = compared.toSorted((a, b) => b.ratio - a.ratio);
  if (worst === undefined) throw new Error('nothing was compared');
  return { worst: `${worst.name} ${worst.kind} ${worst.statistic}`, ratio: Math.round(worst.ratio * 1_000) / 1_000 };
}

/** The middle one, or the lower of two. */
function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? Number.NaN;
}
