// The statements of events. Bodies are stored as text: every reader gets the bytes that were first written.

import type { Scope } from '../../foundation/scope.ts';
import { inScope, type Queryable, type Tx } from '../../platform/db/db.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import type { EventType } from './types.ts';

type FeedRequest = { afterSequence: number; limit: number; types?: readonly EventType[] };

/** The bodies of the events after a number, of some types or of all, in order. */
export async function listEventBodies(tx: Tx, scope: Scope, asked: FeedRequest): Promise<string[]> {
  const { afterSequence, limit, types } = asked;
  const rows = await tx.query<{ body: string }>(
    types === undefined
      ? sql`select body from events where ${inScope(scope)} and sequence > ${afterSequence} order by sequence limit ${limit}`
      : feedOfTypes(scope, { afterSequence, limit, types }),
  );
  return rows.map(({ body }) => body);
}

/** SQL: one short range of the index for each type, merged. Only the bodies of the page are read. */
export const feedOfTypes = (scope: Scope, { afterSequence, limit, types }: Required<FeedRequest>): Sql => sql`
  select e.body
    from (select t.sequence
            from unnest(${[...new Set(types)]}::text[]) as each_type (value)
           cross join lateral (
             select t.sequence from events t
              where ${inScope(scope, 't')} and t.type = each_type.value and t.sequence > ${afterSequence}
              order by t.sequence limit ${limit}) t
           order by t.sequence limit ${limit}) p
    join events e on ${inScope(scope, 'e')} and e.sequence = p.sequence
   order by e.sequence`;

/** The body of one event. */
export async function findEventBody(tx: Tx, scope: Scope, id: string): Promise<string | undefined> {
  const [row] = await tx.query<{ body: string }>(sql`select body from events where ${inScope(scope)} and id = ${id}`);
  return row?.body;
}

/** A position among the books of all companies, from which retention continues. */
export type Place = Scope;

/** Deletes expired rows of some books after a position. Returns the new position; undefined after the last book. */
export async function forgetEvents(
  db: Queryable,
  after: Place,
  { books, rows, days }: { books: number; rows: number; days: number },
): Promise<{ place: Place | undefined; forgotten: number }> {
  const [reached] = await db.query<{
    company_id: string | null;
    environment: Scope['environment'];
    forgotten: bigint;
  }>(
    sql`
      select company_id, environment, forgotten
        from forget_events(${after.companyId}, ${after.environment}, ${books}, ${rows}, make_interval(days => ${days}))`,
  );
  const forgotten = Number(reached?.forgotten ?? 0n);
  if (reached === undefined || reached.company_id === null) return { place: undefined, forgotten };
  return { place: { companyId: reached.company_id, environment: reached.environment }, forgotten };
}
