// USDT as whole millionths. Only this file turns text into Usdt and back; nothing is ever rounded.

/** USDT in whole millionths. */
export type Usdt = bigint & { readonly unit: 'millionths' };

const written = /^(\d{1,13})(?:\.(\d{1,6}))?$/;

/** Parses a decimal text into millionths; undefined if it is not an amount. */
export function parseUsdt(text: string): Usdt | undefined {
  const match = written.exec(text);
  if (match === null) return undefined;
  const [, whole = '', fraction = ''] = match;
  return (BigInt(whole) * 1_000_000n + BigInt(fraction.padEnd(6, '0'))) as Usdt;
}

/** Converts a column's millionths to money. */
export const usdt = (millionths: bigint): Usdt => millionths as Usdt;

/** USDT with exactly six decimals. */
export function formatUsdt(amount: bigint): string {
  const digits = amount.toString().padStart(7, '0');
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`;
}
