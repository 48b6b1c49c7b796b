// What adopting or explaining a record that only the issuer has does, in numbers and in words.

import { parseUsd, shownUsd, type Usd, usd } from '../../foundation/money/usd.ts';
import type { UnknownRow } from './sql.ts';

/** The sums that an adoption moves, and the status afterwards. */
type Moved = Partial<Record<'available' | 'held' | 'fee' | 'toIssuer' | 'card', Usd>> & { status?: string };

const centsOf = (text: string | null): Usd => parseUsd(text ?? '') ?? usd(0n);

/** What adopting it charges or credits, without its sign. */
export const amountOf = ({ kind, amount, fee }: UnknownRow): Usd =>
  kind === 'order' ? usd(centsOf(amount) + (fee ?? 0n)) : kind === 'deposit' ? centsOf(amount) : usd(0n);

const isOrder = ({ kind, type }: UnknownRow) => kind === 'order' && ['issue', 'topup', 'service'].includes(type ?? '');

/** The effect of adopting on each sum. A deposit is credited if the issuer calls it paid and its transfer was exact. */
export function ofAdoption(row: UnknownRow): Moved {
  const [amount, fee] = [centsOf(row.amount), row.fee ?? usd(0n)];
  const total = usd(amount + fee);
  if (row.kind === 'deposit') {
    return row.status === 'paid' ? { available: usd(amount - fee), fee, status: 'completed' } : {};
  }
  if (row.kind !== 'order') return {};
  if (row.type === 'close' && row.status === 'done') return { available: centsOf(row.returned), status: 'completed' };
  if (row.status === 'rejected') return { status: 'failed' };
  if (!isOrder(row)) return { status: row.status === 'done' ? 'completed' : 'manual_review' };
  const available = usd(0n - total);
  if (row.status === 'pending') return { available, held: total, status: 'manual_review' };
  return { available, fee, toIssuer: amount, card: row.type === 'service' ? usd(0n) : amount, status: 'completed' };
}

/** The effect of adopting, one sentence each. */
export function adoptionEffect(row: UnknownRow, name: string): string[] {
  return [
    ...effects[row.kind](row, name),
    'The Idempotency-Key that it was asked for with is bound to it: the same request gets it as its answer.',
    'Notifications about it are processed again.',
  ];
}

const effects: Readonly<Record<UnknownRow['kind'], (row: UnknownRow, name: string) => string[]>> = {
  order: orderEffect,
  deposit: (row, name) => [
    row.status === 'paid'
      ? `${shownUsd(centsOf(row.amount))} is credited if it arrived exactly and in time, less our fee of ` +
        `${shownUsd(row.fee ?? 0n)}.`
      : 'Nothing is credited now.',
    `${name} is an invoice of ours again, with every transfer that the issuer has seen.`,
  ],
  card: ({ last4 }, name) => [`${name} is a card of ours again, ending in ${last4 ?? '????'}. No money moves.`],
  holder: ({ status }, name) => [`${name} is a cardholder of ours again, ${status}. No money moves.`],
};

function orderEffect(row: UnknownRow, name: string): string[] {
  const [amount, fee] = [centsOf(row.amount), row.fee ?? usd(0n)];
  const total = shownUsd(amount + fee);
  if (row.status === 'rejected') return [`No money moves. ${name} fails. This is final, and the company is notified.`];
  const returned = row.type === 'close' && row.status === 'done' ? centsOf(row.returned) : usd(0n);
  const moved = isOrder(row)
    ? row.status === 'pending'
      ? [`${total} of the available balance is held, and the issuer is asked about the outcome.`]
      : [`${total} of the available balance is spent: ${shownUsd(amount)} to the issuer, ${shownUsd(fee)} is our fee.`]
    : [returned > 0n ? `${shownUsd(returned)} of the card returns to the account.` : 'No money moves.'];
  return [
    ...moved,
    ...(row.type === 'issue' && row.last4 !== null ? [`A card ending in ${row.last4} becomes active.`] : []),
    ...(row.type === 'topup' && row.status === 'done'
      ? [`The balance of the card ending in ${row.card_last4 ?? '????'} rises by ${shownUsd(amount)}.`]
      : []),
    row.status === 'pending'
      ? `${name} is in review.`
      : `${name} is completed. This is final, and the company is notified.`,
  ];
}

/** The effect of closing the case with an explanation. */
export const explanationEffect = (name: string): string[] => [
  `No money moves, and ${name} stays unknown here.`,
  'Its reference is used up: the Idempotency-Key that it was asked for with is refused, and nothing is sent again.',
];
