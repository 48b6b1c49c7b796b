// Time, moved by the administrator: reviews that are due immediately, and minutes without a connection.

import type { Db } from '@cardwright/server/platform/db/db.ts';
import { sql } from '@cardwright/server/platform/db/sql.ts';
import type { Stack } from '@cardwright/stack/start.ts';
import { askIssuer } from '../harness/ask-issuer.ts';
import type { Company } from './orders.ts';

/** Beyond the first step of the review schedule, and beyond the hour that a late notification takes. */
const MOVED_SECONDS = 3_660;

/** The issuer's notifications arrive within this time; only the deliberately late ones take longer. */
const SOON_SECONDS = 20;

/** True when only unreachable operations are under way, and every notification is processed. */
export async function areQuiet(db: Db): Promise<boolean> {
  const [row] = await db.query<{ quiet: boolean }>(sql`
    select not exists (select from operations where status in ('queued', 'processing') and scenario <> 'connection_refused')
       and not exists (select from issuer_notifications where status = 'received')
       and not exists (select from issuer_sandbox.notifications
                        where copies > 0 and not given_up and due_at < clock_timestamp() + make_interval(secs => ${SOON_SECONDS})) as quiet`);
  return row?.quiet ?? false;
}

/** How many operations are in review now. */
export async function openReviews(db: Db): Promise<number> {
  const [row] = await db.query<{ count: bigint }>(sql`select count(*) from operations where status = 'manual_review'`);
  return Number(row?.count);
}

/** Moves the sandbox time of companies, in our database and at the issuer. */
export async function moveClocks(stack: Stack, db: Db, companies: readonly Company[]): Promise<void> {
  for (const { scope, account } of companies) {
    await db.query(sql`
      update ledger.books set clock_offset = clock_offset + make_interval(secs => ${MOVED_SECONDS})
       where company_id = ${scope.companyId} and environment = ${scope.environment}`);
    await askIssuer(stack, account, `/sandbox/accounts/${account}/clock`, { seconds: MOVED_SECONDS });
  }
}

/** True when each review of these companies was read at least once. */
export async function areRead(db: Db, companies: readonly Company[]): Promise<boolean> {
  const unread = await db.query(sql`
    select from operations
     where status = 'manual_review' and review_checked_at is null
       and company_id = any (${companies.map(({ scope }) => scope.companyId)}::uuid[])
     limit 1`);
  return unread.length === 0;
}

/** Pretends that this much time has passed since the first refused connection. */
export async function endRefusal(db: Db, after: string): Promise<void> {
  await db.query(sql`
    update operations set refused_since = clock_timestamp() - ${after}::interval
     where status in ('queued', 'processing') and scenario = 'connection_refused' and refused_since is not null`);
}

/** True when no unreachable operation waits any more. */
export async function areGivenUp(db: Db): Promise<boolean> {
  const waiting = await db.query(sql`
    select from operations where status in ('queued', 'processing') and scenario = 'connection_refused' limit 1`);
  return waiting.length === 0;
}
