// The ticks of the balance chart: round, few, and never below the balance.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ticksOf } from '../company/src/overview/ticks.ts';

test.each([
  [0, [0, 1]],
  [0.4, [0, 1]],
  [3, [0, 1, 2, 3]],
  [10, [0, 5, 10]],
  [1_234.5, [0, 500, 1_000, 1_500]],
  [99_999, [0, 50_000, 100_000]],
])('up to %d', (most, ticks) => {
  expect(ticksOf(most)).toEqual(ticks);
});

test('whole dollars from zero past any amount, in at most five lines', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1e12, noNaN: true }), (most) => {
      const ticks = ticksOf(most);
      expect(ticks[0]).toBe(0);
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(most);
      expect(ticks.length).toBeLessThanOrEqual(6);
      expect(ticks.every(Number.isInteger)).toBe(true);
    }),
  );
});
