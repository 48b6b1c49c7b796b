// The statements of card payments.
import { inScope, type Tx } from '../db/db.ts';
import { type PageRequest, readPage } from '../db/lists.ts';
import { name, sql } from '../db/sql.ts';
import type { Usd } from '../money/usd.ts';
import type { Scope } from '../scope.ts';

export const transactionTypes = ['purchase', 'refund', 'reversal', 'withdrawal', 'fee'] as const;
export const transactionStatuses = ['pending', 'settled', 'declined', 'reversed'] as const;

export type TransactionRow = {
  id: string;
  card_id: string;
  reference: string;
  type: (typeof transactionTypes)[number];
  status: (typeof transactionStatuses)[number];
  amount: Usd;
  currency: string;
  merchant: string;
  country: string;
  description: string;
  occurred_at: Date;
};

export type TransactionFilter = { cardId?: string; status?: string; type?: string };

const columns = 'id, card_id, reference, type, status, amount, currency, merchant, country, description, occurred_at';

/** A page of card payments, newest first by when they happened. */
export async function listTransactions(
  tx: Tx,
  scope: Scope,
  page: PageRequest,
  filter: TransactionFilter,
): Promise<TransactionRow[]> {
  return readPage<TransactionRow>(tx, scope, { table: 'transactions', time: 'occurred_at', columns }, page, {
    exact: filter.cardId === undefined ? [] : [{ column: 'card_id', value: filter.cardId }],
    oneOf: [
      { column: 'status', wanted: filter.status, values: transactionStatuses },
      { column: 'type', wanted: filter.type, values: transactionTypes },
    ],
  });
}

/** One card payment of this company and environment. */
export async function findTransaction(tx: Tx, scope: Scope, id: string): Promise<TransactionRow | undefined> {
  const [row] = await tx.query<TransactionRow>(sql`
    select ${name(columns)} from transactions
     where ${inScope(scope)} and id = ${id}`);
  return row;
}
