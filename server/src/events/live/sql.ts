// The statements of the live feed: where a book's events end now, and the events after a number.

import type { Scope } from '../../foundation/scope.ts';
import { inScope, type Queryable, type Tx } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';

/** The number of the newest event of a book; zero when there is none. */
export async function findLastSequence(tx: Tx, scope: Scope): Promise<bigint> {
  const [row] = await tx.query<{ sequence: bigint }>(sql`
    select sequence from events where ${inScope(scope)} order by sequence desc limit 1`);
  return row?.sequence ?? 0n;
}

export type NewEventRow = { book: bigint; sequence: bigint; id: string; type: string; object_id: string | null };

/** Events of several books after a number of each, in order. `book` is the index in the list, from one. */
export async function readNewEvents(
  db: Queryable,
  books: readonly { scope: Scope; after: bigint }[],
  limit: number,
): Promise<NewEventRow[]> {
  return db.query<NewEventRow>(sql`
    select * from read_new_events(${books.map(({ scope }) => scope.companyId)}::uuid[],
                            ${books.map(({ scope }) => scope.environment)}::environment[],
                            ${books.map(({ after }) => after)}::bigint[], ${limit})`);
}
