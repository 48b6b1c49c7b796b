// Everything about one company, here and at the issuer, read in one snapshot by the administrator.
import { toId } from '@cardwright/server/foundation/ids.ts';
import type { Scope } from '@cardwright/server/foundation/scope.ts';
import type { Db, Tx } from '@cardwright/server/platform/db/db.ts';
import { sql } from '@cardwright/server/platform/db/sql.ts';
import type { Kind, Limits } from './companies.ts';

export type OperationFact = {
  id: string;
  /** As the API and the issuer name it. */
  reference: string;
  type: Kind;
  status: string;
  amount: bigint;
  fee: bigint;
  card_id: string | null;
  limits: Limits | null;
  returned: bigint | null;
  failure_code: string;
  created_at: Date;
  decided_at: Date | null;
};

export type CardFact = { id: string; token: string; status: string; balance: bigint; limits: Limits | null };

export type PaymentFact = {
  /** As the API names it. */
  id: string;
  card_id: string;
  reference: string;
  type: string;
  status: string;
  amount: bigint;
  decline_reason: string | null;
  returned: bigint | null;
};

type Entry = { kind: string; reference: string; available_delta: bigint; held_delta: bigint };

/** What we know. */
export type Ours = {
  operations: OperationFact[];
  cards: CardFact[];
  payments: PaymentFact[];
  entries: Entry[];
  holds: Map<string, { amount: bigint; state: string }>;
  balances: { available: bigint; held: bigint };
};

/** An order at the issuer. The numbers of orders and payments of an account are in the order of their effects. */
export type TheirOrder = {
  reference: string;
  kind: Kind;
  status: string;
  amount: bigint;
  number: bigint;
  code: string | null;
  /** The token of the card that it was about, or that it issued. */
  token: string | null;
  returned: string | null;
  limits: Limits | null;
};

type TheirCard = { token: string; status: string; balance: bigint; limits: Limits };

export type TheirPayment = {
  reference: string;
  token: string;
  type: string;
  status: string;
  amount: bigint;
  decline_reason: string;
  returned: bigint;
  occurred_at: Date;
  number: bigint;
};

/** What the issuer knows, and how often it received each order. */
export type Theirs = {
  orders: TheirOrder[];
  cards: TheirCard[];
  payments: TheirPayment[];
  requests: Map<string, number>;
};

const whereOf = ({ companyId, environment }: Scope) => sql`company_id = ${companyId} and environment = ${environment}`;

/** Reads what we know of a company. */
export const readOurs = (db: Db, scope: Scope): Promise<Ours> => db.read(scope, (tx) => ours(tx, scope));

/** Reads both sides. */
export const readBoth = (db: Db, scope: Scope): Promise<{ ours: Ours; theirs: Theirs }> =>
  db.read(scope, async (tx) => ({ ours: await ours(tx, scope), theirs: await theirs(tx, scope) }));

async function ours(tx: Tx, scope: Scope): Promise<Ours> {
  const where = whereOf(scope);
  const operations = await tx.query<Omit<OperationFact, 'reference'>>(sql`
    select id, type, status, amount, fee, card_id, limits, returned, failure_code, created_at, decided_at
      from operations where ${where} order by created_at`);
  const cards = await tx.query<CardFact>(
    sql`select id, issuer_token as token, status, balance, limits from cards where ${where}`,
  );
  const payments = await tx.query<PaymentFact>(sql`
    select id, card_id, reference, type, status, amount, decline_reason, returned from transactions where ${where}`);
  const entries = await tx.query<Entry>(
    sql`select kind, reference, available_delta, held_delta from ledger.entries where ${where} order by sequence`,
  );
  const holds = await tx.query<{ reference: string; amount: bigint; state: string }>(
    sql`select reference, amount, state from ledger.holds where ${where}`,
  );
  const accounts = await tx.query<{ account: string; balance: bigint }>(
    sql`select account, balance from ledger.accounts where ${where}`,
  );
  const balanceOf = (account: string) => accounts.find((row) => row.account === account)?.balance ?? 0n;
  return {
    operations: operations.map((row) => ({ ...row, reference: toId('operation', row.id) })),
    cards,
    payments: payments.map((row) => ({ ...row, id: toId('transaction', row.id) })),
    entries,
    holds: new Map(holds.map((hold) => [hold.reference, hold])),
    balances: { available: balanceOf('available'), held: balanceOf('held') },
  };
}

async function theirs(tx: Tx, scope: Scope): Promise<Theirs> {
  const account = toId('company', scope.companyId);
  const orders = await tx.query<TheirOrder>(sql`
    select reference, kind, status, amount_cents as amount, number, answer::json -> 'rejection' ->> 'code' as code,
           coalesce(card, answer::json -> 'card' ->> 'token') as token, answer::json ->> 'returned' as returned, limits
      from issuer_sandbox.orders where account = ${account}`);
  const cards = await tx.query<TheirCard>(sql`
    select token, status, balance_cents as balance, issuer_sandbox.limits_of(c) as limits
      from issuer_sandbox.cards c where account = ${account}`);
  const payments = await tx.query<TheirPayment>(sql`
    select reference, card as token, type, status, amount_cents as amount, decline_reason, returned_cents as returned,
           occurred_at, number
      from issuer_sandbox.card_transactions where account = ${account}`);
  const requests = await tx.query<{ reference: string; requests: bigint }>(sql`
    select reference, count(*) as requests from issuer_sandbox.requests
     where reference = any (select shown_id('op', id) from operations where ${whereOf(scope)}) and method = 'POST' and path = '/v1/orders' group by reference`);
  return {
    orders,
    cards,
    payments,
    requests: new Map(requests.map(({ reference, requests: times }) => [reference, Number(times)])),
  };
}
