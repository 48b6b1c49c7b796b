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
