// Fills one table as fast as Postgres can: in one transaction, without triggers, indexes last.
import { partsOf } from '@cardwright/proofs/harness/catalogue.ts';
import type pg from 'pg';

/** Numbers per statement, so that a long load shows progress. */
const PART = 1_000_000;

/**
 * Empties a table and fills it by statements over ranges of the numbers below `count`. Afterwards its triggers,
 * constraints and indexes are restored. Truncating in the same transaction lets Postgres skip the WAL where wal_level
 * is minimal.
 */
export async function loadTable(
  client: pg.Client,
  load: { table: string; count: number; insert: (from: number, until: number) => string },
  progress: (what: string) => void,
): Promise<void> {
  const { table, count } = load;
  const started = performance.now();
  const seconds = () => Math.round((performance.now() - started) / 1_000);
  await client.query('begin');
  const parts = await partsOf(client, table);
  for (const part of parts) await client.query(`alter table ${part} disable trigger user`);
  await client.query(`truncate ${table}`);
  const indexes = await takeIndexes(client, table);
  for (let from = 0; from < count; from += PART) {
    const until = Math.min(count, from + PART);
    await client.query(load.insert(from, until));
    progress(`${table}: ${until} of ${count} (${seconds()} s)`);
  }
  for (const create of indexes) await client.query(create);
  for (const part of parts) await enableTriggers(client, part);
  await client.query('commit');
  progress(`${table}: ${indexes.length} indexes built (${seconds()} s)`);
}

/** Drops the indexes of a table and returns the statements that create them again, keys first. */
async function takeIndexes(client: pg.Client, table: string): Promise<string[]> {
  const { rows: constraints } = await client.query<{ name: string; definition: string }>(
    `select quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
       from pg_constraint where conrelid = $1::regclass and contype in ('p', 'u') order by contype, conname`,
    [table],
  );
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ') as definition
       from pg_index i
      where i.indrelid = $1::regclass
        and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid and c.contype in ('p', 'u'))
      order by i.indexrelid`,
    [table],
  );
  for (const { name } of constraints) await client.query(`alter table ${table} drop constraint ${name}`);
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  return [
    ...constraints.map(({ name, definition }) => `alter table ${table} add constraint ${name} ${definition}`),
    ...indexes.map(({ definition }) => definition),
  ];
}

/** Restores ENABLE ALWAYS, with which our triggers bind every writer. */
async function enableTriggers(client: pg.Client, table: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'select quote_ident(tgname) as name from pg_trigger where tgrelid = $1::regclass and not tgisinternal',
    [table],
  );
  for (const { name } of rows) await client.query(`alter table ${table} enable always trigger ${name}`);
}
