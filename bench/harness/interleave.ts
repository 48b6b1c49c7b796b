// Measures several things side by side, so that drift over time affects all of them alike.
import type { Context } from './bench.ts';

/** Something to measure, as a rate per second. */
export type Slot<Name extends string = string> = { name: Name; run: () => Promise<number> };

/** Runs the slots forwards and backwards in turn. Returns the rates of each slot, one per round. */
export async function interleave<Name extends string>(
  { progress }: Pick<Context, 'progress'>,
  slots: readonly Slot<Name>[],
  { rounds, unit }: { rounds: number; unit: string },
): Promise<Record<Name, number[]>> {
  const rates = Object.fromEntries(slots.map(({ name }) => [name, []])) as unknown as Record<Name, number[]>;
  for (let round = 1; round <= rounds; round++) {
    for (const { name, run } of round % 2 === 1 ? slots : slots.toReversed()) {
      const rate = await run();
      rates[name].push(rate);
      progress(`round ${round} of ${rounds}, ${name}: ${Math.round(rate)} ${unit}`);
    }
  }
  return rates;
}
