// Months of a company's own time, and the stored quota of each.

import type { Scope } from '@cardwright/server/foundation/scope.ts';
import type { Db } from '@cardwright/server/platform/db/db.ts';
import { sql } from '@cardwright/server/platform/db/sql.ts';

/** The specification's limit, repeated here: the proof must not ask the product what it promised. */
export const QUOTA = 500;

/** A month as a count of months since the year 0, so that the next one is one more. */
export type Month = number;

/** The month of a moment. */
export const monthOf = (at: Date): Month => at.getUTCFullYear() * 12 + at.getUTCMonth();

/** The moment at which a month begins, in milliseconds. */
export const startOf = (month: Month): number => Date.UTC(Math.floor(month / 12), month % 12, 1);

const dateOf = (month: Month) => new Date(startOf(month)).toISOString().slice(0, 10);

/** Sets a company's sandbox time to this moment. In whole milliseconds, like the time columns. */
export async function moveClock(db: Db, scope: Scope, toMs: number): Promise<void> {
  await db.query(sql`
    update ledger.books
       set clock_offset = make_interval(secs => ${toMs} / 1000.0) - (date_trunc('milliseconds', clock_timestamp()) - 'epoch'::timestamptz)
     where company_id = ${scope.companyId} and environment = ${scope.environment}`);
}

/** Marks places of a month as taken until this many are left. */
export async function leavePlaces(db: Db, scope: Scope, month: Month, places: number): Promise<void> {
  if (places === QUOTA) return; // an unused month has no row
  await db.query(sql`
    insert into issue_quotas (company_id, environment, month, used)
    values (${scope.companyId}, ${scope.environment}, ${dateOf(month)}, ${QUOTA - places})`);
}

/** A month of a company in one snapshot. */
export type Seen = {
  /** The counter. */
  used: number;
  /** Issues created in the month that did not fail. */
  alive: number;
  /** Those that the issuer will reject. */
  doomed: number;
  /** Issues of the month that failed when the company was already in another month. */
  across: number;
};

/** Reads a month. */
export async function seeMonth(db: Db, scope: Scope, month: Month): Promise<Seen> {
  const own = sql`company_id = ${scope.companyId} and environment = ${scope.environment}`;
  const [from, to] = [new Date(startOf(month)), new Date(startOf(month + 1))];
  const [row] = await db.query<Seen>(sql`
    select coalesce((select used from issue_quotas where ${own} and month = ${dateOf(month)}), 0)::integer as used,
           count(*) filter (where status <> 'failed')::integer as alive,
           count(*) filter (where status <> 'failed' and scenario = 'rejected')::integer as doomed,
           count(*) filter (where status = 'failed' and decided_at >= ${to})::integer as across
      from operations
     where ${own} and type = 'issue' and created_at >= ${from} and created_at < ${to}`);
  return row ?? { used: 0, alive: 0, doomed: 0, across: 0 };
}

/** How many months of a company have a counter. */
export async function countMonths(db: Db, scope: Scope): Promise<number> {
  const rows = await db.query<object>(sql`
    select month from issue_quotas where company_id = ${scope.companyId} and environment = ${scope.environment}`);
  return rows.length;
}

/** Number of undecided operations of a company. */
export async function countUnfinished(db: Db, scope: Scope): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::integer as count from operations
     where company_id = ${scope.companyId} and environment = ${scope.environment} and status in ('queued', 'processing')`);
  return row?.count ?? 0;
}
