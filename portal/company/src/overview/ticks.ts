// The ticks of an axis in dollars.

/** Lines across a chart, besides the one at zero: as many as are read without counting. */
const TICKS = 4;

/** From zero past the largest amount in round steps of whole dollars: 1, 2 or 5 times a power of ten. */
export function ticksOf(most: number): number[] {
  const rough = Math.max(most / TICKS, 1);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5].find((times) => times * power >= rough) ?? 10) * power;
  const count = Math.max(Math.ceil(most / step), 1);
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}
