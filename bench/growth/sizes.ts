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
      `with parts as ( -- a table without partitions is its own only part
         select coalesce(i.inhparent, c.oid) as whole, c.oid as part, c.reltuples
           from pg_class c left join pg_inherits i on i.inhrelid = c.oid
          where c.relkind = 'r' and c.relnamespace in ('public'::regnamespace, 'ledger'::regnamespace) and c.reltuples > 0
       ), indexes as (
         select p.whole, coalesce(h.inhparent, i.indexrelid)::regclass::text as name, sum(pg_relation_size(i.indexrelid)) as bytes
           from parts p
           join pg_index i on i.indrelid = p.part
           left join pg_inherits h on h.inhrelid = i.indexrelid
          group by 1, 2
       )
       select p.whole::regclass::text as name, sum(p.reltuples)::float8 as rows, sum(pg_table_size(p.part))::float8 as table,
              (select jsonb_object_agg(x.name, x.bytes) from indexes x where x.whole = p.whole) as indexes
         from parts p
        group by p.whole
        order by sum(pg_total_relation_size(p.part)) desc`,
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
