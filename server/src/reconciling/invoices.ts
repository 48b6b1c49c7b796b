// Invoices, the ledger and the issuer's deposits: what is completed was credited once and is paid there, nothing else
// was, and whatever arrived there is known here.
import { toId } from '../ids.ts';
import type { Absent } from '../issuer/answers.ts';
import type { DepositRecord } from '../issuer/records.ts';
import { formatUsd } from '../money/usd.ts';
import { formatUsdt } from '../money/usdt.ts';
import { type About, type Book, compareEntries, type Difference, differ, type Look } from './look.ts';
import { isUnknown } from './reads.ts';
import { type From, type InvoiceRow, listEntriesOf, listInvoices } from './rows.ts';

/** Each of them may cost a read, and a page must be over before whoever reads is taken for gone. */
const INVOICES_PER_LOOK = 25;

/** Millionths of a USDT in a cent. */
const MICROS_PER_CENT = 10_000n;

/** Compares a page of invoices. */
export async function lookAtInvoices({ db, scope, reads }: Book, from: From): Promise<Look> {
  const { rows, entries } = await db.read(scope, async (tx) => {
    const page = await listInvoices(tx, scope, from, INVOICES_PER_LOOK);
    return { rows: page, entries: await listEntriesOf(tx, scope, page.map(shownId)) };
  });
  const final = rows.filter(isFinal);
  const records = await reads.each(final, (issuer, account, row) => issuer.depositRecord(account, shownId(row)));
  const byReference = Map.groupBy(entries, ({ reference }) => reference);
  const differences = rows.flatMap((row) =>
    compareEntries(aboutOf(row), entriesFor(row), byReference.get(shownId(row)) ?? []),
  );
  const unread: About[] = [];
  const onTheirWay = rows.filter((row) => !isFinal(row)).map(aboutOf);
  for (const [index, row] of final.entries()) {
    const record = records[index];
    if (record === undefined || isUnknown(record)) {
      unread.push(aboutOf(row));
      continue;
    }
    const found = compareRecord(row, record);
    if (row.is_watched && found.some(({ kind }) => isToCome(row, kind))) onTheirWay.push(aboutOf(row));
    else differences.push(...found);
  }
  return {
    last: rows.length < INVOICES_PER_LOOK ? undefined : rows.at(-1)?.id,
    compared: final.length - unread.length,
    onTheirWay,
    asked: final.length,
    unread,
    differences,
  };
}

/** One that is still asked about hears of all that arrived; one that expired is credited then, if it was in time. */
const isToCome = ({ status }: InvoiceRow, kind: string) => status === 'expired' || kind === 'invoice_received';

const shownId = ({ id }: InvoiceRow) => toId('invoice', id);

const isFinal = ({ status }: InvoiceRow) => ['completed', 'expired', 'failed'].includes(status);

const aboutOf = (row: InvoiceRow) => ({ prefix: 'invoice' as const, subject: shownId(row), key: row.id });

const entriesFor = ({ status, deposit_amount, fee }: InvoiceRow) =>
  status === 'completed'
    ? { deposit: { available: deposit_amount, held: 0n }, deposit_fee: { available: 0n - fee, held: 0n } }
    : {};

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

/** Money that nobody here has heard of waits for nobody: the issuer tells of a transfer once, and that may be lost. */
function compareReceived(row: InvoiceRow, record: DepositRecord | Absent): Difference[] {
  const received = record.kind === 'absent' ? 0n : record.received;
  if (received === row.received) return [];
  const sides = { ours: inUsdt(row.received), theirs: inUsdt(received) };
  return [differ('invoice_received', aboutOf(row), sides)];
}

const inUsdt = (amount: bigint) => `${formatUsdt(amount)} USDT have arrived`;

/** Two operators accept what has arrived, whatever the issuer calls it; everything else is paid, or it is not. */
const isPaidFor = (row: InvoiceRow, record: DepositRecord): boolean =>
  row.was_accepted ? record.received / MICROS_PER_CENT >= row.deposit_amount : record.status === 'paid';

const askedFor = (amount: bigint, payAmount: bigint | undefined) =>
  `${formatUsd(amount)}, to be paid with ${payAmount === undefined ? 'nothing' : `${formatUsdt(payAmount)} USDT`}`;
