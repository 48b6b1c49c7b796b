// The statements of event delivery. All times come from the caller's clock, so that tests can control it.

import type { Scope } from '../../foundation/scope.ts';
import { inScope, type Queryable, type Tx } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';

/** Fans out events of some books after a position. Returns the books that were checked, in order. */
export async function fanOutEvents(
  db: Queryable,
  after: Scope,
  { at, books, events }: { at: Date; books: number; events: number },
): Promise<Scope[]> {
  return db.query<Scope>(sql`
    select company_id as "companyId", environment
      from fan_out_events(${after.companyId}, ${after.environment}, ${at}, ${books}, ${events})`);
}

/** An endpoint that this process has leased. */
export type Taken = { scope: Scope; webhookId: string; token: string };

/** Leases endpoints that have work due. */
export async function takeWebhooks(
  db: Queryable,
  taking: { token: string; at: Date; leaseSeconds: number; isSlow: boolean; most: number },
): Promise<Taken[]> {
  const rows = await db.query<Scope & { id: string }>(sql`
    select company_id as "companyId", environment, id
      from take_webhooks(${taking.token}, ${taking.at}, ${taking.leaseSeconds}, ${taking.isSlow}, ${taking.most})`);
  return rows.map(({ id, ...scope }) => ({ scope, webhookId: id, token: taking.token }));
}

/** Renews the lease of an endpoint. False when another process holds it. */
export async function keepTaken(
  db: Queryable,
  { scope, webhookId, token }: Taken,
  { at, leaseSeconds }: { at: Date; leaseSeconds: number },
): Promise<boolean> {
  const [row] = await db.query<{ kept: boolean }>(sql`
    select keep_taken_webhook(${scope.companyId}, ${scope.environment}, ${webhookId}, ${token}, ${at}, ${leaseSeconds}) as kept`);
  return row?.kept === true;
}

/** Releases an endpoint: it can be leased again when its next delivery is due. */
export async function releaseWebhook(db: Queryable, { scope, webhookId, token }: Taken, at: Date): Promise<void> {
  await db.query(sql`select release_webhook(${scope.companyId}, ${scope.environment}, ${webhookId}, ${token}, ${at})`);
}

/** Cancels some pending deliveries of one disabled or deleted endpoint. False when there is none. */
export async function cancelDeliveries(db: Queryable, { at, most }: { at: Date; most: number }): Promise<boolean> {
  return stepIn(await db.query<Step>(sql`select cancel_deliveries(${at}, ${most}) as failure`));
}

/** One step of the replay that has waited longest. False when none is due. */
export async function stepReplay(db: Queryable, { at, events }: { at: Date; events: number }): Promise<boolean> {
  return stepIn(await db.query<Step>(sql`select step_replay(${at}, ${events}) as failure`));
}

type Step = { failure: string | null };

/** Whether there was work. A failed step is postponed in the same commit, so the next call takes another one. */
function stepIn([row]: Step[]): boolean {
  if (row?.failure)
    throw new Error(`a step of a replay or cancellation failed with ${row.failure}: postponed by a minute`);
  return row?.failure === '';
}

/** The fields of an endpoint that sending needs. */
export type ServedRow = {
  url: string;
  status: 'enabled' | 'disabled' | 'deleted';
  at_once: number;
  is_slow: boolean;
  rest_until: Date | null;
  sealing_key: number;
  sealed_secret: Buffer;
  next_sealing_key: number | null;
  next_sealed_secret: Buffer | null;
  next_from: Date | null;
};

/** An endpoint as it is now. */
export async function findServed(tx: Tx, scope: Scope, id: string): Promise<ServedRow | undefined> {
  const [row] = await tx.query<ServedRow>(sql`
    select url, status, at_once, is_slow, rest_until, sealing_key, sealed_secret, next_sealing_key, next_sealed_secret, next_from
      from webhook_endpoints where ${inScope(scope)} and id = ${id}`);
  return row;
}

/** A delivery that is due. The body is null once its event has been deleted; `traceparent` unless that was traced. */
export type DueRow = {
  id: string;
  attempts: number;
  event_id: string;
  /** The replay that asked for it; nil for the first delivery. */
  replay: string;
  body: string | null;
  traceparent: string | null;
};

/**
 * Due deliveries of an endpoint, oldest first: as many as it can be sent besides those under way, or `ahead` if that is
 * more, up to four times its concurrency. Each event is the first of a range in order of the primary key: for an equal
 * number, a plan made for an empty table may read all events of the company by another index.
 */
export async function listDue(
  tx: Tx,
  scope: Scope,
  sending: { webhookId: string; at: Date; underWay: readonly string[]; mostAtOnce: number; ahead: number },
): Promise<DueRow[]> {
  const { webhookId, at, underWay, mostAtOnce, ahead } = sending;
  return tx.query<DueRow>(sql`
    select d.id, d.attempts, d.event_id, d.replay, e.body, e.traceparent
      from (select * from webhook_deliveries x
             where ${inScope(scope, 'x')} and x.endpoint_id = ${webhookId} and x.status = 'pending' and x.next_at <= ${at}
               and x.id <> all(${underWay}::uuid[])
             order by x.next_at
             limit (
               select greatest(0, t.at_once - ${underWay.length}::integer, least(${ahead}::integer, 4 * t.at_once))
                 from (select least(w.at_once, ${mostAtOnce}::integer) as at_once from webhook_endpoints w
                        where ${inScope(scope, 'w')} and w.id = ${webhookId}) as t)) as d
      left join lateral (
        select x.sequence, x.body, x.traceparent from events x
         where ${inScope(scope, 'x')} and x.sequence >= d.sequence
         order by x.sequence
         limit 1) as e on e.sequence = d.sequence
     order by d.next_at`);
}

/** The outcome of an attempt, as the database takes it. */
export type AttemptOutcome = {
  companyId: string;
  environment: Scope['environment'];
  endpointId: string;
  deliveryId: string;
  /** The number of attempts before. */
  attempts: number;
  at: Date;
  durationMs: number;
  outcome: 'delivered' | 'failed';
  status: number | null;
  detail: string;
  answer: string;
  isGone: boolean;
  isSlow: boolean;
  nextAt: Date | null;
};

/**
 * Records attempts in one commit: rows, deliveries, endpoints, and the events about them. Returns the deliveries that
 * were not recorded because their endpoint is locked.
 */
export async function noteAttempts(db: Queryable, outcomes: readonly AttemptOutcome[]): Promise<string[]> {
  const [row] = await db.query<{ busy: string[] }>(
    sql`select note_attempts(${JSON.stringify(outcomes)}::jsonb) as busy`,
  );
  return row?.busy ?? [];
}
