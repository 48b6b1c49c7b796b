// Invoices of a tenant with all that hangs on them, each text of which only this tenant may read.
import { randomUUID } from 'node:crypto';
import type { Db } from '@cardwright/server/db/db.ts';
import { insert, newAmount, type Row, type RowOf } from './fixture-rows.ts';

/** An address of TRON has so many characters. */
const ADDRESS_LENGTH = 34;

/** One in review, which is all that can be unresolved, and one in every status that is final. */
const statuses = ['manual_review', 'completed', 'expired', 'failed'] as const;

/** Puts a tenant's invoices in, with transfers, attempts and wishes of its sandbox. Answers them, newest first. */
export async function insertInvoices(db: Db, word: string, rowOf: RowOf): Promise<Row[]> {
  const invoices = statuses.map((status, index) => invoiceRow(word, { ...rowOf(index), status }, index));
  await insert(db, 'invoices', invoices);
  const around = invoices.map(({ id, company_id, environment, created_at, pay_amount }) => {
    const owner = { company_id, environment, invoice_id: id };
    return {
      transfer: {
        ...owner,
        transfer_id: `tx-${word}`,
        amount: pay_amount,
        occurred_at: created_at,
        seen_at: created_at,
      },
      attempt: { ...owner, number: 1, kind: 'send', at: created_at, outcome: 'open', detail: `Asked for ${word}` },
      wish: {
        ...owner,
        id: randomUUID(),
        completes: false,
        amount: pay_amount,
        asked_at: created_at,
        state: 'carried',
      },
    };
  });
  await insert(
    db,
    'invoice_transfers',
    around.map(({ transfer }) => transfer),
  );
  await insert(
    db,
    'invoice_attempts',
    around.map(({ attempt }) => attempt),
  );
  await insert(
    db,
    'simulated_transfers',
    around.map(({ wish }) => wish).filter(({ environment }) => environment === 'sandbox'),
  );
  return invoices;
}

function invoiceRow(word: string, row: Row & { status: (typeof statuses)[number] }, index: number): Row {
  const { status, created_at } = row;
  const amount = newAmount() * 100n; // whole dollars
  const isReview = status === 'manual_review';
  return {
    ...row,
    requested_amount: String(amount),
    deposit_amount: String(amount),
    fee: String(newAmount()),
    scenario: word,
    address: `T${word}${index}`.padEnd(ADDRESS_LENGTH, 'x'),
    pay_amount: String(amount * 10_000n + BigInt(index)),
    expires_at: created_at,
    answer: `{"made":"${word}"}`,
    failure_code: status === 'failed' ? `code-${word}` : '',
    failure_message: status === 'failed' ? `Refused ${word}` : '',
    review_reason: isReview ? `Unclear ${word}` : '',
    review_opened_at: isReview ? created_at : null,
    decided_at: isReview ? null : created_at,
  };
}
