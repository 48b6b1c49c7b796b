// The database: a pool of pipelined connections, and transactions that carry a scope.
import pg from 'pg';
import type { Scope } from '../../foundation/scope.ts';
import { connectingTo } from './client.ts';
import { openProbe } from './probe.ts';
import { name, type Sql, sql, toNamed, toQuery } from './sql.ts';

/** bigint columns are money and counters: they arrive as bigint, never as a number that could round. */
pg.types.setTypeParser(pg.types.builtins.INT8, BigInt);

/** Longer than any query of an endpoint. A query that reaches it is a bug and must not hold its connection. */
const STATEMENT_TIMEOUT_MS = 15_000;

/** For work that reads whole histories, such as verifying a large book. */
const LONG_STATEMENT_TIMEOUT_MS = 3_600_000;

/** The server cancels a slow statement itself. A client without an answer for this much longer drops the connection. */
const NETWORK_GRACE_MS = 5_000;

/**
 * Our transactions wait only for their next statement: one that idles has lost its process and must release its locks.
 */
const IDLE_IN_TRANSACTION_MS = 10_000;

/**
 * Plans a statement once per connection. By default, Postgres replans statements with arrays each time, which doubled
 * the cost of a posting. JIT is off: compiling takes longer than most statements.
 */
const GENERIC_PLANS = '-c plan_cache_mode=force_generic_plan -c jit=off';

/**
 * Every statement of a request or a job is an index range, for all values and table sizes. A plan lives as long as its
 * connection, so a plan made for a small table must not scan the whole table later: before this, settling nineteen
 * operations read a table nineteen times.
 */
export const INDEX_PLANS = `${GENERIC_PLANS} -c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off`;

/** The longest wait for a connection; clients give up soon after. */
const CONNECT_TIMEOUT_MS = 5_000;

/** Reading histories is background work, so it may wait longer. */
const LONG_CONNECT_TIMEOUT_MS = 60_000;

/**
 * A new connection compiles and plans every function: its first settlement takes 30 to 80 ms and holds locks all that
 * time. Connections opened in a burst are kept for the next one.
 */
const IDLE_CONNECTION_MS = 600_000;

/** All statements of a read see one snapshot. */
const BEGIN_SNAPSHOT = 'begin isolation level repeatable read read only';

/** The same snapshot, in a transaction whose commit is written. */
const BEGIN_CONFIRMED = 'begin isolation level repeatable read';

/** Writes to the WAL and to no table, so that the commit is written and waits for the synchronous standby. */
const WRITTEN = sql`select pg_logical_emit_message(true, 'cardwright', '')`;

/** Something that runs statements. */
export type Queryable = {
  query<Row extends object>(statement: Sql): Promise<Row[]>;
};

