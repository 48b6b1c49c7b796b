// Rows for tenants, and how they are put in.
import type { Db } from '@cardwright/server/db/db.ts';
import { Sql, sql } from '@cardwright/server/db/sql.ts';

export type Row = { id: string } & Record<string, unknown>;

/** Makes the row with this number of a tenant's table, the newest first: its scope, a new id and when it was made. */
export type RowOf = (index: number) => Row;

/** Amounts no two rows share: above a million dollars, so that none is mistaken for a fee or a count. */
let lastAmount = 1_000_000_00n;

/** An amount in cents that nobody else has. */
export const newAmount = (): bigint => {
  lastAmount += 1_01n;
  return lastAmount;
};

/** Puts rows in as the administrator; a column that a row leaves out is null. */
export async function insert(db: Db, table: string, rows: readonly object[]): Promise<void> {
  const name = new Sql([table], []);
  await db.query(sql`
    insert into ${name} select * from jsonb_populate_recordset(null::${name}, ${JSON.stringify(rows)}::jsonb)`);
}
