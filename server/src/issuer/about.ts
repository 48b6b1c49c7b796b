// What operators see of an unplaced notification: its type, its reference and its amount, never its body.
import { maskCardNumbers } from '../foundation/mask.ts';

/**
 * The content of a verified notification. Its envelope was checked on arrival; its data is not validated yet. An issuer
 * of protocol 1.0 does not name the account.
 */
export type Said = { type: string; account?: string; data: Record<string, unknown> };

/** Our own references are shorter, and a longer one would not fit on a line. */
const LONGEST_REFERENCE = 64;

/** The protocol's limit for a type. */
const LONGEST_TYPE = 64;

const VISIBLE = /^[\x21-\x7e]{1,128}$/;
const AMOUNT = /^-?\d{1,12}\.\d{1,6}$/;

/** The type of a notification and the reference in it, card numbers masked. */
export function aboutOf({ type: whole, data }: Said): string {
  const type = whole.slice(0, LONGEST_TYPE);
  const { reference } = data;
  if (typeof reference !== 'string' || !VISIBLE.test(reference)) return type;
  return `${type} ${maskCardNumbers(reference).slice(0, LONGEST_REFERENCE)}`;
}

/** The amount in a notification; empty when it has none. */
export function amountOf({ data }: Said): string {
  const { amount, currency } = data;
  if (typeof amount !== 'string' || !AMOUNT.test(amount)) return '';
  return currency === 'USD' ? `${amount} USD` : amount;
}
