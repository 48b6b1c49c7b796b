// The cost of work to the database, in counters that vary less between runs than times do.
import { readdir, readFile } from 'node:fs/promises';
import type pg from 'pg';

/** The kernel counts processor time in hundredths of a second, on every Linux that Node runs on. */
const TICK_MS = 10;

export type Cost = { cpuMs: number; walBytes: number; storedBytes: number };

/** Processor time of all server processes and the size of the ledger, since the server began. */
export async function costSoFar(database: pg.Pool): Promise<Cost> {
  const { rows } = await database.query<{ wal: string; stored: string }>(
    `select (pg_current_wal_insert_lsn() - '0/0') as wal,
            (select sum(pg_total_relation_size(c.oid)) from pg_class c
              where c.relnamespace = 'ledger'::regnamespace and c.relkind = 'r') as stored`,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('the database returned no counters');
  return { cpuMs: await cpuOfServer(database), walBytes: Number(row.wal), storedBytes: Number(row.stored) };
}

export type Transactions = { commits: number; all: number };

/**
 * Commits are transactions that wrote something: each has a transaction id and waited for the disk. `all` includes
 * read-only transactions. A subtransaction counts as a commit of its own.
 */
export async function transactionsSoFar(database: pg.Pool): Promise<Transactions> {
  const { rows } = await database.query<{ commits: string; all: string }>(
    `select pg_snapshot_xmax(pg_current_snapshot())::text as commits, xact_commit as all
       from pg_stat_database where datname = current_database()`,
  );
  return { commits: Number(rows[0]?.commits ?? 0), all: Number(rows[0]?.all ?? 0) };
}

/** Milliseconds of processor time used by all server processes since the server began. */
export async function cpuOfServer(database: pg.Pool): Promise<number> {
  const { rows } = await database.query<{ backend: number }>('select pg_backend_pid() as backend');
  const { parent: server } = await statOf(rows[0]?.backend ?? 0);
  return cpuMsOf(server);
}

/** Milliseconds of processor time used by one process since it began. */
export async function cpuMsOfProcess(pid: number): Promise<number> {
  return (await statOf(pid)).own * TICK_MS;
}

/** Cost per unit of work between two readings; `count` is the number of units. */
export function costOfEach(before: Cost, after: Cost, count: number): Record<string, number> {
  const each = (what: keyof Cost) => (after[what] - before[what]) / count;
  return {
    databaseCpuUs: Math.round(each('cpuMs') * 1_000),
    walBytes: Math.round(each('walBytes')),
    storedBytes: Math.round(each('storedBytes')),
  };
}

/** The processor time of a server: its own, its children's, and that of children that have ended. */
async function cpuMsOf(server: number): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const all = await Promise.all(pids.map((pid) => statOf(pid).catch(() => undefined)));
  const children = all.filter((stat) => stat?.parent === server);
  const own = await statOf(server);
  const ticks = children.reduce((sum, stat) => sum + (stat?.own ?? 0), own.own + own.ofEnded);
  return ticks * TICK_MS;
}

async function statOf(pid: number): Promise<{ parent: number; own: number; ofEnded: number }> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The name is in brackets and may contain anything; numbers follow it.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const number = (index: number) => Number(fields[index]);
  return { parent: number(1), own: number(11) + number(12), ofEnded: number(13) + number(14) };
}
