// The statements of spend and of totals of cards. Triggers keep both, so no statement adds up payments or cards.

import type { Usd } from '../../foundation/money/usd.ts';
import type { Scope } from '../../foundation/scope.ts';
import { inScope, type Tx } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';

/** Whose spend. The id of a company's row is the company's. */
export type Spender = { kind: 'company' | 'holder' | 'card'; id: string };

/** The spend of each of the last months, oldest first; the last one is that of `now`. Months are UTC. */
export async function listSpend(
  tx: Tx,
  scope: Scope,
  { kind, id }: Spender,
  { now, months }: { now: Date; months: number },
): Promise<{ month: string; spent: Usd }[]> {
  return tx.query(sql`
    select to_char(m.month, 'YYYY-MM') as month, coalesce(s.spent, 0) as spent
      from (select (date_trunc('month', ${now}::timestamptz at time zone 'UTC') - make_interval(months => n))::date as month
              from generate_series(0, ${months}::integer - 1) as n) as m
      left join lateral (
        select x.spent from spend_by_month x
         where ${inScope(scope, 'x')} and x.kind = ${kind} and x.id = ${id} and x.month = m.month limit 1) as s on true
     order by m.month`);
}

export type SpendRow = {
  /** Of all cards. */
  total: Usd;
  /** Null, with everything behind it, if no card has spent anything. */
  card_id: string | null;
  spent: Usd;
  name: string;
  last4: string;
  holder: string;
};

/** The spend of the month of a time, in UTC, and the cards that spent most of it. */
export async function listTopSpend(tx: Tx, scope: Scope, time: Date, limit: number): Promise<SpendRow[]> {
  const month = sql`date_trunc('month', ${time}::timestamptz at time zone 'UTC')::date`;
  return tx.query<SpendRow>(sql`
    select coalesce(t.spent, 0) as total, c.id as card_id, s.spent, c.name, c.last4, h.name as holder
      from (select) as one
      left join lateral (
        select x.spent from spend_by_month x
         where ${inScope(scope, 'x')} and x.kind = 'company' and x.id = ${scope.companyId} and x.month = ${month} limit 1) as t on true
      left join lateral (
        select x.id, x.spent from spend_by_month x
         where ${inScope(scope, 'x')} and x.kind = 'card' and x.month = ${month} and x.spent > 0
         order by x.spent desc, x.id limit ${limit}) as s on true
      left join lateral (
        select x.id, x.name, x.last4, x.holder_id from cards x where ${inScope(scope, 'x')} and x.id = s.id limit 1) as c on true
      left join lateral (select x.name from holders x where ${inScope(scope, 'x')} and x.id = c.holder_id limit 1) as h on true
     order by s.spent desc, s.id`);
}

/** The number and the balance of the cards in each status; statuses without cards are left out. */
export async function listCardTotals(tx: Tx, scope: Scope): Promise<{ status: string; cards: bigint; balance: Usd }[]> {
  return tx.query(sql`
    select t.status, t.cards, t.balance from card_totals t where ${inScope(scope, 't')} and t.cards > 0 order by t.status`);
}
