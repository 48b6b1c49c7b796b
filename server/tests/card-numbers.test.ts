import { holdsCardNumber, isCardNumber } from '@cardwright/server/card-numbers.ts';
import { maskCardNumbers } from '@cardwright/server/issuer/mask.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';

/** Digits with the check digit that makes them pass. */
function withCheckDigit(digits: string): string {
  const crossSum = (number: number) => Math.floor(number / 10) + (number % 10);
  const counted = digits
    .split('')
    .toReversed()
    .map((digit, index) => (index % 2 === 0 ? crossSum(Number(digit) * 2) : Number(digit)));
  const sum = counted.reduce((total, part) => total + part, 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

const digits = (shortest: number, longest: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: shortest, maxLength: longest }).map((each) => each.join(''));

test('the numbers that card networks give out for testing are recognised', () => {
  for (const number of ['4111111111111111', '5555555555554444', '378282246310005', '4222222222222', '6304000000000000'])
    expect(isCardNumber(number), number).toBe(true);
});

test('13 to 19 digits with a fitting check digit are a card number, and with any other digit they are not', () => {
  fc.assert(
    fc.property(digits(12, 18), fc.integer({ min: 1, max: 9 }), (start, shift) => {
      const number = withCheckDigit(start);
      expect(holdsCardNumber(`order ${number}.`)).toBe(true);
      const other = start + String((Number(number.at(-1)) + shift) % 10);
      expect(holdsCardNumber(other)).toBe(false);
    }),
  );
});

test('shorter and longer runs, and runs that are broken, are none', () => {
  for (const text of ['', '0000', '000000000000', '00000000000000000000', '4111 1111 1111 1111', '4111-1111-1111-1111'])
    expect(holdsCardNumber(text), text).toBe(false);
  expect(holdsCardNumber('1234 and 4111111111111111')).toBe(true);
  expect(isCardNumber('x4111111111111111')).toBe(false);
});

test('masking leaves the last four, the length, and everything else', () => {
  expect(maskCardNumbers('R-4111111111111111/2026-5555555555554444')).toBe('R-************1111/2026-************4444');
  expect(maskCardNumbers('R-4F2A90C17B3E 4111111111111112')).toBe('R-4F2A90C17B3E 4111111111111112');
  fc.assert(
    fc.property(fc.string(), digits(0, 25), fc.string(), (before, run, after) => {
      const text = before + run + after;
      const masked = maskCardNumbers(text);
      expect(holdsCardNumber(masked)).toBe(false);
      expect(masked).toHaveLength(text.length);
      if (!holdsCardNumber(text)) expect(masked).toBe(text);
    }),
  );
});
