// Acknowledged operations that a database does not have any more.
import type { Queryable } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Witness } from '../../platform/fence/witnesses.ts';

/** How many of these are missing, or not settled any more. */
export async function countMissing(db: Queryable, witnesses: readonly Witness[]): Promise<number> {
  const [row] = await db.query<{ missing: number }>(sql`
    select count_missing(${witnesses.map(({ companyId }) => companyId)}::uuid[],
                         ${witnesses.map(({ environment }) => environment)}::environment[],
                         ${witnesses.map(({ id }) => id)}::uuid[],
                         ${witnesses.map(({ wasSettled }) => wasSettled)}::boolean[]) as missing`);
  return row?.missing ?? witnesses.length;
}
