import { holdsCardNumber, isCardNumber } from '@cardwright/server/foundation/card-numbers.ts';
import { maskCardNumbers } from '@cardwright/server/foundation/mask.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

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

const numbers = digits(12, 18).map(withCheckDigit);

/** What may stand between the groups of a number. */
const separators = fc.constantFrom(' ', '-', '.', '\u00a0', '\u202f', '\u2011', '\u2013');

/** A number with one separator at some of the places between its digits, at least one. */
const grouped = numbers.chain((number) =>
  fc
    .record({
      separator: separators,
      places: fc.subarray(
        number
          .split('')
          .map((_digit, index) => index)
          .slice(1),
        { minLength: 1 },
      ),
    })
    .map(({ separator, places }) =>
      number
        .split('')
        .map((digit, index) => (places.includes(index) ? separator + digit : digit))
        .join(''),
    ),
);

/** A date of this or the last century in a text is taken for a date, not for groups of a number. */
const hasNoDate = (text: string) => !/(?:19|20)\d\d([-.])\d\d\1\d\d|\d\d([-.])\d\d\2(?:19|20)\d\d/.test(text);

/** A number of a network, in groups as cards carry them. */
const printed = fc
  .record({
    first: fc.integer({ min: 2, max: 6 }),
    lengths: fc.constantFrom([4, 4, 4, 4], [4, 4, 4, 4, 3], [4, 6, 5], [4, 6, 4]),
    rest: digits(18, 18),
    separator: separators,
  })
  .map(({ first, lengths, rest, separator }) => {
    const length = lengths.reduce((total, each) => total + each, 0);
    let number = withCheckDigit(`${first}${rest}`.slice(0, length - 1));
    const groups = lengths.map((each) => {
      const group = number.slice(0, each);
      number = number.slice(each);
      return group;
    });
    return groups.join(separator);
  });

const testNumbers = ['4111111111111111', '5555555555554444', '378282246310005', '4222222222222', '6304000000000000'];

