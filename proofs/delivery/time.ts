// Virtual time. Waits of minutes and hours are compared with the schedule and then moved to now, as if they were over.
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '@cardwright/server/platform/db/sql.ts';
import { RETRY_AFTER_SECONDS } from './receivers.ts';
import type { World } from './world.ts';

/** The promise: the delay from the failure of each attempt to the next, plus or minus a tenth. */
const DELAYS_SECONDS = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
const JITTER = 0.1;

/** Tolerance between the end of an attempt and the clock reading at which the wait begins. */
const READING_SECONDS = 0.5;

/** A due delivery that is not sent for this long while nothing else is sent is stuck: an answer takes less. */
const STALLED_MS = 25_000;

/** Poll interval of the database. */
const POLL_EVERY_MS = 200;

/** More than an event can need. */
const MOST_JUMPS = 12;

/** Moves time until every event so far is delivered or given up. Returns the number of skipped waits. */
export async function settle(world: World): Promise<number> {
  let jumps = 0;
  let seen = '';
  let seenAt = performance.now();
  for (;;) {
    world.receivers.look();
    const { left, due, behind } = await lookAtWork(world);
    if (left === 0n && behind === 0n) {
      await checkPatience(world);
      return jumps;
    }
    if (due === 0n && behind === 0n) {
      if (jumps++ >= MOST_JUMPS) break;
      await skipWaits(world);
    }
    const now = `${left} ${behind} ${world.receivers.tally.receipts}`;
    if (now !== seen) seenAt = performance.now();
    if (performance.now() - seenAt > STALLED_MS) break;
    seen = now;
    await sleep(POLL_EVERY_MS);
  }
  world.context.violation('an event is due and no worker delivers it', await lookAtWork(world));
  return jumps;
}

/** The total that waits, the part due to endpoints that are not resting, and the companies whose events wait. */
async function lookAtWork({ db }: World): Promise<{ left: bigint; due: bigint; behind: bigint }> {
  const [row] = await db.query<{ left: bigint; due: bigint; behind: bigint }>(sql`
    select count(*) as left, count(*) filter (where d.next_at <= now() and (w.rest_until is null or w.rest_until <= now())) as due,
           (select count(*) from event_counters where is_behind) as behind
      from webhook_deliveries d
      join webhook_endpoints w on w.company_id = d.company_id and w.environment = d.environment and w.id = d.endpoint_id
     where d.status = 'pending'`);
  if (row === undefined) throw new Error('the database returned no row about its work');
  return row;
}

type Waiting = {
  id: string;
  attempts: number;
  /** From the end of the last attempt to the next one; null when there was no attempt. */
  wait: number | null;
  status: number | null;
};

/** Compares waiting deliveries with the schedule and moves them to now, with the rest period of their endpoint. */
async function skipWaits({ context, db, jumpedAt }: World): Promise<void> {
  const waiting = await db.writeUnscoped(async (tx) => {
    await tx.query(sql`select from webhook_endpoints order by company_id, environment, id for no key update`);
    const rows = await tx.query<Waiting>(sql`
      select d.id, d.attempts, a.status, extract(epoch from d.next_at - a.at)::float8 - a.duration_ms / 1000.0::float8 as wait
        from webhook_deliveries d
        left join lateral (
          select x.at, x.duration_ms, x.status from webhook_attempts x
           where x.company_id = d.company_id and x.environment = d.environment and x.delivery_id = d.id and x.number = d.attempts) as a on true
       where d.status = 'pending' and d.next_at > now()`);
    await tx.query(sql`update webhook_deliveries set next_at = now() where status = 'pending' and next_at > now()`);
    const [clock] = await tx.query<{ now: Date }>(sql`select now() as now`);
    if (clock !== undefined) jumpedAt.push(clock.now);
    // Only set times are moved: an endpoint without a next time stays as it is.
    await tx.query(sql`update webhook_endpoints set rest_until = now() where rest_until > now()`);
    await tx.query(sql`update webhook_endpoints set next_at = now() where next_at > now()`);
    return rows;
  });
  for (const each of waiting)
    if (!isOnSchedule(each)) context.violation('an attempt is not planned by the schedule', each);
}

function isOnSchedule({ attempts, wait, status }: Waiting): boolean {
  const bounds = boundsOf(attempts, status);
  if (bounds === undefined) return false;
  if (wait === null) return true; // another attempt was recorded in between: it has the number
  return wait >= bounds.shortest && wait <= bounds.longest;
}

/** Bounds in seconds of the wait after this many attempts, the last of which was answered with this status. */
function boundsOf(attempts: number, status: number | null): { shortest: number; longest: number } | undefined {
  const delay = DELAYS_SECONDS[attempts - 1];
  if (delay === undefined) return undefined;
  const asked = status === 503 ? RETRY_AFTER_SECONDS : 0;
  return {
    shortest: Math.max(delay * (1 - JITTER), asked) - READING_SECONDS,
    longest: Math.max(delay * (1 + JITTER), asked) + READING_SECONDS,
  };
}

/** A wait that ended before any check is judged by the attempt after it: never too early, unless we jumped. */
async function checkPatience({ context, db, jumpedAt }: World): Promise<void> {
  const gaps = await db.query<{ id: string; attempts: number; status: number | null; ended: Date; next: Date }>(sql`
    select a.delivery_id as id, a.number as attempts, a.status, a.at + a.duration_ms * interval '1 millisecond' as ended, b.at as next
      from webhook_attempts a
      join webhook_attempts b on b.company_id = a.company_id and b.environment = a.environment and b.delivery_id = a.delivery_id
       and b.number = a.number + 1`);
  for (const { ended, next, ...gap } of gaps) {
    if (jumpedAt.some((at) => at >= ended && at <= next)) continue;
    const wait = (next.getTime() - ended.getTime()) / 1_000;
    const bounds = boundsOf(gap.attempts, gap.status);
    if (bounds === undefined || wait < bounds.shortest) {
      context.violation('an attempt is made before its time', { ...gap, wait });
    }
  }
}

/** Ends every lease, as time would. Only while no worker runs: a running worker's lease must last. */
export async function endLeases({ db }: World): Promise<void> {
  await db.query(sql`update webhook_endpoints set lease_until = now() where lease_until > now()`);
}
