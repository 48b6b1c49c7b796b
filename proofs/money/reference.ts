// Amounts as written by hand: with digits only, so that nothing is shared with our code.
import type { Random } from '../harness/random.ts';

/** A number of cents or millionths: small, round, next to a round one, or random. */
export function randomCents(random: Random, largest: bigint): bigint {
  const digits = random.integer(1, largest.toString().length);
  let number = BigInt(random.integer(1, 9));
  for (let place = 1; place < digits; place++)
    number = number * 10n + BigInt(random.oneIn(3) ? 0 : random.integer(0, 9));
  if (random.oneIn(4)) number = 10n ** BigInt(digits - 1) + BigInt(random.integer(-1, 1));
  if (number < 1n) return 1n;
  return number > largest ? largest : number;
}

/** Cents as dollars with two decimals. */
export const centsText = (cents: bigint): string => withPoint(cents, 2);

/** Millionths as USDT with six decimals. */
export const microsText = (micros: bigint): string => withPoint(micros, 6);

function withPoint(amount: bigint, places: number): string {
  let digits = String(amount);
  while (digits.length <= places) digits = `0${digits}`;
  return `${digits.slice(0, digits.length - places)}.${digits.slice(digits.length - places)}`;
}
