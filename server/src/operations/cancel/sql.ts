// The statement of cancelling.
import type { RefusalCode } from '../../foundation/refusals/refusals.ts';
import type { Scope } from '../../foundation/scope.ts';
import type { Db } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';

/** The bytes of the cancelled operation, or why it goes on. */
export type Cancelled = { body: string } | { refused: RefusalCode };

/** Cancels an operation if nothing was sent yet. */
export async function cancelOperation(
  db: Db,
  { companyId, environment }: Scope,
  { keyId, id }: { keyId: string; id: string },
): Promise<Cancelled> {
  const [row] = await db.query<{ answer: Cancelled }>(sql`
    select cancel_operation(${companyId}, ${environment}, ${keyId}, ${id}) as answer`);
  if (row === undefined) throw new Error('a cancellation had no answer');
  return row.answer;
}
