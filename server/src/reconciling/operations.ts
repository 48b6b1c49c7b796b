// Operations, the ledger and the issuer's orders: what is completed was captured and is done there, what failed was
// released and is not.
import { toId } from '../ids.ts';
import type { Absent } from '../issuer/answers.ts';
import type { OrderRecord } from '../issuer/records.ts';
import { formatUsd } from '../money/usd.ts';
import { type About, type Book, compareEntries, type Difference, differ, type Look } from './look.ts';
import { isUnknown } from './reads.ts';
import { type From, listEntriesOf, listOperations, type OperationRow } from './rows.ts';

/** Each of them may cost a read, and a page must be over before whoever reads is taken for gone. */
const OPERATIONS_PER_LOOK = 25;

/** Compares a page of operations. */
export async function lookAtOperations({ db, scope, reads }: Book, from: From): Promise<Look> {
  const { rows, entries } = await db.read(scope, async (tx) => {
    const page = await listOperations(tx, scope, from, OPERATIONS_PER_LOOK);
    return { rows: page, entries: await listEntriesOf(tx, scope, page.map(shownId)) };
  });
  const final = rows.filter(isFinal);
  const records = await reads.each(final, (issuer, account, row) => issuer.orderRecord(account, shownId(row)));
  const byReference = Map.groupBy(entries, ({ reference }) => reference);
  const differences = rows.flatMap((row) =>
    compareEntries(aboutOf(row), entriesFor(row), byReference.get(shownId(row)) ?? []),
  );
  const unread: About[] = [];
  const onTheirWay = rows.filter((row) => !isFinal(row)).map(aboutOf);
  for (const [index, row] of final.entries()) {
    const record = records[index];
    if (record === undefined || isUnknown(record)) unread.push(aboutOf(row));
    else if (row.status === 'failed' && record.kind === 'order' && record.status === 'pending')
      onTheirWay.push(aboutOf(row));
    else differences.push(...compareRecord(row, record));
  }
  return {
    last: rows.length < OPERATIONS_PER_LOOK ? undefined : rows.at(-1)?.id,
    compared: final.length - unread.length,
    onTheirWay,
    asked: final.length,
    unread,
    differences,
  };
}

const shownId = ({ id }: OperationRow) => toId('operation', id);

const isFinal = ({ status }: OperationRow) => status === 'completed' || status === 'failed';

const aboutOf = (row: OperationRow) => ({ prefix: 'operation' as const, subject: shownId(row), key: row.id });

/** The entries that an operation has caused by now. */
function entriesFor({ status, amount, fee }: OperationRow) {
  const total = amount + fee;
  const reservation = { available: 0n - total, held: total };
  if (status === 'completed') {
    return { reservation, capture: { available: 0n, held: 0n - amount }, fee: { available: 0n, held: 0n - fee } };
  }
  return status === 'failed' ? { reservation, release: { available: total, held: 0n - total } } : { reservation };
}

function compareRecord(row: OperationRow, record: OrderRecord | Absent): Difference[] {
  const about = aboutOf(row);
  const status = record.kind === 'absent' ? 'absent' : record.status;
  if (row.status === 'failed') {
    return status === 'done' ? [differ('operation_done', about, { ours: 'failed', theirs: status })] : [];
  }
  if (record.kind === 'absent' || status !== 'done') {
    return [differ('operation_not_done', about, { ours: 'completed', theirs: status })];
  }
  const ordered = `${row.type} of ${formatUsd(row.amount)}`;
  const done = `${record.type} of ${formatUsd(record.amount)}`;
  const { card } = record;
  const isSameCard = row.type === 'service' || card?.token === row.card_token;
  return [
    ...(ordered === done ? [] : [differ('operation_amount', about, { ours: ordered, theirs: done })]),
    ...(row.receipt === record.receipt
      ? []
      : [differ('operation_receipt', about, { ours: row.receipt || 'none', theirs: record.receipt || 'none' })]),
    ...(isSameCard ? [] : [differ('operation_card', about, { ours: cardOf(row), theirs: anotherCard(card?.last4) })]),
  ];
}

const cardOf = ({ card_id, card_last4 }: OperationRow) =>
  card_id === null ? 'no card' : `${toId('card', card_id)}, ending in ${card_last4 ?? '????'}`;

/** The issuer's tokens are shown to nobody; that it is another one is all there is to know. */
const anotherCard = (last4: string | undefined) => (last4 === undefined ? 'no card' : `another, ending in ${last4}`);