test('the numbers that card networks give out for testing are recognised', () => {
  for (const number of testNumbers) expect(isCardNumber(number), number).toBe(true);
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

describe('with single spaces, dashes or dots between its digits', () => {
  test('a number is recognised in every grouping', () => {
    for (const text of [
      '4111 1111 1111 1111',
      '4111-1111-1111-1111',
      '4111.1111.1111.1111',
      '3782 822463 10005',
      '4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1',
      'card 4111 1111-1111.1111, exp 12/27',
    ])
      expect(holdsCardNumber(text), text).toBe(true);
    fc.assert(
      fc.property(grouped.filter(hasNoDate), (number) => {
        expect(holdsCardNumber(number), number).toBe(true);
        expect(holdsCardNumber(`card ${number}, please`), number).toBe(true);
      }),
    );
  });

  test('a number with another check digit is none', () => {
    fc.assert(
      fc.property(grouped.filter(hasNoDate), fc.integer({ min: 1, max: 9 }), (number, shift) => {
        const other = number.slice(0, -1) + String((Number(number.at(-1)) + shift) % 10);
        fc.pre(!/\d{13}|\d{4}\D\d{4}\D\d{4}\D\d{4}|\d{4}\D\d{6}\D\d{4}/.test(other)); // no shorter number within it
        expect(holdsCardNumber(other), other).toBe(false);
      }),
    );
  });

  test('a number as cards carry it is found between other groups of digits: a date, a count, a security code', () => {
    for (const text of ['12 4111 1111 1111 1111', '4111 1111 1111 1111 123', '2026-11-15 4111 1111 1111 1111 12 27'])
      expect(holdsCardNumber(text), text).toBe(true);
    fc.assert(
      fc.property(digits(0, 3), printed.filter(hasNoDate), digits(0, 3), (before, number, after) => {
        expect(holdsCardNumber(`${before} ${number} ${after}`), number).toBe(true);
      }),
    );
  });

  test('a whole text in groups is a number only in the groupings of cards, so that a token in groups stays a token', () => {
    for (const text of ['4111 1111 1111 1111', '4111-1111-1111-1111', '3782 822463 10005'])
      expect(isCardNumber(text), text).toBe(true);
    for (const text of [
      '411 1111 1111 1111 1',
      'x4111-1111-1111-1111',
      '4111-1111-1111-1112',
      '4111--1111-1111-1111',
      '',
    ])
      expect(isCardNumber(text), text).toBe(false);
  });
});

test('a UUID is none, whatever its digits: issuers name payments by them', () => {
  fc.assert(
    fc.property(fc.uuid(), (id) => {
      expect(maskCardNumbers(`pay_${id}`)).toBe(`pay_${id}`);
    }),
    { numRuns: 2_000 },
  );
  expect(holdsCardNumber('pay_c3f7d020-e6c3-4154-87e6-690579698608')).toBe(false);
});

test('dates, times, phone numbers, amounts and addresses are none', () => {
  for (const text of [
    '',
    '0000',
    '000000000000',
    '00000000000000000000',
    '2026-11-15 2026-11-16',
    '01.11.2026-30.11.2026',
    '2026-11-15T09:30:00.000Z',
    '2026-11-15 09:30 - 2026-11-16 10:30',
    '+49 30 901820 12345',
    '+1-800-555-0199',
    '030 90182012',
    '1.234.567,89',
    '$1,000,000,000,000.00',
    '999.999.999.99',
    '250.50 103.20',
    '192.168.100.200',
    'v24.18.0',
    '2a02:8071:b80',
    '4111  1111  1111  1111',
    '4111/1111/1111/1111',
    '4111 - 1111 - 1111 - 1111',
    '4111_1111_1111_1111',
  ])
    expect(holdsCardNumber(text), text).toBe(false);
  const day = fc
    .date({ min: new Date('1900-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  fc.assert(
    fc.property(fc.array(day, { maxLength: 5 }), fc.constantFrom('-', '.'), (days, separator) => {
      const iso = days.map((each) => each.replaceAll('-', separator));
      const german = days.map((each) => each.split('-').toReversed().join(separator));
      for (const text of [iso.join(' '), german.join('-'), `${iso.join(' ')} 093000`])
        expect(holdsCardNumber(text), text).toBe(false);
    }),
  );
  fc.assert(
    fc.property(digits(7, 13), (number) => {
      const phone = `+49 ${number.slice(0, 3)} ${number.slice(3, 6)}-${number.slice(6)}`;
      expect(holdsCardNumber(phone), phone).toBe(false);
    }),
  );
});

describe('masking', () => {
  test('leaves the last four, the length, the separators and everything else', () => {
    expect(maskCardNumbers('R-4111111111111111/2026-5555555555554444')).toBe(
      'R-************1111/2026-************4444',
    );
    expect(maskCardNumbers('R-4F2A90C17B3E 4111111111111112')).toBe('R-4F2A90C17B3E 4111111111111112');
    expect(maskCardNumbers('card 4111 1111-1111.1111 is closed')).toBe('card **** ****-****.1111 is closed');
    expect(maskCardNumbers('4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1')).toBe('* * * * * * * * * * * * 1 1 1 1');
    expect(maskCardNumbers('7 4111 1111 1111 1111 123')).toBe('7 **** **** **** 1111 123');
  });

  test('leaves no number, masks nothing else, and does nothing to what is masked', () => {
    const pieces = fc.array(fc.oneof(digits(0, 25), grouped, printed, separators, fc.string()), { maxLength: 8 });
    fc.assert(
      fc.property(pieces, (parts) => {
        const text = parts.join('');
        const masked = maskCardNumbers(text);
        expect(holdsCardNumber(masked), masked).toBe(false);
        expect(masked).toHaveLength(text.length);
        expect(masked.replaceAll(/[\d*]/g, '#')).toBe(text.replaceAll(/[\d*]/g, '#'));
        expect(maskCardNumbers(masked)).toBe(masked);
        if (!holdsCardNumber(text)) expect(masked).toBe(text);
      }),
    );
  });
});
