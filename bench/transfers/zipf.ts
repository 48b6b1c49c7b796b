// Choices by a Zipf distribution with exponent 1: the nth of all is chosen in proportion to 1/n. pgbench knows only
// exponents above 1.
import type { Random } from '@cardwright/proofs/harness/random.ts';

/** Steps between 0 and 1, far finer than the least likely choice of a million. */
const STEPS = 2 ** 31;

/** Chooses one of `count`, from 0. */
export function zipfOf(count: number, random: Random): () => number {
  const sums = new Float64Array(count);
  for (let index = 0, sum = 0; index < count; index++) {
    sum += 1 / (index + 1);
    sums[index] = sum;
  }
  const total = sums[count - 1] ?? 0;
  return () => {
    const wanted = (random.integer(0, STEPS - 1) / STEPS) * total;
    let low = 0;
    for (let high = count - 1; low < high; ) {
      const middle = (low + high) >>> 1;
      if ((sums[middle] ?? 0) < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}
