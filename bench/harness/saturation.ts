// Throughput at saturation: the rate, the processor time by part, and the commits of each operation.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Stack } from '@cardwright/stack/start.ts';
import type pg from 'pg';
import { rounded } from './bench.ts';
import { cpuMsOfProcess, cpuOfServer, transactionsSoFar } from './cost.ts';
import { driveClients, type NextRequest } from './http-clients.ts';

/** Every accepted operation is settled within this time, or something is wrong. */
const DRAINED_WITHIN_MS = 180_000;

/** Precise enough for a time measured in seconds, and rare enough to cost nothing. */
const POLL_AGAIN_MS = 20;

/** Sealing waits for up to ten seconds, and checking whether it is done reads all books: neither may be measured. */
const LOOK_AT_SEALS_MS = 1_000;

export type Saturation = {
  accepted: number;
  /** From the first request to the last settlement. */
  completedPerSecond: number;
  /** Milliseconds of processor time per operation. The issuer and its database sessions are excluded. */
  cpuMs: { api: number; worker: number; postgres: number; sum: number; issuer: number; issuerDatabase: number };
  commits: number;
  transactions: number;
};

/** Loads the stack from a number of clients for a while, then waits until every operation is settled. */
export async function saturate(
  { stack, database }: { stack: Stack; database: pg.Pool },
  { clients, seconds, next }: { clients: number; seconds: number; next: NextRequest },
): Promise<Saturation> {
  await sealed(database);
  const before = await reading(stack, database);
  const started = performance.now();
  const { accepted } = await driveClients(stack.baseUrl, { clients, seconds, next });
  await drained(database);
  const took = performance.now() - started;
  await sealed(database); // the cost of sealing belongs to the sealed operations
  const after = await reading(stack, database);
  const each = (what: keyof typeof before) => (after[what] - before[what]) / accepted;
  const ours = { api: each('api'), worker: each('worker'), postgres: each('postgres') };
  return {
    accepted,
    completedPerSecond: (accepted / took) * 1_000,
    cpuMs: {
      api: rounded(ours.api),
      worker: rounded(ours.worker),
      postgres: rounded(ours.postgres),
      sum: rounded(ours.api + ours.worker + ours.postgres),
      issuer: rounded(each('issuer')),
      issuerDatabase: rounded(each('issuerDatabase')),
    },
    commits: rounded(each('commits')),
    transactions: rounded(each('transactions')),
  };
}

/** Waits until no operation is queued or processing. Reads the index of due work: reading the table would cost too. */
export const drained = (database: pg.Pool) =>
  untilNone(
    database,
    `select 1 from operations
      where environment = 'sandbox' and next_at is not null and parked_at is null and status in ('queued', 'processing')`,
    'operations are still to be settled',
  );

/** Waits until the worker has sealed everything, so that leftovers of others are not counted here. */
export const sealed = (database: pg.Pool) =>
  untilNone(
    database,
    `select 1 from ledger.list_unsealed(null, null, '-infinity', 1)`,
    'books are still to be sealed',
    LOOK_AT_SEALS_MS,
  );

/** Polls until a statement finds nothing; throws `otherwise` after the time limit. */
export async function untilNone(
  database: pg.Pool,
  statement: string,
  otherwise: string,
  lookAgainMs = POLL_AGAIN_MS,
): Promise<void> {
  const until = performance.now() + DRAINED_WITHIN_MS;
  for (;;) {
    const { rows } = await database.query<{ some: boolean }>(`select exists (${statement}) as some`);
    if (rows[0]?.some === false) return;
    if (performance.now() > until) throw new Error(otherwise);
    await sleep(lookAgainMs);
  }
}

/** Processor time of each part and the commits, since each began. */
async function reading(stack: Stack, database: pg.Pool) {
  const ofRole = async (role: string) => {
    const processes = stack.processes.filter((each) => each.role === role);
    const all = await Promise.all(processes.map(({ pid }) => cpuMsOfProcess(pid)));
    return all.reduce((sum, ms) => sum + ms, 0);
  };
  const { rows } = await database.query<{ pid: number }>(
    `select pid from pg_stat_activity where usename = 'issuer_sandbox'`,
  );
  const issuerPids = rows.map(({ pid }) => pid);
  const { commits, all } = await transactionsSoFar(database);
  const ofIssuer = await Promise.all(issuerPids.map((pid) => cpuMsOfProcess(pid)));
  const issuerDatabase = ofIssuer.reduce((sum, ms) => sum + ms, 0);
  return {
    api: await ofRole('api'),
    worker: await ofRole('worker'),
    issuer: await ofRole('issuer'),
    issuerDatabase,
    postgres: (await cpuOfServer(database)) - issuerDatabase,
    commits,
    transactions: all,
  };
}
