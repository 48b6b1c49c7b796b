// Migrations: plain SQL files in the order of their numbers, each applied once. Forward only.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

/** A folder of migrations, and the table that records the applied ones. */
export type Migrations = { migrations: string; table: string };

/** A lock that a migration held, and how many rows its table has, as the planner estimates. */
type HeldLock = { table: string; mode: string; rows: number };

/** What a migration took. */
export type Step = { file: string; ms: number; waits: number; locks: readonly HeldLock[] };

/** A migration as its file says. */
type Migration = { file: string; version: string; text: string; isAlone: boolean };

/** SQLSTATE of a lock that was not free within the migration's own `lock_timeout`. */
const LOCKED = '55P03';

/**
 * A migration that waits for a lock makes others wait behind it, so it gives up after its `lock_timeout` and tries
 * again. With a pause of three seconds, somebody who holds a table for five minutes is waited for.
 */
const MOST_TRIES = 40;
const AGAIN_MS = 3_000;

const UP = /^-- migrate:up(?<alone> transaction:false)?$/m;
const DOWN = /^-- migrate:down$/m;

/** Applies what is not applied yet, on a connection of the owner. The caller holds the migration lock. */
export async function applyMigrations(
  client: pg.Client,
  { migrations, table }: Migrations,
  onStep: (step: Step) => void,
): Promise<void> {
  const [schema] = table.split('.').slice(0, -1);
  if (schema !== undefined) await client.query(`create schema if not exists ${schema}`);
  await client.query(`create table if not exists ${table} (version varchar(128) primary key)`);
  const { rows } = await client.query<{ version: string }>(`select version from ${table}`);
  const applied = new Set(rows.map(({ version }) => version));
  for (const migration of await readMigrations(migrations)) {
    if (applied.has(migration.version)) continue;
    onStep(await applyPatiently(client, migration, table));
  }
}

/** The migrations of a folder, in order. */
async function readMigrations(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  return Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(folder, file), 'utf8');
      const up = UP.exec(text);
      const [version] = /^\d+/.exec(file) ?? [];
      if (up === null || version === undefined) throw new Error(`${file} has no number, or no line "-- migrate:up"`);
      const rest = text.slice(up.index);
      const end = DOWN.exec(rest)?.index ?? rest.length;
      return { file, version, text: rest.slice(0, end), isAlone: up.groups?.['alone'] !== undefined };
    }),
  );
}

async function applyPatiently(client: pg.Client, migration: Migration, table: string): Promise<Step> {
  for (let waits = 0; ; waits++) {
    const started = performance.now();
    try {
      const locks = await applyOnce(client, migration, table);
      return { file: migration.file, ms: Math.round(performance.now() - started), waits, locks };
    } catch (error) {
      if ((error as { code?: string }).code !== LOCKED || waits + 1 === MOST_TRIES) throw named(migration, error);
      await sleep(AGAIN_MS);
    }
  }
}

/** An index that is built concurrently cannot be in a transaction: it is recorded after it. */
async function applyOnce(client: pg.Client, { text, version, isAlone }: Migration, table: string): Promise<HeldLock[]> {
  const record = () => client.query(`insert into ${table} (version) values ($1)`, [version]);
  try {
    const tables = await listTables(client);
    if (!isAlone) await client.query('begin');
    await client.query(text);
    await record();
    const locks = await readLocks(client, tables);
    if (!isAlone) await client.query('commit');
    return locks;
  } catch (error) {
    if (!isAlone) await client.query('rollback').catch(() => undefined); // the first error says more
    throw error;
  } finally {
    await client.query('reset all').catch(() => undefined); // a migration sets its lock_timeout for the connection
  }
}

async function listTables(client: pg.Client): Promise<number[]> {
  const { rows } = await client.query<{ oid: number }>("select oid from pg_class where relkind in ('r', 'p')");
  return rows.map(({ oid }) => oid);
}

/** Locks of this transaction that keep others from reading or writing these tables; none without a transaction. */
async function readLocks(client: pg.Client, tables: readonly number[]): Promise<HeldLock[]> {
  const { rows } = await client.query<HeldLock>(
    `select c.oid::regclass::text as table, l.mode, greatest(c.reltuples, 0)::float as rows
       from pg_locks l
       join pg_class c on c.oid = l.relation
      where l.pid = pg_backend_pid() and l.granted and c.oid = any ($1::oid[])
        and l.mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
      order by c.reltuples desc, 1`,
    [tables],
  );
  return rows;
}

const named = ({ file }: Migration, error: unknown): Error =>
  new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