/** A transaction in a scope: row-level security shows only the rows of that company and environment. */
export type Tx = Queryable & {
  readonly scope: Scope | undefined;
  /** A statement of a library, such as the queue: one of few texts, with $1, $2, … */
  execute(text: string, values: readonly unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
};

export type Db = {
  /** Reads in one snapshot, in a scope. */
  read<Result>(scope: Scope, work: (tx: Tx) => Promise<Result>): Promise<Result>;
  /**
   * Reads in a scope, and returns only what cannot be lost with the primary: its commit is written and confirmed after
   * all that it saw. For answers that stand for an earlier commit, such as a repeated Idempotency-Key.
   */
  readConfirmed<Result>(scope: Scope, work: (tx: Tx) => Promise<Result>): Promise<Result>;
  /** Reads data of no company in one snapshot. Company tables look empty here. */
  readUnscoped<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>;
  /** Writes in a scope: `work` commits as a whole or not at all. */
  write<Result>(scope: Scope, work: (tx: Tx) => Promise<Result>): Promise<Result>;
  /** Writes data of no company. Company tables look empty here. */
  writeUnscoped<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>;
  /** One statement without a scope: for the functions that find one. */
  query: Queryable['query'];
  /** Whether a commit succeeds now; tried at most once a second, for all who ask. */
  canCommit(): Promise<boolean>;
  /** Callers that wait for a connection now. */
  waiting(): number;
  close(): Promise<void>;
};

/** Decides what the connections of a process may do: `platform/fence/fence.ts`. */
export type Gate = {
  /** Runs on a new connection before its first use; throws if it must not be used. */
  admit(connection: Queryable): Promise<void>;
  /** While it returns something, every transaction is read-only. */
  check(): object | undefined;
};

/** Opens a pool. A broken idle connection is reported and replaced; it never ends the process. */
export function openDb(options: {
  url: string;
  name: string;
  connections: number;
  /** For work that reads whole histories: it may take long, and its plans depend on table sizes. */
  histories?: boolean;
  /** The default schema; `public` if left out. */
  schema?: string;
  /** Without one, connections do whatever their role may. */
  gate?: Gate;
  onError: (error: Error) => void;
}): Db {
  const { gate } = options;
  const timeoutMs = options.histories ? LONG_STATEMENT_TIMEOUT_MS : STATEMENT_TIMEOUT_MS;
  const pool = new pg.Pool({
    ...connectingTo(options.url),
    application_name: options.name,
    max: options.connections,
    connectionTimeoutMillis: options.histories ? LONG_CONNECT_TIMEOUT_MS : CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_CONNECTION_MS,
    statement_timeout: timeoutMs,
    options: (options.histories ? GENERIC_PLANS : INDEX_PLANS) + searchPath(options.schema),
    query_timeout: timeoutMs + NETWORK_GRACE_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    keepAlive: true,
    pipeline: true,
    ...(gate === undefined ? {} : { onConnect: admitting(gate) }),
  });
  pool.on('error', options.onError);
  const probe = openProbe({ url: options.url, name: options.name });
  if (gate !== undefined) keepReadOnly(pool, gate);

  return {
    read: (scope, work) => transaction(pool, BEGIN_SNAPSHOT, scope, work),
    readConfirmed: (scope, work) =>
      transaction(pool, BEGIN_CONFIRMED, scope, async (tx) => {
        const [result] = await Promise.all([work(tx), tx.query(WRITTEN)]);
        return result;
      }),
    readUnscoped: (work) => transaction(pool, BEGIN_SNAPSHOT, undefined, work),
    write: (scope, work) => transaction(pool, 'begin', scope, work),
    writeUnscoped: (work) => transaction(pool, 'begin', undefined, work),
    query: (statement) => single(pool, statement),
    canCommit: () => probe.canCommit(),
    waiting: () => pool.waitingCount,
    async close() {
      await Promise.all([probe.close(), pool.end()]);
    },
  };
}

/** The setting that makes a schema the default of a connection. */
export const searchPath = (schema: string | undefined): string =>
  schema === undefined ? '' : ` -c search_path=${schema}`;

/**
 * Runs a statement on its own. Not by `pool.query`, which reports a lost connection before the connection can say what
 * that means for a commit.
 */
async function single<Row extends object>(pool: pg.Pool, statement: Sql): Promise<Row[]> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query(toQuery(statement));
    client.release();
    return rows as Row[];
  } catch (error) {
    client.release(true);
    throw error;
  }
}

const queryableOf = (client: pg.ClientBase): Queryable => ({
  query: async <Row extends object>(statement: Sql) => (await client.query(toQuery(statement))).rows as Row[],
});

/** The pool waits for it before it hands out a new connection, though its types do not say so. */
const admitting = (gate: Gate): ((client: pg.ClientBase) => void) => {
  const admit = (client: pg.ClientBase): unknown => gate.admit(queryableOf(client));
  return admit;
};

/** Makes transactions read-only while the gate is closed. The setting travels with the first statement. */
function keepReadOnly(pool: pg.Pool, gate: Gate): void {
  const readOnly = new WeakSet<pg.PoolClient>();
  pool.on('acquire', (client) => {
    const isClosed = gate.check() !== undefined;
    if (isClosed === readOnly.has(client)) return;
    if (isClosed) readOnly.add(client);
    else readOnly.delete(client);
    // A broken connection fails the statement that follows too, which reports it.
    client.query(`set default_transaction_read_only = ${isClosed ? 'on' : 'off'}`).catch(() => undefined);
  });
}

async function transaction<Result>(
  pool: pg.Pool,
  begin: string,
  scope: Scope | undefined,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  const tx: Tx = {
    scope,
    ...queryableOf(client),
    execute: (text, values) => client.query(toNamed(text, values)),
  };
  try {
    // Pipelined with the first statement of `work`, so a scope costs no extra round trip.
    const begun = Promise.all([client.query(begin), scope === undefined ? undefined : tx.query(enterScope(scope))]);
    begun.catch(() => undefined); // the first statement of `work` fails too and reports the error
    const result = await work(tx);
    await begun;
    const { command } = await client.query('commit');
    if (command !== 'COMMIT') throw new Error('the transaction was rolled back');
    client.release();
    return result;
  } catch (error) {
    await client.query('rollback').then(
      () => client.release(),
      () => client.release(true), // a connection that cannot roll back must not be reused
    );
    throw error;
  }
}

const enterScope = (scope: Scope) => sql`
  select set_config('cardwright.company', ${scope.companyId}, true),
         set_config('cardwright.environment', ${scope.environment}, true)`;

/** The first condition of every statement on a company's rows. Row-level security repeats it. */
export const inScope = (scope: Scope, table = ''): Sql => {
  const column = (text: string) => name(table === '' ? text : `${table}.${text}`);
  return sql`${column('company_id')} = ${scope.companyId} and ${column('environment')} = ${scope.environment}`;
};
