// Disk usage of a history: every table and index, by row and by ledger entry.
import { asAdministrator } from '@cardwright/server/platform/db/migrate.ts';
import type { Stack } from '@cardwright/stack/start.ts';
import { rounded } from '../harness/bench.ts';

type TableSize = {
  rows: number;
  tableBytes: number;
  indexBytes: Record<string, number>;
  bytesPerRow: number;
  /** Size of the table with its indexes, divided by the number of ledger entries. */
  bytesPerEntry: number;
};

export type Sizes = { databaseBytes: number; bytesPerEntry: number; tables: Record<string, TableSize> };

/** Sizes of the tables that grow with use. */
export async function sizesOf(stack: Stack, entries: number): Promise<Sizes> {
  return asAdministrator(stack.databaseUrl, async (client) => {
    const { rows } = await client.query<{ name: string; rows: number; table: number; indexes: Record<string, number> }>(
      `select c.oid::regclass::text as name, c.reltuples::float8 as rows,
              (pg_table_size(c.oid))::float8 as table,
              (select jsonb_object_agg(i.indexrelid::regclass::text, pg_relation_size(i.indexrelid))
                 from pg_index i where i.indrelid = c.oid) as indexes
         from pg_class c
        where c.relkind = 'r' and c.relnamespace in ('public'::regnamespace, 'ledger'::regnamespace) and c.reltuples > 0
        order by pg_total_relation_size(c.oid) desc`,
    );
    const tables: Record<string, TableSize> = {};
    let total = 0;
    for (const row of rows) {
      const indexBytes = row.indexes ?? {};
      const bytes = row.table + Object.values(indexBytes).reduce((sum, size) => sum + size, 0);
      total += bytes;
      tables[row.name] = {
        rows: row.rows,
        tableBytes: row.table,
        indexBytes,
        bytesPerRow: rounded(bytes / row.rows),
        bytesPerEntry: rounded(bytes / entries),
      };
    }
    return { databaseBytes: total, bytesPerEntry: rounded(total / entries), tables };
  });
}
