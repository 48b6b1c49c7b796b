// US dollars as whole cents. Only this file turns text into Usd and back.

/** US dollars in whole cents. */
export type Usd = bigint & { readonly unit: 'cents' };

/** The format of an amount: dollars, up to two decimals, no sign, no exponent. */
export const USD_PATTERN = '^\\d+(\\.\\d{1,2})?$';

/** The largest amount accepted, 1,000,000,000.00: far above any card, far below the limit of a bigint column. */
export const LARGEST_USD = 100_000_000_000n as Usd;

const written = /^(\d+)(?:\.(\d{1,2}))?$/;

/** Parses a decimal text into cents; undefined if it is not an amount. */
export function parseUsd(text: string): Usd | undefined {
  const match = written.exec(text);
  if (match === null) return undefined;
  const [, dollars = '', cents = ''] = match;
  return (BigInt(dollars) * 100n + BigInt(cents.padEnd(2, '0'))) as Usd;
}

/** Converts a column's cents to money. */
export const usd = (cents: bigint): Usd => cents as Usd;

/** Parses dollars that may be negative, such as a card's balance. */
export function signedUsd(text: string): Usd | undefined {
  const cents = parseUsd(text.replace('-', ''));
  return cents === undefined || !text.startsWith('-') ? cents : usd(0n - cents);
}

/** Dollars with exactly two decimals, and a minus sign for negative amounts. */
export function formatUsd(amount: bigint): string {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(3, '0');
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Dollars as people read them: $53.10 or -$53.10. */
export const shownUsd = (amount: bigint): string => formatUsd(amount).replace(/^-?/, '$&$$');
