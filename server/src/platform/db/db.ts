// The database: a pool of pipelined connections, and transactions that carry a scope.
import pg from 'pg';
import type { Scope } from '../../foundation/scope.ts';
import { name, type Sql, sql, toNamed, toQuery } from './sql.ts';

/** bigint columns are money and counters: they arrive as bigint, never as a number that could round. */
pg.types.setTypeParser(pg.types.builtins.INT8, BigInt);

/**
 * Longer than any query that an endpoint may run; a query that reaches it is a bug, and must not hold its connection.
 */
const STATEMENT_TIMEOUT_MS = 15_000;

/** For work that reads whole histories, such as verifying a large book. */
const LONG_STATEMENT_TIMEOUT_MS = 3_600_000;

/**
 * The server ends a slow statement itself; a client that hears nothing for this much longer gives the connection up.
 */
const NETWORK_GRACE_MS = 5_000;

/**
 * A transaction of ours never waits for anything but its next statement: one that does has lost its process, and its
 * locks go.
 */
const IDLE_IN_TRANSACTION_MS = 10_000;

/**
 * A statement is planned once per connection. Left to itself, Postgres plans one with an array anew each time, which
 * doubled the cost of a posting. None is compiled: most take less time than that would.
 */
const GENERIC_PLANS = '-c plan_cache_mode=force_generic_plan -c jit=off';

/**
 * Every statement of a request or a job is an index range, whatever its values and however many rows there are. A plan
 * lives as long as its connection, so one that was made while a table was small must not read all of it later: settling
 * nineteen operations read a table nineteen times before this was forbidden.
 */
export const INDEX_PLANS = `${GENERIC_PLANS} -c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off`;

/** A client waits at most this long for a connection; by then its own patience is near its end. */
const CONNECT_TIMEOUT_MS = 5_000;

/** Nobody waits for work that reads histories. */
const LONG_CONNECT_TIMEOUT_MS = 60_000;

/**
 * A new connection compiles and plans every function anew: its first settlement takes 30 to 80 ms and holds locks all
 * that time. Connections that a burst needed are kept for the next one.
 */
const IDLE_CONNECTION_MS = 600_000;

/** Everything that is read is of one moment, however many statements it takes. */
const BEGIN_SNAPSHOT = 'begin isolation level repeatable read read only';

/** Something that runs statements. */
export type Queryable = {
  query<Row extends object>(statement: Sql): Promise<Row[]>;
};

/** A transaction in a scope: row-level security shows it the rows of that company and environment only. */
export type Tx = Queryable & {
  readonly scope: Scope | undefined;
  /** A statement that a library brings with it, such as the queue's: one of few texts, with $1, $2, … */
  execute(text: string, values: readonly unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
};

export type Db = {
  /** Reads in one snapshot, in a scope. */
  read<Result>(scope: Scope, work: (tx: Tx) => Promise<Result>): Promise<Result>;
  /** Reads in one snapshot what belongs to no company. Tables of companies look empty here. */
  readUnscoped<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>;
  /** Writes in a scope: everything `work` did is one commit, or nothing happened. */
  write<Result>(scope: Scope, work: (tx: Tx) => Promise<Result>): Promise<Result>;
  /** Writes what belongs to no company. Tables of companies look empty here. */
  writeUnscoped<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>;
  /** One statement without a scope: the functions that find one. */
  query: Queryable['query'];
  /** How many callers wait for a connection now. */
  waiting(): number;
  close(): Promise<void>;
};

/** Opens a pool. A broken idle connection is reported and replaced; it never ends the process. */
export function openDb(options: {
  url: string;
  name: string;
  connections: number;
  /** True for work that reads whole histories: it may take long, and is planned by how much there is. */
  histories?: boolean;
  /** The schema whose tables are named without it; `public` if left out. */
  schema?: string;
  onError: (error: Error) => void;
}): Db {
  const timeoutMs = options.histories ? LONG_STATEMENT_TIMEOUT_MS : STATEMENT_TIMEOUT_MS;
  const pool = new pg.Pool({
    connectionString: options.url,
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
  });
  pool.on('error', options.onError);
  pool.on('connect', (client) => void client.on('error', leaveToTheStatement));

  return {
    read: (scope, work) => transaction(pool, BEGIN_SNAPSHOT, scope, work),
    readUnscoped: (work) => transaction(pool, BEGIN_SNAPSHOT, undefined, work),
    write: (scope, work) => transaction(pool, 'begin', scope, work),
    writeUnscoped: (work) => transaction(pool, 'begin', undefined, work),
    query: async <Row extends object>(statement: Sql) => (await pool.query(toQuery(statement))).rows as Row[],
    waiting: () => pool.waitingCount,
    close: () => pool.end(),
  };
}

/** The setting that makes a schema the one of a connection. */
export const searchPath = (schema: string | undefined): string =>
  schema === undefined ? '' : ` -c search_path=${schema}`;

async function transaction<Result>(
  pool: pg.Pool,
  begin: string,
  scope: Scope | undefined,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  const tx: Tx = {
    scope,
    query: async <Row extends object>(statement: Sql) => (await client.query(toQuery(statement))).rows as Row[],
    execute: (text, values) => client.query(toNamed(text, values)),
  };
  try {
    // Pipelined: these travel with the first statement of `work`, so a scope costs no round trip of its own.
    const begun = Promise.all([client.query(begin), scope === undefined ? undefined : tx.query(enterScope(scope))]);
    begun.catch(() => undefined); // the first statement of `work` fails too, and that error is the one to report
    const result = await work(tx);
    await begun;
    const { command } = await client.query('commit');
    if (command !== 'COMMIT') throw new Error('the transaction was rolled back');
    client.release();
    return result;
  } catch (error) {
    await client.query('rollback').then(
      () => client.release(),
      () => client.release(true), // a connection that cannot roll back is not given to anyone else
    );
    throw error;
  }
}

/**
 * A connection that breaks fails its running statement, or the next one, which reports it; unheard, the same error
 * would end the process. It is heard from the first moment on: the pool stops listening when it hands a connection
 * over, and the last words of a dying server may come in the same packet as the answer before them.
 */
const leaveToTheStatement = () => undefined;

const enterScope = (scope: Scope) => sql`
  select set_config('cardwright.company', ${scope.companyId}, true),
         set_config('cardwright.environment', ${scope.environment}, true)`;

/** The condition that every statement on a company's rows begins with. Row-level security repeats it. */
export const inScope = (scope: Scope, table = ''): Sql => {
  const column = (text: string) => name(table === '' ? text : `${table}.${text}`);
  return sql`${column('company_id')} = ${scope.companyId} and ${column('environment')} = ${scope.environment}`;
};
