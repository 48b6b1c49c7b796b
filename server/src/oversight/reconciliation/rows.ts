// Our side of each comparison, read in pages that fit in memory. Nothing here writes.

import { NOBODY } from '../../foundation/ids.ts';
import type { Usd } from '../../foundation/money/usd.ts';
import type { Usdt } from '../../foundation/money/usdt.ts';
import type { Scope } from '../../foundation/scope.ts';
import { cardActions, type Limits, type OrderKind } from '../../issuer/answers.ts';
import type { EntryRow } from '../../ledger/book/entries.ts';
import { inScope, type Tx } from '../../platform/db/db.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';

/** The rows to read: the next page after a key, or these again. */
export type From = { after: string } | { keys: readonly string[] };

/** By id, which is no order of creation: a row that is added before our position waits for the next run. */
const withIds = (column: Sql, from: From): Sql =>
  'keys' in from ? sql`${column} = any (${from.keys}::uuid[])` : sql`${column} > ${from.after || NOBODY}`;

export type OperationRow = {
  id: string;
  type: OrderKind;
  status: 'queued' | 'processing' | 'completed' | 'failed' | 'manual_review';
  amount: Usd;
  fee: Usd;
  receipt: string;
  /** What a closed card returned. */
  returned: Usd | null;
  card_id: string | null;
  card_token: string | null;
  card_last4: string | null;
};

/** A page of operations, each with its card. */
export async function listOperations(tx: Tx, scope: Scope, from: From, limit: number): Promise<OperationRow[]> {
  return tx.query<OperationRow>(sql`
    select o.id, o.type, o.status, o.amount, o.fee, o.receipt, o.returned, o.card_id, k.issuer_token as card_token, k.last4 as card_last4
      from operations o
      left join cards k on ${inScope(scope, 'k')} and k.id = o.card_id
     where ${inScope(scope, 'o')} and ${withIds(sql`o.id`, from)}
     order by o.id
     limit ${limit}`);
}

/** The fields of an entry that are compared. */
export type MovedRow = Pick<EntryRow, 'reference' | 'kind' | 'available_delta' | 'held_delta'>;

/** Every entry under these references. */
export async function listEntriesOf(tx: Tx, scope: Scope, references: readonly string[]): Promise<MovedRow[]> {
  return tx.query<MovedRow>(sql`
    select e.reference, e.kind, e.available_delta, e.held_delta
      from unnest(${references}::text[]) as r (reference)
      join ledger.entries e on ${inScope(scope, 'e')} and e.reference = r.reference`);
}

export type InvoiceRow = {
  id: string;
  status: 'creating' | 'pending' | 'completed' | 'expired' | 'failed' | 'manual_review';
  requested_amount: Usd;
  deposit_amount: Usd;
  fee: Usd;
  pay_amount: Usdt | null;
  /** Whether two operators accepted the amount that arrived instead of the requested one. */
  was_accepted: boolean;
  /** Whether the issuer is still being asked about it. */
  is_watched: boolean;
  /** Everything that has arrived for it, as far as we know. */
  received: Usdt;
};

/** A page of invoices. */
export async function listInvoices(tx: Tx, scope: Scope, from: From, limit: number): Promise<InvoiceRow[]> {
  return tx.query<InvoiceRow>(sql`
    select i.id, i.status, i.requested_amount, i.deposit_amount, i.fee, i.pay_amount, i.next_at is not null as is_watched,
           (select coalesce(sum(t.amount), 0)::bigint from invoice_transfers t where ${inScope(scope, 't')} and t.invoice_id = i.id) as received,
           exists (select from invoice_attempts a
                    where ${inScope(scope, 'a')} and a.invoice_id = i.id and a.kind = 'decision' and a.outcome = 'accepted') as was_accepted
      from invoices i
     where ${inScope(scope, 'i')} and ${withIds(sql`i.id`, from)}
     order by i.id
     limit ${limit}`);
}

export type CardRow = {
  id: string;
  issuer_token: string;
  last4: string;
  status: string;
  limits: Limits | null;
  balance: Usd;
  /** The sum of its completed issue and top-ups and its payments, less what it returned to the account. */
  story: Usd;
};

/** A page of cards, each with the sum of its history. */
export async function listCards(tx: Tx, scope: Scope, from: From, limit: number): Promise<CardRow[]> {
  return tx.query<CardRow>(sql`
    select c.id, c.issuer_token, c.last4, c.status, c.limits, c.balance, funded.amount + paid.amount as story
      from (select * from cards x where ${inScope(scope, 'x')} and ${withIds(sql`x.id`, from)} order by x.id limit ${limit}) as c
     cross join lateral (
       select coalesce(sum(o.amount - coalesce(o.returned, 0)), 0)::bigint as amount
         from operations o
        where ${inScope(scope, 'o')} and o.card_id = c.id and o.status = 'completed') as funded
     cross join lateral (
       select coalesce(sum(case when t.status in ('pending', 'settled') then t.amount else 0 end - coalesce(t.returned, 0)), 0)::bigint as amount
         from transactions t
        where ${inScope(scope, 't')} and t.card_id = c.id and (t.status in ('pending', 'settled') or t.returned is not null)) as paid
     order by c.id`);
}

