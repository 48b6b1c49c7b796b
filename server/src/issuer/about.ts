// What operators see of a notification that nobody could place: its type, its reference and its amount, never its body.
import { maskCardNumbers } from '../foundation/mask.ts';

/** What a verified notification says; its envelope was checked when it came, its data is still to be. */
export type Said = { type: string; data: Record<string, unknown> };

/** References of ours are shorter, and a line of a screen is not longer. */
const LONGEST_REFERENCE = 64;

/** As long as the protocol allows a type to be. */
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
