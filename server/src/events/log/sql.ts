// The statements of events. Their bodies are text: whatever is told of an event are the bytes that were first written.

import type { Scope } from '../../foundation/scope.ts';
import { inScope, type Queryable, type Tx } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';

/** The bodies of the events behind a number, in their order. */
export async function listEventBodies(
  tx: Tx,
  scope: Scope,
  { afterSequence, limit }: { afterSequence: number; limit: number },
): Promise<string[]> {
  const rows = await tx.query<{ body: string }>(sql`
    select body from events where ${inScope(scope)} and sequence > ${afterSequence} order by sequence limit ${limit}`);
  return rows.map(({ body }) => body);
}

/** A place among the books of all companies, from where forgetting goes on. */
export type Place = Scope;

/** Forgets what is kept no longer, of some books behind a place. Answers how far it came; undefined behind the last. */
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
