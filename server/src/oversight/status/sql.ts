// Unfinished work, counted across companies: counts, sums and times, never a company's row. Every count is bounded, so
// that it costs the same on a bad day.

import type { Usd } from '../../foundation/money/usd.ts';
import type { Environment } from '../../foundation/scope.ts';
import type { FoundBad, Subject } from '../../ledger/seals/sql.ts';
import type { Queryable } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';

/** Why a queued operation is not sent. */
export const reasons = ['paused', 'suspended', 'unreachable', 'unanswered', 'waiting'] as const;
type Reason = (typeof reasons)[number];

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

/** Operations that are being sent, and how many of them have a silent sender. */
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

/** What an invoice waits for: a worker, the end of a pause or suspension, an answer, a check, or a decision. */
export const invoiceStates = ['creating', 'paused', 'suspended', 'sent', 'due', 'review'] as const;

export type Invoices = {
  environment: Environment;
  state: (typeof invoiceStates)[number];
  invoices: bigint;
  /** In review, after the last check. */
  without_next: bigint;
  oldest_at: Date;
  /** In review: the next check. */
  next_at: Date | null;
};

/** Invoices that need work. */
export async function countInvoices(db: Queryable, atMost: number): Promise<Invoices[]> {
  return db.query<Invoices>(sql`
    select environment, state, invoices, without_next, oldest_at, next_at from count_invoices(${atMost})`);
}

export type Held = { environment: Environment; of_holds: Usd; of_operations: Usd; is_whole: boolean };

/** The money that is held, by the ledger and by the unfinished operations. */
export async function countHeld(db: Queryable, atMost: number): Promise<Held[]> {
  return db.query<Held>(sql`select environment, of_holds, of_operations, is_whole from count_held(${atMost})`);
}

/** Other backlogs. */
export const backlogs = [
  'notifications',
  'unplaced',
  'cases',
  'proposals',
  'verifications',
  'seals',
  'actions',
] as const;

export type Backlog = {
  backlog: (typeof backlogs)[number];
  /** Null if it belongs to no environment. */
  environment: Environment | null;
  waiting: bigint;
  oldest_at: Date;
};

/** Backlogs beside operations; empty ones are omitted. */
export async function countBacklogs(db: Queryable, atMost: number): Promise<Backlog[]> {
  return db.query<Backlog>(sql`
    select backlog, environment, waiting, oldest_at from count_backlogs(${atMost})
     union all
    select 'verifications', null, waiting, oldest_at from count_submitted(${atMost})
     order by backlog, environment`);
}

export type Reconciled = {
  environment: Environment;
  /** Differences between us and the issuer that no later check has found gone. */
  breaks: bigint;
  oldest_at: Date | null;
  /** What the last full reconciliation could not compare, in both environments. */
  unread: bigint;
  /** When that run ended; if there was none, since when there is a company. Null if there is neither. */
  last_at: Date | null;
  has_run: boolean;
};

/** Our books compared with the issuers' records. */
export async function countBreaks(db: Queryable, atMost: number): Promise<Reconciled[]> {
  return db.query<Reconciled>(sql`
    select environment, breaks, oldest_at, unread, last_at, has_run from count_breaks(${atMost})`);
}

export type Verified = {
  subject: Subject;
  /** When it was verified last; if never, since when there is a company. Null if there is neither. */
  last_at: Date | null;
  has_run: boolean;
  books: bigint | null;
  entries: bigint | null;
  compared_with_heads: boolean | null;
  bad: FoundBad | null;
};

/** The last verification of the ledger and of the audit log. */
export async function listVerified(db: Queryable): Promise<Verified[]> {
  return db.query<Verified>(sql`
    select subject, last_at, has_run, books, entries, compared_with_heads, bad from last_verifications()`);
}

/** Webhook problems: events not fanned out, endpoints not served, failing, or disabled. */
export const webhookStates = ['behind', 'due', 'failing', 'disabled'] as const;

export type Webhooks = {
  environment: Environment;
  state: (typeof webhookStates)[number];
  /** Companies that are behind; otherwise endpoints. */
  webhooks: bigint;
  oldest_at: Date;
};

/** Webhooks by problem; empty ones are omitted. */
export async function countWebhooks(db: Queryable, atMost: number): Promise<Webhooks[]> {
  return db.query<Webhooks>(sql`select environment, state, webhooks, oldest_at from count_webhooks(${atMost})`);
}

export type QueueRow = {
  name: string;
  /** Due, and not leased. */
  ready: number;
  /** Not due yet. */
  deferred: number;
  active: number;
  failed: number;
  /** When a worker last counted; null when none ever did. */
  counted_at: Date | null;
};

/** The jobs of each queue, from the workers' counts of every second. It reads no job. */
export async function listQueues(db: Queryable): Promise<QueueRow[]> {
  return db.query<QueueRow>(sql`
    select name, ready_count as ready, deferred_count as deferred, active_count as active, failed_count as failed,
           monitor_on as counted_at
      from pgboss.queue
     where name not like '\\_\\_%'
     order by name`);
}

/** Seconds of commits that no exported mark covers; null without marks. */
export async function readMarkLag(db: Queryable): Promise<number | null> {
  const [row] = await db.query<{ seconds: number | null }>(sql`select mark_lag_seconds() as seconds`);
  return row?.seconds ?? null;
}

/** Whether the server archives its WAL, as it does when it is backed up. */
export async function readArchiving(db: Queryable): Promise<boolean> {
  const [row] = await db.query<{ is_on: boolean }>(sql`select current_setting('archive_mode') <> 'off' as is_on`);
  return row?.is_on === true;
}

/** Operators who gained access by breaking glass within the last seven days. */
export async function countBrokenGlass(db: Queryable): Promise<bigint> {
  const [row] = await db.query<{ operators: bigint }>(sql`select count_broken_glass() as operators`);
  return row?.operators ?? 0n;
}

/** For how many months after this one the tables that are split by month have a part; negative without this month's. */
export async function readMonthsAhead(db: Queryable): Promise<number> {
  const [row] = await db.query<{ months: number }>(sql`select months_ahead() as months`);
  return row?.months ?? -1;
}

/** The database's time, which all times here refer to. */
export async function readTime(db: Queryable): Promise<Date> {
  const [row] = await db.query<{ at: Date }>(sql`select clock_timestamp() as at`);
  return row?.at ?? new Date();
}
