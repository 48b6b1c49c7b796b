// How a review of an invoice, or a case about one, is shown to operators.
import { toId } from '../ids.ts';
import { formatUsd } from '../money/usd.ts';
import { formatUsdt } from '../money/usdt.ts';
import { arrivedFor } from '../reviews/effect.ts';
import type { InvoicedRow } from '../reviews/sql.ts';
import { fitOf } from '../reviews/ways.ts';
import { moment, table } from './output.ts';

/** What is known of the invoice, what arrived for it, and when the issuer is asked about it next. */
export function factsOfInvoice(invoice: InvoicedRow, nextCheck: string): [string, string][] {
  const { id, requested_amount, deposit_amount, fee, pay_amount, expires_at, address, sent_at, transfers } = invoice;
  const toPay = pay_amount === null ? 'nobody was told what to pay' : `${formatUsdt(pay_amount)} USDT to be paid`;
  const arrived = `${formatUsdt(arrivedFor(invoice))} USDT in ${transfers.length} transfer(s)`;
  return [
    ['invoice', `${toId('invoice', id)}: ${invoice.status}`],
    [
      'asked for',
      `${formatUsd(requested_amount)} USD; ${toPay}${expires_at === null ? '' : ` by ${moment(expires_at)}`}`,
    ],
    ['arrived', transfers.length === 0 ? 'nothing' : arrived],
    [
      invoice.status === 'completed' ? 'credited' : 'if paid exactly',
      `${formatUsd(deposit_amount - fee)} (${formatUsd(deposit_amount)} less a fee of ${formatUsd(fee)})`,
    ],
    ['address', address ?? 'none'],
    ['sent as', `reference ${toId('invoice', id)}${sent_at === null ? ', never' : `, ${moment(sent_at)}`}`],
    ['last check', moment(invoice.review_checked_at) || 'none yet'],
    ['next check', nextCheck || 'none'],
  ];
}

/** What the issuer has seen arrive for the invoice, one line each. */
export function transfersInWords(invoice: InvoicedRow): string {
  const rows = invoice.transfers.map(({ transfer_id, amount, occurred_at }) => [
    moment(occurred_at),
    formatUsdt(amount),
    fitOf(invoice, { amount, occurred_at }),
    transfer_id,
  ]);
  return rows.length === 0 ? 'Nothing has arrived.' : table(['happened', 'USDT', 'is', 'transfer'], rows);
}

/** The same for scripts. */
export const toShownTransfers = ({ transfers }: InvoicedRow) =>
  transfers.map(({ transfer_id, amount, occurred_at }) => ({
    id: transfer_id,
    amount: formatUsdt(amount),
    occurredAt: occurred_at,
  }));
