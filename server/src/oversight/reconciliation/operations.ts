// Compares operations, the ledger and the issuer's orders: a completed operation was captured and is done at the
// issuer, a failed one was released and is not.
import { toId } from '../../foundation/ids.ts';
import { maskCardNumbers } from '../../foundation/mask.ts';
import { formatUsd } from '../../foundation/money/usd.ts';
import { type Absent, cardActions } from '../../issuer/answers.ts';
import type { OrderRecord } from '../../issuer/records.ts';
import { type Difference, differ, type LookAt } from './look.ts';
import { type Comparing, lookAtPage } from './page.ts';
import { listOperations, type OperationRow } from './rows.ts';

/** Compares a page of operations. */
export const lookAtOperations: LookAt = (book, from) => lookAtPage(book, from, operations);

const operations: Comparing<OperationRow, OrderRecord> = {
  list: listOperations,
  aboutOf,
  isFinal: ({ status }) => status === 'completed' || status === 'failed',
  entriesFor,
  readRecord: (issuer, account, row) => issuer.orderRecord(account, aboutOf(row).subject),
  compareRecord,
  // Operators may have released an operation that the issuer still processes. It is compared once the issuer has
  // decided.
  isToCome: ({ status }, record) => status === 'failed' && record.kind === 'order' && record.status === 'pending',
};

function aboutOf({ id }: OperationRow) {
  return { prefix: 'operation' as const, subject: toId('operation', id), key: id };
}

/** The entries that an operation should have by now. */
function entriesFor({ type, status, amount, fee, returned }: OperationRow) {
  if (cardActions.some((action) => action === type)) {
    return status === 'completed' && returned !== null && returned > 0n
      ? { card_return: { available: returned, held: 0n } }
      : {};
  }
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
    ...(maskCardNumbers(row.receipt) === record.receipt // an older receipt may be stored with less masking
      ? []
      : [differ('operation_receipt', about, { ours: row.receipt || 'none', theirs: record.receipt || 'none' })]),
    ...(isSameCard ? [] : [differ('operation_card', about, { ours: cardOf(row), theirs: anotherCard(card?.last4) })]),
  ];
}

const cardOf = ({ card_id, card_last4 }: OperationRow) =>
  card_id === null ? 'no card' : `${toId('card', card_id)}, ending in ${card_last4 ?? '????'}`;

/** Nobody sees the issuer's tokens, so this only says that the card is another one. */
const anotherCard = (last4: string | undefined) => (last4 === undefined ? 'no card' : `another, ending in ${last4}`);
