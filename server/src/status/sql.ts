// What is unfinished, counted across companies: counts, sums and moments, never a row of one. Everything is bounded, so
// that a look costs the same on a bad day.
import type { Queryable } from '../db/db.ts';
import { sql } from '../db/sql.ts';
import type { Usd } from '../money/usd.ts';
import type { Environment } from '../scope.ts';

/** Why a queued operation is not sent. */
export const reasons = ['paused', 'suspended', 'unreachable', 'waiting'] as const;
export type Reason = (typeof reasons)[number];

export type Waiting = {
  environment: Environment;
  reason: Reason;
  pause_id: string | null;
  operations: bigint;
  oldest_at: Date;
  held: Usd;
};

/** Queued operations by the reason why they wait. */
export async function countWaiting(db: Queryable, atMost: number): Promise<Waiting[]> {
  return db.query<Waiting>(sql`
    select environment, reason, pause_id, operations, oldest_at, held from count_waiting(${atMost})`);
}

export type Sending = { environment: Environment; operations: bigint; silent: bigint; oldest_at: Date };

/** Operations that are being sent, and how many of them by somebody who has gone silent. */
export async function countSending(db: Queryable, atMost: number, silentSeconds: number): Promise<Sending[]> {
  return db.query<Sending>(sql`
    select environment, operations, silent, oldest_at from count_sending(${atMost}, ${silentSeconds})`);
}

export type Reviews = {
  environment: Environment;
  operations: bigint;
  without_next: bigint;
  held: Usd;
  oldest_at: Date;
  next_at: Date | null;
};

/** Operations in review. */
export async function countReviews(db: Queryable, atMost: number): Promise<Reviews[]> {
  return db.query<Reviews>(sql`
    select environment, operations, without_next, held, oldest_at, next_at from count_reviews(${atMost})`);
}

export type Held = { environment: Environment; of_holds: Usd; of_operations: Usd; is_whole: boolean };

/** The money that is held, by the ledger and by the unfinished operations. */
export async function countHeld(db: Queryable, atMost: number): Promise<Held[]> {
  return db.query<Held>(sql`select environment, of_holds, of_operations, is_whole from count_held(${atMost})`);
}

/** What else waits for somebody. */
export const backlogs = ['notifications', 'holders', 'cases', 'proposals', 'seals'] as const;

export type Backlog = {
  backlog: (typeof backlogs)[number];
  /** Null for what belongs to no environment. */
  environment: Environment | null;
  waiting: bigint;
  oldest_at: Date;
};

/** Whatever waits beside operations; what is empty is not named. */
export async function countBacklogs(db: Queryable, atMost: number): Promise<Backlog[]> {
  return db.query<Backlog>(sql`
    select backlog, environment, waiting, oldest_at from count_backlogs(${atMost}) order by backlog, environment`);
}

export type QueueRow = {
  name: string;
  /** Due, and taken by nobody. */
  ready: number;
  /** Not due yet. */
  deferred: number;
  active: number;
  failed: number;
  /** When a worker last counted; null when none ever did. */
  counted_at: Date | null;
};

/** The jobs of each queue, as the workers count them every second: no job is looked at. */
export async function listQueues(db: Queryable): Promise<QueueRow[]> {
  return db.query<QueueRow>(sql`
    select name, ready_count as ready, deferred_count as deferred, active_count as active, failed_count as failed,
           monitor_on as counted_at
      from pgboss.queue
     where name not like '\\_\\_%'
     order by name`);
}

/** The database's time, which all moments here are of. */
export async function readTime(db: Queryable): Promise<Date> {
  const [row] = await db.query<{ at: Date }>(sql`select clock_timestamp() as at`);
  return row?.at ?? new Date();
}
