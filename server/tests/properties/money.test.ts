import { formatUsd, parseUsd, usd } from '@cardwright/server/foundation/money/usd.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const cents = fc.bigInt({ min: 0n, max: 2n ** 63n - 1n });

describe('an amount', () => {
  test('that is written and read again is the same amount', () => {
    fc.assert(
      fc.property(cents, (amount) => {
        expect(parseUsd(formatUsd(amount))).toBe(amount);
      }),
    );
  });

  test('is always written with two decimals, and with a sign only below zero', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n }), (amount) => {
        expect(formatUsd(amount)).toMatch(/^-?\d+\.\d{2}$/);
        expect(formatUsd(amount).startsWith('-')).toBe(amount < 0n);
        if (amount !== 0n) expect(formatUsd(-amount).replace('-', '')).toBe(formatUsd(amount).replace('-', ''));
      }),
    );
  });

  test('may be written without decimals or with one, and with zeros in front', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 12n }), fc.nat(9), fc.nat(3), (dollars, tenth, zeros) => {
        const text = '0'.repeat(zeros) + dollars;
        expect(parseUsd(text)).toBe(usd(dollars * 100n));
        expect(parseUsd(`${text}.${tenth}`)).toBe(usd(dollars * 100n + BigInt(tenth) * 10n));
        expect(parseUsd(`${text}.${tenth}0`)).toBe(usd(dollars * 100n + BigInt(tenth) * 10n));
      }),
    );
  });

  test('is nothing else: every other text is refused', () => {
    const looksAlmostRight = fc.string({
      unit: fc.constantFrom('0', '1', '9', '.', ',', '-', '+', ' ', 'e', '\n', '\u0000', '٣', '_'),
      maxLength: 8,
    });
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), looksAlmostRight), (text) => {
        expect(parseUsd(text) === undefined).toBe(!/^[0-9]+(\.[0-9]{1,2})?$/.test(text) || text.endsWith('\n'));
      }),
      { numRuns: 2_000 },
    );
  });

  test('sums exactly, where floating point would not', () => {
    fc.assert(
      fc.property(fc.array(cents, { maxLength: 20 }), (amounts) => {
        const sum = amounts.reduce((total, amount) => total + amount, 0n);
        const read = amounts
          .map((amount) => parseUsd(formatUsd(amount)) ?? -1n)
          .reduce((total, amount) => total + amount, 0n);
        expect(read).toBe(sum);
      }),
    );
  });
});
