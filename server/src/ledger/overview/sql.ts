// The statements of the overview. Each is a few index look-ups, regardless of the length of the history.

import type { Usd } from '../../foundation/money/usd.ts';
import type { Scope } from '../../foundation/scope.ts';
import { inScope, type Tx } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';

/** The company's own clock: a sandbox's may run ahead of ours. */
export async function findTime(tx: Tx, scope: Scope, now: Date): Promise<Date> {
  const [row] = await tx.query<{ at: Date }>(sql`
    select ${now}::timestamptz + clock_offset as at from ledger.books where ${inScope(scope)}`);
  return row?.at ?? now;
}

/** Running totals of the counter-accounts, and the card account's balance, before a time. */
export type StandRow = { before: Date; closing: Usd; deposits: Usd; issuer: Usd; fees: Usd; adjustments: bigint };

/**
 * The state of a book before each of a few times. Differences of the counter-accounts' running balances give the
 * incoming and outgoing money in between. A binary search finds the last line before a time, since the numbers of lines
 * and of their entries only grow. `adjustments` is the number of that account's last line: adjustments go both ways,
 * are rare, and are read one by one.
 */
export async function listStands(tx: Tx, scope: Scope, moments: readonly Date[]): Promise<StandRow[]> {
  return tx.query<StandRow>(sql`
    with recursive stands as materialized (
      select m.moment, e.sequence, e.closing
        from unnest(${moments}::timestamptz[]) as m (moment)
        left join lateral (
          select x.sequence, x.available_after + x.held_after as closing
            from ledger.entries x
           where ${inScope(scope, 'x')} and x.created_at < m.moment
           order by x.created_at desc, x.sequence desc
           limit 1) as e on true
    ), search (moment, account, sequence, low, high) as (
      select s.moment, a.account, s.sequence, 0::bigint, case when s.sequence is null then 0 else a.lines end
        from stands s
       cross join lateral (
         select x.account, x.lines
           from ledger.accounts x
          where ${inScope(scope, 'x')} and x.account = any ('{deposits,issuer,fees,adjustments}'::ledger.account[])) as a
      union all
      select s.moment, s.account, s.sequence,
             case when l.entry_sequence <= s.sequence then (s.low + s.high + 1) / 2 else s.low end,
             case when l.entry_sequence <= s.sequence then s.high else (s.low + s.high + 1) / 2 - 1 end
        from search s
       cross join lateral (
         select x.entry_sequence
           from ledger.lines x
          where ${inScope(scope, 'x')} and x.account = s.account and x.sequence = (s.low + s.high + 1) / 2
          limit 1) as l
       where s.low < s.high
    )
    select s.moment as before, coalesce(max(t.closing), 0)::bigint as closing,
           coalesce(max(f.balance) filter (where s.account = 'deposits'), 0)::bigint as deposits,
           coalesce(max(f.balance) filter (where s.account = 'issuer'), 0)::bigint as issuer,
           coalesce(max(f.balance) filter (where s.account = 'fees'), 0)::bigint as fees,
           coalesce(max(s.low) filter (where s.account = 'adjustments'), 0)::bigint as adjustments
      from search s
     cross join lateral (select x.closing from stands x where x.moment = s.moment limit 1) as t
      left join lateral (
        select x.balance_after as balance
          from ledger.lines x
         where ${inScope(scope, 'x')} and x.account = s.account and x.sequence = s.low
         limit 1) as f on true
     where s.low = s.high
     group by s.moment
     order by s.moment`);
}

/** The lines of corrections after one number, through another; money taken out of the card account is positive. */
export async function listCorrections(
  tx: Tx,
  scope: Scope,
  { after, through, limit }: { after: bigint; through: bigint; limit: number },
): Promise<{ sequence: bigint; amount: Usd }[]> {
  return tx.query(sql`
    select sequence, amount from ledger.lines
     where ${inScope(scope)} and account = 'adjustments' and sequence > ${after} and sequence <= ${through}
     order by sequence
     limit ${limit}`);
}

/** The number of open holds, counted up to a limit. */
export async function countOpenHolds(tx: Tx, scope: Scope, limit: number): Promise<number> {
  const [row] = await tx.query<{ count: bigint }>(sql`
    select count(*) as count
      from (select from ledger.holds where ${inScope(scope)} and state = 'open' order by created_at, reference limit ${limit}) as h`);
  return Number(row?.count ?? 0n);
}

export type HeldRow = {
  id: string;
  type: string;
  status: string;
  card_id: string | null;
  holder_id: string | null;
  name: string;
  recipient: string;
};

/** The operations behind holds. */
export async function listHeld(tx: Tx, scope: Scope, ids: readonly string[]): Promise<HeldRow[]> {
  return tx.query<HeldRow>(sql`
    select o.id, o.type, o.status, o.card_id, o.holder_id, o.name, o.recipient
      from unnest(${ids}::uuid[]) as i (id)
     cross join lateral (
       select * from operations x where ${inScope(scope, 'x')} and x.id = i.id limit 1) as o`);
}

export type AttentionRow = {
  invoice: string | null;
  failing: number;
  disabled: number;
  ending_keys: number;
};

/** What needs attention. An invoice expires by the company's own clock. */
export async function findAttention(
  tx: Tx,
  scope: Scope,
  { now, soon, time }: { now: Date; soon: Date; time: Date },
): Promise<AttentionRow> {
  const [row] = await tx.query<AttentionRow>(sql`
    select i.id as invoice,
           (select count(*) from webhook_endpoints w
             where ${inScope(scope, 'w')} and w.status = 'enabled' and w.failing_since is not null)::integer as failing,
           (select count(*) from webhook_endpoints w
             where ${inScope(scope, 'w')} and w.status = 'disabled' and w.disabled_reason in ('gone', 'failing'))::integer as disabled,
           count_ending_keys(${scope.companyId}, ${scope.environment}, ${now}, ${soon}) as ending_keys
      from (select) as one
      left join lateral (
        select x.id, x.expires_at from invoices x
         where ${inScope(scope, 'x')} and x.status = 'pending' order by x.created_at desc, x.id desc
         limit 1) as i on i.expires_at > ${time}`);
  if (row === undefined) throw new Error('a row of counts is missing');
  return row;
}
