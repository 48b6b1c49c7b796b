// Compares invoices, the ledger and the issuer's deposits: a completed invoice was credited once and is paid at the
// issuer, no other was credited, and every transfer there is known here.
import { toId } from '../../foundation/ids.ts';
import { formatUsd } from '../../foundation/money/usd.ts';
import { formatUsdt } from '../../foundation/money/usdt.ts';
import type { Absent } from '../../issuer/answers.ts';
import type { DepositRecord } from '../../issuer/records.ts';
import { type Difference, differ, type LookAt } from './look.ts';
import { type Comparing, lookAtPage } from './page.ts';
import { type InvoiceRow, listInvoices } from './rows.ts';

/** Millionths of a USDT in a cent. */
const MICROS_PER_CENT = 10_000n;

/** Compares a page of invoices. */
export const lookAtInvoices: LookAt = (book, from) => lookAtPage(book, from, invoices);

const invoices: Comparing<InvoiceRow, DepositRecord> = {
  list: listInvoices,
  aboutOf,
  isFinal: ({ status }) => ['completed', 'expired', 'failed'].includes(status),
  entriesFor: ({ status, deposit_amount, fee }) =>
    status === 'completed'
      ? { deposit: { available: deposit_amount, held: 0n }, deposit_fee: { available: 0n - fee, held: 0n } }
      : {},
  readRecord: (issuer, account, row) => issuer.depositRecord(account, aboutOf(row).subject),
  compareRecord,
  // A watched invoice will learn of every transfer. An expired one is then credited if the transfer was in time.
  isToCome: ({ is_watched, status }, _record, differences) =>
    is_watched && differences.some(({ kind }) => status === 'expired' || kind === 'invoice_received'),
};

function aboutOf({ id }: InvoiceRow) {
  return { prefix: 'invoice' as const, subject: toId('invoice', id), key: id };
}

function compareRecord(row: InvoiceRow, record: DepositRecord | Absent): Difference[] {
  const about = aboutOf(row);
  const theirs = record.kind === 'absent' ? 'absent' : `${record.status}, ${inUsdt(record.received)}`;
  if (row.status !== 'completed') {
    const isPaid = record.kind === 'deposit' && record.status === 'paid';
    return isPaid ? [differ('invoice_paid', about, { ours: row.status, theirs })] : compareReceived(row, record);
  }
  if (record.kind === 'absent' || !isPaidFor(row, record)) {
    const ours = `completed with ${formatUsd(row.deposit_amount)}${row.was_accepted ? ', by two operators' : ''}`;
    return [differ('invoice_not_paid', about, { ours, theirs })];
  }
  const asked = askedFor(row.requested_amount, row.pay_amount ?? undefined);
  const open = askedFor(record.amount, record.payAmount);
  if (asked !== open) return [differ('invoice_amount', about, { ours: asked, theirs: open })];
  return compareReceived(row, record);
}

/** Unknown money is not treated as in transit: the issuer notifies us of a transfer once, and that may be lost. */
function compareReceived(row: InvoiceRow, record: DepositRecord | Absent): Difference[] {
  const received = record.kind === 'absent' ? 0n : record.received;
  if (received === row.received) return [];
  const sides = { ours: inUsdt(row.received), theirs: inUsdt(received) };
  return [differ('invoice_received', aboutOf(row), sides)];
}

const inUsdt = (amount: bigint) => `${formatUsdt(amount)} USDT have arrived`;

/** Operators may accept the amount that arrived, whatever its status at the issuer. Otherwise only `paid` counts. */
const isPaidFor = (row: InvoiceRow, record: DepositRecord): boolean =>
  row.was_accepted ? record.received / MICROS_PER_CENT >= row.deposit_amount : record.status === 'paid';

const askedFor = (amount: bigint, payAmount: bigint | undefined) =>
  `${formatUsd(amount)}, to be paid with ${payAmount === undefined ? 'nothing' : `${formatUsdt(payAmount)} USDT`}`;
