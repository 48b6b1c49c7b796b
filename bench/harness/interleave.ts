// Measures several things side by side, so that drift over time affects all of them alike.
import type { Context } from './bench.ts';

/** Something to measure, as a rate per second. */
export type Slot<Name extends string = string> = { name: Name; run: () => Promise<number> };

/**
 * While a bar is missed, rounds go on until there are this many times as many. A busy disk or host spoils a few rounds
 * out of four and not most of twelve; a slow path misses its bar in all of them.
 */
const MOST_TIMES = 3;

/**
 * Runs the slots forwards and backwards in turn, and goes on while `isClear` is false. Returns the rates of each slot,
 * one per round.
 */
export async function interleave<Name extends string>(
  { progress }: Pick<Context, 'progress'>,
  slots: readonly Slot<Name>[],
  { rounds, unit, isClear }: { rounds: number; unit: string; isClear: (rates: Record<Name, number[]>) => boolean },
): Promise<Record<Name, number[]>> {
  const rates = Object.fromEntries(slots.map(({ name }) => [name, []])) as unknown as Record<Name, number[]>;
  const goesOn = (round: number) => round <= rounds || (round <= rounds * MOST_TIMES && !isClear(rates));
  for (let round = 1; goesOn(round); round++) {
    for (const { name, run } of round % 2 === 1 ? slots : slots.toReversed()) {
      const rate = await run();
      rates[name].push(rate);
      progress(`round ${round}, ${name}: ${Math.round(rate)} ${unit}`);
    }
  }
  return rates;
}
