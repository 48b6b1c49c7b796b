// Amounts get separators while they are typed, and keep their value.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { caretAfter, withoutSeparators, withSeparators } from '../shared/amount-typed.ts';

/** What a field holds after these keys, typed one by one at its end; `<` deletes a character. */
const typed = (keys: string) =>
  Array.from(keys).reduce((amount, key) => {
    const shown = withSeparators(amount);
    return withoutSeparators(key === '<' ? shown.slice(0, -1) : shown + key, amount);
  }, '');

test.each([
  ['1234567', '1234567', '1,234,567'],
  ['1234.5', '1234.5', '1,234.5'],
  ['1,234.50', '1234.50', '1,234.50'],
  ['12345<<', '123', '123'],
  ['12,50', '12,50', '12,50'], // refused when it is sent; it must not become 1,250
  ['12,5<<<5', '15', '15'],
  ['0.00', '0.00', '0.00'],
])('%s typed is %s, shown as %s', (keys, amount, shown) => {
  expect(typed(keys)).toBe(amount);
  expect(withSeparators(amount)).toBe(shown);
});

test('pasted amounts lose their sign and their separators', () => {
  expect(withoutSeparators('$1,234.50', '')).toBe('1234.50');
  expect(withoutSeparators('$ 12', '')).toBe('12');
  expect(withoutSeparators('1.234,50', '')).toBe('1.234,50');
});

test.each([
  ['2500,00', '10000.00', '2500,00'], // a decimal comma; it must not become 250,000
  ['99,50', '1500.00', '99,50'],
  ['$2,500.00', '10000.00', '2500.00'],
  ['1234567', '10000.00', '1234567'],
])('%s in place of %s is %s, however it got there', (text, before, amount) => {
  expect(withoutSeparators(text, before)).toBe(amount);
  expect(withoutSeparators(text, before, true)).toBe(amount);
});

test('a pasted amount that looks like what a deletion leaves keeps its comma', () => {
  expect(withoutSeparators('1,50', '1500.00', true)).toBe('1,50');
  expect(withoutSeparators('1,50', '1500.00')).toBe('150');
});

test('a key changes an amount anywhere, and its separators follow', () => {
  expect(withoutSeparators('1,2934.50', '1234.50')).toBe('12934.50');
  expect(withoutSeparators('1,24.50', '1234.50')).toBe('124.50');
  expect(withoutSeparators('9,567.00', '1234567.00')).toBe('9567.00');
  expect(withoutSeparators('12,34,567', '1234567')).toBe('12,34,567');
});

test('what is shown has the typed value', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 9_999_999_999n }), (dollars) => {
      expect(typed(`${dollars}.05`)).toBe(`${dollars}.05`);
    }),
  );
});

test('the caret stays behind the digit that was typed', () => {
  expect(caretAfter({ value: '1,2934', selectionStart: 4 }, '12,934')).toBe(4);
  expect(caretAfter({ value: '91,234', selectionStart: 1 }, '91,234')).toBe(1);
  expect(caretAfter({ value: '1234', selectionStart: 4 }, '1,234')).toBe(5);
  expect(caretAfter({ value: '1,234', selectionStart: null }, '1,234')).toBe(5);
});
