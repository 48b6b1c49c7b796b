// The statements of card payments.

import type { Usd } from '../../foundation/money/usd.ts';
import type { Environment, Scope } from '../../foundation/scope.ts';
import { inScope, type Queryable, type Tx } from '../../platform/db/db.ts';
import { type Filters, type PageRequest, readShownPage, type Shown } from '../../platform/db/lists.ts';
import { sql } from '../../platform/db/sql.ts';
import { isContradiction } from '../cards/sql.ts';

export const transactionTypes = ['purchase', 'refund', 'reversal', 'withdrawal', 'fee'] as const;
export type TransactionType = (typeof transactionTypes)[number];

export const transactionStatuses = ['pending', 'settled', 'declined', 'reversed'] as const;
export type TransactionStatus = (typeof transactionStatuses)[number];

/** Why the issuer declined a payment; empty for every other one. */
export const declineReasons = [
  '',
  'insufficient_balance',
  'card_frozen',
  'card_closed',
  'limit_exceeded',
  'issuer_declined',
] as const;
export type DeclineReason = (typeof declineReasons)[number];

export type TransactionRow = {
  id: string;
  card_id: string;
  reference: string;
  type: TransactionType;
  status: TransactionStatus;
  amount: Usd;
  currency: string;
  merchant: string;
  country: string;
  description: string;
  occurred_at: Date;
};

export type TransactionFilter = { cardId?: string; holderId?: string; status?: string; type?: string };

const TEXT = sql`transaction_text(p.whole, shown_id('txn', p.id), shown_id('card', (p.whole).card_id))`;

const list = { table: 'transactions', time: 'occurred_at', text: TEXT };

/** A page of card payments, newest first by when they happened. */
export async function listTransactions(
  tx: Tx,
  scope: Scope,
  page: PageRequest,
  filter: TransactionFilter,
): Promise<Shown[]> {
  if (await isContradiction(tx, scope, filter)) return [];
  return readShownPage(tx, scope, list, page, filtersOf(filter));
}

/** A page of card payments at some merchants. Each merchant is a few ranges of an index, also within one card. */
export async function listTransactionsAt(
  tx: Tx,
  scope: Scope,
  page: PageRequest,
  { merchants, ...filter }: TransactionFilter & { merchants: readonly string[] },
): Promise<Shown[]> {
  if (merchants.length === 0 || (await isContradiction(tx, scope, filter))) return [];
  const { exact = [], oneOf = [] } = filtersOf(filter);
  const each = sql`select unnest(${merchants}::text[])`;
  return readShownPage(tx, scope, list, page, {
    exact,
    oneOf: [{ column: 'merchant', each }, ...oneOf],
    covered: sql`t.merchant <> ''`,
  });
}

const filtersOf = ({ cardId, holderId, status, type }: TransactionFilter): Filters => ({
  exact: [
    ...(cardId === undefined ? [] : [{ column: 'card_id', value: cardId }]),
    ...(holderId === undefined ? [] : [{ column: 'holder_id', value: holderId }]),
  ],
  oneOf: [
    { column: 'status', wanted: status, values: transactionStatuses },
    { column: 'type', wanted: type, values: transactionTypes },
  ],
});

/** One card payment of this company and environment. */
export async function findTransaction(tx: Tx, scope: Scope, id: string): Promise<string | undefined> {
  const [row] = await tx.query<{ text: string }>(sql`
    select ${TEXT} as text
      from (select x as whole, x.id from transactions x where ${inScope(scope, 'x')} and x.id = ${id}) p`);
  return row?.text;
}

/** The place of a payment: the owner of its card, and the known or requested payment under its reference. */
export type Place = Scope & {
  /** More than one when the issuer's token is ambiguous. */
  cards: bigint;
  cardId: string;
  holderId: string;
  productId: string;
  transactionId: string | null;
  /** False for a payment that a sandbox requested and that has not come back yet. */
  isKnown: boolean;
};

/** The search key of a payment's place. `simulated` is its id if a sandbox requested it. */
export type Sought = { environment: Environment; token: string; reference: string; simulated: string | undefined };

/** Finds the places of payments from an issuer's reports; undefined for one whose card is unknown. */
export async function findPlaces(db: Queryable, sought: readonly Sought[]): Promise<(Place | undefined)[]> {
  if (sought.length === 0) return [];
  const rows = await db.query<Place & { at: bigint }>(sql`
    select at_position as at, cards, company_id as "companyId", environment, card_id as "cardId", holder_id as "holderId",
           product_id as "productId", transaction_id as "transactionId", is_known as "isKnown"
      from owners_of_payments(${sought.map((each) => each.environment)}::environment[], ${sought.map((each) => each.token)}::text[],
                              ${sought.map((each) => each.reference)}::text[], ${sought.map((each) => each.simulated ?? null)}::uuid[])`);
  const found = new Map(rows.map(({ at, ...place }) => [Number(at) - 1, place]));
  return sought.map((_, index) => found.get(index));
}

/** An issuer's report of a payment, as the database takes it: cents as text, and every id as the API shows it. */
export type PaymentUpdate = {
  companyId: string;
  environment: Environment;
  cardId: string;
  id: string;
  reference: string;
  type: TransactionType;
  status: TransactionStatus;
  amount: string;
  currency: string;
  merchant: string;
  country: string;
  description: string;
  declineReason: DeclineReason;
  /** Cents. */
  returned?: string;
  occurredAt: Date;
  /** The issuer's id of the notification. */
  notification: string;
  shownId: string;
  shownCompany: string;
  shownCard: string;
  shownHolder: string;
  shownProduct: string;
  eventId: string;
  shownEvent: string;
  cardEventId: string;
  shownCardEvent: string;
};

/**
 * `again`: the payment was recorded meanwhile under another id, and nothing happened. `early`: it returns money of a
 * card that is not closed here yet, and nothing happened.
 */
export type Recorded = 'recorded' | 'changed' | 'noted' | 'contradiction' | 'again' | 'early';

/** Records issuers' reports in one commit. No two updates are about one payment. */
export async function recordTransactions(db: Queryable, updates: readonly PaymentUpdate[]): Promise<Recorded[]> {
  const [row] = await db.query<{ results: Recorded[] }>(
    sql`select record_transactions(${JSON.stringify(updates)}::jsonb) as results`,
  );
  return row?.results ?? [];
}

/** Opens a case about a payment for operators. A repeated call finds the open case. */
export async function openCase(
  db: Queryable,
  { companyId, environment }: Scope,
  transactionId: string,
  { kind, detail }: { kind: 'changed_notification'; detail: string },
): Promise<void> {
  await db.query(
    sql`select open_case(${companyId}, ${environment}, 'transaction', ${transactionId}, ${kind}, ${detail})`,
  );
}
