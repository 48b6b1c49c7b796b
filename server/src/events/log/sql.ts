// The statements of events. Bodies are stored as text: every reader gets the bytes that were first written.

import type { Scope } from '../../foundation/scope.ts';
import { inScope, type Queryable, type Tx } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';

/** The bodies of the events after a number, in order. */
export async function listEventBodies(
  tx: Tx,
  scope: Scope,
  { afterSequence, limit }: { afterSequence: number; limit: number },
): Promise<string[]> {
  const rows = await tx.query<{ body: string }>(sql`
    select body from events where ${inScope(scope)} and sequence > ${afterSequence} order by sequence limit ${limit}`);
  return rows.map(({ body }) => body);
}

/** A position among the books of all companies, from which retention continues. */
export type Place = Scope;

/** Deletes expired rows of some books after a position. Returns the new position; undefined after the last book. */
export async function forgetEvents(
  db: Queryable,
  after: Place,
  { books, rows }: { books: number; rows: number },
): Promise<{ place: Place | undefined; forgotten: number }> {
  const [reached] = await db.query<{
    company_id: string | null;
    environment: Scope['environment'];
    forgotten: bigint;
  }>(
    sql`select company_id, environment, forgotten from forget_events(${after.companyId}, ${after.environment}, ${books}, ${rows})`,
  );
  const forgotten = Number(reached?.forgotten ?? 0n);
  if (reached === undefined || reached.company_id === null) return { place: undefined, forgotten };
  return { place: { companyId: reached.company_id, environment: reached.environment }, forgotten };
}
