// The statements of retention.

import type { Queryable } from '../db/db.ts';
import { sql } from '../db/sql.ts';

type Batch = { days: number; rows: number };

/** Deletes a batch of finished emails. Returns how many. */
export async function forgetEmails(db: Queryable, { days, rows }: Batch): Promise<number> {
  const [row] = await db.query<{ forgotten: number }>(sql`
    select forget_emails(make_interval(days => ${days}), ${rows}) as forgotten`);
  return row?.forgotten ?? 0;
}

/** Deletes a batch of expired invitations. Returns how many. */
export async function forgetInvitations(db: Queryable, { days, rows }: Batch): Promise<number> {
  const [row] = await db.query<{ forgotten: number }>(sql`
    select forget_invitations(make_interval(days => ${days}), ${rows}) as forgotten`);
  return row?.forgotten ?? 0;
}

/** Adds the missing parts of tables that are split by month. Returns how many. */
export async function addMonths(db: Queryable): Promise<number> {
  const [row] = await db.query<{ added: number }>(sql`select prepare_months() as added`);
  return row?.added ?? 0;
}

/** Drops the part of the oldest month that is past its retention time. Null when there is none. */
export async function dropMonth(
  db: Queryable,
  kept: { eventsDays: number; bodiesDays: number },
): Promise<string | null> {
  const [row] = await db.query<{ part: string | null }>(sql`
    select drop_month(make_interval(days => ${kept.eventsDays}), make_interval(days => ${kept.bodiesDays})) as part`);
  return row?.part ?? null;
}
