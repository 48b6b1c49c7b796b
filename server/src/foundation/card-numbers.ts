// Recognises card numbers, so that none is stored or shown by mistake. A number counts if its check digit is valid
// and it has one of these forms:
//
// 1. 13 to 19 digits without a break, anywhere in a text;
// 2. 13 to 19 digits in any grouping, with a single space, dash or dot between groups;
// 3. in a longer row of such groups: only the groupings that cards carry, beginning with 2 to 6.
//
// Dates and UUIDs end a row of groups. A phone number (`+` and at most 15 digits) is not one. Times, amounts with a
// comma, addresses of hosts and versions either have another separator or fewer than 13 digits. Of the other rows (an
// IBAN in groups, an order number such as 2026-0012-3456-7890) one in ten passes the check by chance, as one in ten
// unbroken runs does.
// Free text with such a row is refused; texts of issuers are masked, never refused.

/** A payment card's number has 13 to 19 digits (ISO/IEC 7812). */
const SHORTEST_NUMBER = 13;
const LONGEST_NUMBER = 19;

/** The most digits of a phone number (E.164), without its `+`. */
const LONGEST_PHONE = 15;

/** Groups as cards carry them: most networks, 19 digits of UnionPay and Maestro, American Express, Diners Club. */
const PRINTED_GROUPINGS = ['4-4-4-4', '4-4-4-4-3', '4-6-5', '4-6-4'];

/** The first digit of the networks' numbers. Others are of airlines, fuel cards and the like. */
const NETWORK_DIGIT = /^[2-6]/;

/** What people and pages put between groups: a space (also one that does not break), a dash, a dot. */
const BETWEEN = String.raw`[ .\-\u00a0\u2007\u2009\u202f\u2010-\u2013]`;

const ROW = new RegExp(String.raw`\d+(?:${BETWEEN}\d+)*`, 'g');

/** Dates as people write them between other numbers: 2026-11-15, 15.11.2026. */
const [YEAR, MONTH, DAY] = [String.raw`(?:19|20)\d\d`, '(?:0[1-9]|1[0-2])', String.raw`(?:0[1-9]|[12]\d|3[01])`];
const YEAR_FIRST = String.raw`${YEAR}([-.])${MONTH}\1${DAY}`;
const DAY_FIRST = String.raw`${DAY}([-.])${MONTH}\2${YEAR}`;
const DATE = new RegExp(String.raw`(?<!\d)(?:${YEAR_FIRST}|${DAY_FIRST})(?!\d)`, 'g');

/** One UUID in 450 would pass for a number in groups. Its groups are too short for an unbroken one. */
const UUID = /(?<![\da-f])[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}(?![\da-f])/gi;

type Group = { digits: string; start: number };

/** Where a number begins and ends in a text, the separators between its groups included. */
export type Found = { start: number; end: number };

/** Whether a whole text could be a card's number: digits only, or in groups as cards carry them. */
export function isCardNumber(text: string): boolean {
  if (text.match(ROW)?.[0] !== text) return false;
  const groups = groupsOf(text);
  return isNumber(groups) && (groups.length === 1 || isPrinted(groups));
}

/** Whether a text has, anywhere, what could be a card's number. */
export const holdsCardNumber = (text: string): boolean => findCardNumber(text) !== undefined;

/** The first text in a text that could be a card's number. */
export function findCardNumber(text: string): Found | undefined {
  const plain = text.replaceAll(UUID, blank).replaceAll(DATE, blank);
  for (const row of plain.matchAll(ROW)) {
    const isPhone = plain[row.index - 1] === '+';
    const number = findInRow(groupsOf(row[0], row.index), isPhone);
    if (number !== undefined) return spanOf(number);
  }
  return undefined;
}

const blank = (text: string) => 'x'.repeat(text.length);

function findInRow(row: readonly Group[], isPhone: boolean): readonly Group[] | undefined {
  const unbroken = row.find((group) => isNumber([group]));
  if (unbroken !== undefined) return [unbroken];
  if (isPhone && digitsOf(row).length <= LONGEST_PHONE) return undefined;
  if (isNumber(row)) return row;
  const lengths = new Set(PRINTED_GROUPINGS.map((grouping) => grouping.split('-').length));
  return row
    .flatMap((_group, first) => [...lengths].map((length) => row.slice(first, first + length)))
    .find((groups) => isPrinted(groups) && isNumber(groups));
}

const groupsOf = (text: string, offset = 0): Group[] =>
  [...text.matchAll(/\d+/g)].map((match) => ({ digits: match[0], start: offset + match.index }));

const digitsOf = (groups: readonly Group[]): string => groups.map(({ digits }) => digits).join('');

function isNumber(groups: readonly Group[]): boolean {
  const digits = digitsOf(groups);
  return digits.length >= SHORTEST_NUMBER && digits.length <= LONGEST_NUMBER && passesLuhn(digits);
}

const isPrinted = (groups: readonly Group[]): boolean =>
  PRINTED_GROUPINGS.includes(groups.map(({ digits }) => digits.length).join('-')) &&
  NETWORK_DIGIT.test(groups[0]?.digits ?? '');

function spanOf(groups: readonly Group[]): Found {
  const [first, last] = [groups[0], groups.at(-1)];
  if (first === undefined || last === undefined) throw new Error('a number has digits');
  return { start: first.start, end: last.start + last.digits.length };
}

/** The check of ISO/IEC 7812: every second digit from the right counts twice, and the sum ends in zero. */
function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let fromRight = 1; fromRight <= digits.length; fromRight++) {
    const digit = Number(digits.at(-fromRight));
    const counted = fromRight % 2 === 0 ? digit * 2 : digit;
    sum += counted > 9 ? counted - 9 : counted;
  }
  return sum % 10 === 0;
}
