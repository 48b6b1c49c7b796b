// The statements of timelines: the stored history of one operation. Each is a few index lookups. Times are of the
// company's own clock: real times are shifted by as much as the sandbox's clock was ahead then.

import type { Usd } from '../../foundation/money/usd.ts';
import type { Scope } from '../../foundation/scope.ts';
import { inScope, type Tx } from '../../platform/db/db.ts';
import { name, type Sql, sql } from '../../platform/db/sql.ts';
import type { OperationRow } from '../read/sql.ts';

/** The times and words of an operation. */
export type TracedRow = Pick<
  OperationRow,
  'status' | 'failure_message' | 'review_reason' | 'review_opened_at' | 'created_at'
> & { sent_at: Date | null; decided_at: Date | null };

/** A real time as the company's clock showed it. */
export const asShown = (scope: Scope, moment: string): Sql => sql`
  ${name(moment)} + coalesce((
    select make_interval(secs => c.ahead_seconds) from clock_advances c
     where ${inScope(scope, 'c')} and c.advanced_at <= ${name(moment)}
     order by c.advanced_at desc, c.number desc limit 1), '0')`;

/** One operation of this company and environment. */
export async function findTraced(tx: Tx, scope: Scope, id: string): Promise<TracedRow | undefined> {
  const [row] = await tx.query<TracedRow>(sql`
    select o.status, o.failure_message, o.review_reason, o.review_opened_at, o.created_at,
           ${asShown(scope, 'o.sent_at')} as sent_at, o.decided_at
      from operations o
     where ${inScope(scope, 'o')} and o.id = ${id}`);
  return row;
}

export type TriedRow = { kind: string; outcome: string; at: Date };

/** The attempts of an operation and their outcomes, oldest first; never the issuer's text. */
export async function listTried(tx: Tx, scope: Scope, id: string, limit: number): Promise<TriedRow[]> {
  return tx.query<TriedRow>(sql`
    select a.kind, a.outcome, ${asShown(scope, 'a.at')} as at
      from operation_attempts a
     where ${inScope(scope, 'a')} and a.operation_id = ${id}
     order by a.number
     limit ${limit}`);
}

export type MovedRow = { kind: string; at: Date; amount: Usd };

/** The holds, captures, releases and returns of an operation; at most one entry of a kind. A return holds nothing. */
export async function listMoved(tx: Tx, scope: Scope, reference: string): Promise<MovedRow[]> {
  return tx.query<MovedRow>(sql`
    select kind, created_at as at, abs(coalesce(nullif(held_delta, 0), available_delta)) as amount from ledger.entries
     where ${inScope(scope)} and reference = ${reference}
     order by kind`);
}

/** When one operator proposed the decision of a review, and another approved it. */
export async function findDecision(
  tx: Tx,
  scope: Scope,
  id: string,
): Promise<{ proposed_at: Date; approved_at: Date } | undefined> {
  const [row] = await tx.query<{ proposed_at: Date; approved_at: Date }>(sql`
    select ${asShown(scope, 'p.proposed_at')} as proposed_at, ${asShown(scope, 'p.approved_at')} as approved_at
      from proposals p
     where ${inScope(scope, 'p')} and p.subject_kind = 'operation' and p.subject_id = ${id} and p.approved_at is not null
     limit 1`);
  return row;
}

export type ToldRow = { at: Date; delivered: number };

/**
 * The events about an operation, each dated as its change, with the number of endpoints of the first delivery. Events
 * past their retention time are missing.
 */
export async function listTold(
  tx: Tx,
  scope: Scope,
  { reference, changes }: { reference: string; changes: readonly { at: Date; type: string }[] },
): Promise<ToldRow[]> {
  return tx.query<ToldRow>(sql`
    select e.created_at as at,
           (select count(*)
              from webhook_endpoints w
             cross join lateral (
               select x.status from webhook_deliveries x
                where ${inScope(scope, 'x')} and x.endpoint_id = w.id and x.sequence = e.sequence order by x.replay limit 1) as d
             where ${inScope(scope, 'w')} and d.status = 'delivered')::integer as delivered
      from unnest(${changes.map(({ at }) => at)}::timestamptz[], ${changes.map(({ type }) => type)}::text[]) as c (at, type)
     cross join lateral (
       select x.created_at, x.sequence
         from events x
        where ${inScope(scope, 'x')} and x.created_at = c.at and x.type = c.type and position(${reference} in x.body) > 0
        order by x.created_at, x.sequence
        limit 1) as e`);
}
