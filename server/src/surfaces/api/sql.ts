// The statement of requests that wait.
import { changedInvoices } from '../../funding/invoices/sql.ts';
import { changedOperations } from '../../operations/read/sql.ts';
import type { Queryable } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Awaited } from '../../platform/http/waiting.ts';

/** The ids of the objects that have changed, whatever their kind: one statement for everything that is awaited. */
export async function findChanged(db: Queryable, all: readonly Awaited[]): Promise<string[]> {
  const of = (kind: Awaited['kind']) => all.filter((each) => each.kind === kind);
  const rows = await db.query<{ id: string }>(
    sql`${changedOperations(of('operation'))} union all ${changedInvoices(of('invoice'))}`,
  );
  return rows.map(({ id }) => id);
}