/** The statuses of an operation that is not decided. */
const undecided = sql`unnest(array['queued', 'processing', 'manual_review']) as s (status)`;

/** The cards with an operation in transit: the issuer may have done it, and we do not know yet. */
export async function listCardsOnTheirWay(tx: Tx, scope: Scope): Promise<Set<string>> {
  const rows = await tx.query<{ card_id: string }>(sql`
    select distinct o.card_id
      from ${undecided}
     cross join unnest(${['topup', ...cardActions]}::text[]) as t (type)
      join operations o on ${inScope(scope, 'o')} and o.type = t.type and o.status = s.status`);
  return new Set(rows.map(({ card_id }) => card_id));
}

export type NumberedRow = MovedRow & { sequence: bigint };

/** A page of entries in order. */
export async function listEntries(tx: Tx, scope: Scope, from: From, limit: number): Promise<NumberedRow[]> {
  const these =
    'keys' in from ? sql`sequence = any (${from.keys}::bigint[])` : sql`sequence > ${BigInt(from.after || '0')}`;
  return tx.query<NumberedRow>(sql`
    select sequence, reference, kind, available_delta, held_delta
      from ledger.entries
     where ${inScope(scope)} and ${these}
     order by sequence
     limit ${limit}`);
}

/** The cause of entries. A case or a payment causes one of exactly this amount. */
export type CauseRow = { id: string; amount: Usd | null };

/**
 * Which of these exist: operations, invoices, payments that returned money of a closed card, and cases that two
 * operators have corrected by an amount.
 */
export async function listKnown(
  tx: Tx,
  scope: Scope,
  ids: Readonly<Record<'operations' | 'invoices' | 'transactions' | 'cases', readonly string[]>>,
): Promise<Map<string, CauseRow>> {
  const rows = await tx.query<CauseRow>(sql`
    select o.id, null::bigint as amount from operations o where ${inScope(scope, 'o')} and o.id = any (${ids.operations}::uuid[])
    union all
    select i.id, null from invoices i where ${inScope(scope, 'i')} and i.id = any (${ids.invoices}::uuid[])
    union all
    select t.id, coalesce(t.returned, 0) from transactions t where ${inScope(scope, 't')} and t.id = any (${ids.transactions}::uuid[])
    union all
    select p.subject_id, p.amount
      from proposals p
     where ${inScope(scope, 'p')} and p.subject_kind = 'case' and p.subject_id = any (${ids.cases}::uuid[])
       and p.decision = 'adjust' and p.approved_at is not null`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The totals of a book by its accounts, by its entries, and by its undecided operations. */
export type TotalsRow = { available: Usd; held: Usd; of_entries: Usd; undecided: Usd };

/** The totals of a book, in the snapshot of the transaction. */
export async function readTotals(tx: Tx, scope: Scope): Promise<TotalsRow | undefined> {
  const balance = (account: string) => sql`
    coalesce((select a.balance from ledger.accounts a where ${inScope(scope, 'a')} and a.account = ${account}::ledger.account), 0)`;
  const [row] = await tx.query<TotalsRow>(sql`
    select ${balance('available')} as available, ${balance('held')} as held,
           (select coalesce(sum(e.available_delta + e.held_delta), 0)::bigint
              from ledger.entries e
             where ${inScope(scope, 'e')}
               and e.kind in ('deposit', 'sandbox_credit', 'adjustment', 'deposit_fee', 'fee', 'capture', 'card_return')) as of_entries,
           (select coalesce(sum(o.amount + o.fee), 0)::bigint
              from ${undecided}
             cross join unnest(array['issue', 'topup', 'service']) as t (type)
              join operations o on ${inScope(scope, 'o')} and o.type = t.type and o.status = s.status) as undecided`);
  return row;
}

/** An unresolved record that only the issuer has. */
export type UnknownRow = {
  id: string;
  kind: 'order' | 'deposit' | 'card' | 'holder';
  named: string;
  reference: string | null;
  status: string;
  amount: string | null;
  last4: string | null;
};

/** A page of unresolved records that only the issuer has. */
export async function listUnknown(tx: Tx, scope: Scope, from: From, limit: number): Promise<UnknownRow[]> {
  return tx.query<UnknownRow>(sql`
    select u.id, u.kind, u.named, u.reference, u.record ->> 'status' as status, u.record ->> 'amount' as amount,
           u.record ->> 'last4' as last4
      from unknown_records u
     where ${inScope(scope, 'u')} and u.resolved_at is null and ${withIds(sql`u.id`, from)}
     order by u.id
     limit ${limit}`);
}
