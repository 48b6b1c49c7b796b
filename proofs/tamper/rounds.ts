// The process that tampers: it creates a history, seals and exports it with the service's own code, and then rewrites
// it repeatedly as the database administrator, each time in a transaction that is verified and rolled back.
import { systemClock } from '@cardwright/server/foundation/clock.ts';
import { openHeadFiles } from '@cardwright/server/ledger/seals/head-files.ts';
import { gatherHeads, type Heads } from '@cardwright/server/ledger/seals/heads.ts';
import { sealEverything } from '@cardwright/server/ledger/seals/seal.ts';
import { verifyAudit, verifyLedger } from '@cardwright/server/ledger/seals/verify.ts';
import { type Db, openDb } from '@cardwright/server/platform/db/db.ts';
import { type Sql, toQuery } from '@cardwright/server/platform/db/sql.ts';
import pg from 'pg';
import { answerTask } from '../harness/apart.ts';
import { partsOf } from '../harness/catalogue.ts';
import { administratorDb, operatorTools } from '../harness/companies.ts';
import type { Random } from '../harness/random.ts';
import { plainTamperings } from './changes.ts';
import { cleverTamperings } from './clever.ts';
import { makeHistory } from './history.ts';
import type { Task } from './proof.ts';
import { type Bench, readRows, type Tampering, type Touched, tables, type Values } from './rows.ts';

/** Rolled-back rows stay in the database files until a vacuum, and slow down every read. */
const VACUUM_EVERY = 500;

/** Attempts to draw a change that is possible for the drawn rows. */
const MOST_DRAWS = 200;

answerTask(async (task: Task, { progress, violation, random }) => {
  const heads = await prepare(task, random.fork('history'));
  const client = new pg.Client({
    connectionString: task.databaseUrl,
    options: '-c plan_cache_mode=force_generic_plan',
  });
  await client.connect();
  await disarm(client);
  const bench: Bench = {
    query: async (text, values = []) => (await client.query<Values>(text, [...values])).rows,
    random,
    ...(await readRows(client)),
  };
  await client.query('begin');
  const untouched = await verify(client, heads);
  await client.query('rollback');
  if (untouched !== undefined) violation('verification names an untouched row', untouched);

  const tamperings = [...plainTamperings(bench), ...cleverTamperings()];
  const counts: Record<string, number> = {};
  let [detected, named] = [0, 0];
  for (let round = 0; round < task.rounds; round++) {
    const tampering = tamperings[round % tamperings.length] ?? unreachable();
    const { touched, found } = await attempt(client, heads, bench, tampering);
    counts[tampering.kind] = (counts[tampering.kind] ?? 0) + 1;
    if (found !== undefined) detected++;
    if (found !== undefined && touched.has(found)) named++;
    else
      violation(
        found === undefined ? 'history was rewritten unnoticed' : 'another row was named than the first rewritten one',
        { round, tampering: tampering.kind, touched: [...touched].slice(0, 4), found },
      );
    progress(round + 1, task.rounds, 'rewritten histories');
    if (round % VACUUM_EVERY === VACUUM_EVERY - 1) await client.query(`vacuum ${tables.join(', ')}`);
  }
  await client.end();
  const size = Object.fromEntries(tables.map((table) => [table.replace('ledger.', ''), bench.rows[table].length]));
  return { ...size, ways: tamperings.length, detected, named, ...counts };
});

const unreachable = (): never => {
  throw new Error('there is nothing to tamper with');
};

/** Creates the history; the worker's own code creates its seals and exported heads. */
async function prepare(task: Task, random: Random): Promise<Heads> {
  const stack = {
    databaseUrl: task.databaseUrl,
    urlOf: (role: string) => task.roleUrls[role] ?? '',
    secrets: { peppers: task.peppers },
  };
  const store = openHeadFiles(task.sealsDirectory, systemClock);
  const worker = openDb({
    url: stack.urlOf('cardwright_worker'),
    name: 'proof',
    connections: 2,
    onError: () => undefined,
  });
  const [tools, db] = [operatorTools(stack), administratorDb(stack, 1)];
  const onError = (error: unknown) => {
    throw error;
  };
  await makeHistory({ tools, db, random }, async () => {
    await sealEverything({ db: worker, clock: systemClock, store, onError });
  });
  await Promise.all([worker.close(), tools.db.close(), db.close()]);
  return gatherHeads(store);
}

/** Removes what would stop an administrator: triggers, row constraints, and one unique index. */
async function disarm(client: pg.Client): Promise<void> {
  for (const table of tables) {
    for (const part of await partsOf(client, table)) await client.query(`alter table ${part} disable trigger user`);
    const { rows } = await client.query<{ name: string }>(
      `select conname as name from pg_constraint where conrelid = $1::regclass and contype in ('c', 'f')`,
      [table],
    );
    for (const { name } of rows) await client.query(`alter table ${table} drop constraint ${name} cascade`);
  }
  await client.query('alter table ledger.entries drop constraint one_entry_per_event');
  await client.query('alter table audit_log alter column sequence set generated by default');
}

/** Tampers, verifies inside the same transaction, and rolls everything back. */
async function attempt(
  client: pg.Client,
  heads: Heads,
  bench: Bench,
  tampering: Tampering,
): Promise<{ touched: Touched; found: string | undefined }> {
  for (let draw = 0; draw < MOST_DRAWS; draw++) {
    await client.query('begin');
    try {
      const touched = await tampering.apply(bench).catch((error: { code?: string }) => {
        if (error.code === UNIQUE_VIOLATION) return undefined; // the key is taken
        throw error;
      });
      if (touched !== undefined) return { touched, found: await verify(client, heads) };
    } finally {
      await client.query('rollback');
    }
  }
  throw new Error(`no row fits the tampering "${tampering.kind}"`);
}

const UNIQUE_VIOLATION = '23505';

/** The first row that the operator's verification names, as the operator's own role sees the transaction. */
async function verify(client: pg.Client, heads: Heads): Promise<string | undefined> {
  await client.query('set local role cardwright_admin');
  const db = within(client);
  const { bad } = await verifyLedger(db, { heads });
  if (bad !== undefined) return `${bad.company}/${bad.environment} ${bad.row.replace(/ \(le_.+\)$/, '')}`;
  const audit = await verifyAudit(db, heads);
  return audit.bad === undefined ? undefined : `audit ${audit.bad.row}`;
}

/**
 * The one transaction presented as a database: every read happens inside it. It has one scope at a time, so concurrent
 * reads run in turn.
 */
function within(client: pg.Client): Db {
  let turn: Promise<unknown> = Promise.resolve();
  const query = async <Row extends object>(statement: Sql) => (await client.query(toQuery(statement))).rows as Row[];
  const refuse = () => Promise.reject(new Error('verification reads books and writes nothing'));
  return {
    query,
    read: (scope, work) => {
      const reading = turn.then(async () => {
        await client.query(
          `select set_config('cardwright.company', $1, true), set_config('cardwright.environment', $2, true)`,
          [scope.companyId, scope.environment],
        );
        return work({ scope, query, execute: refuse });
      });
      turn = reading.catch(() => undefined);
      return reading;
    },
    readConfirmed: refuse,
    readUnscoped: refuse, // verification reads nothing without a scope
    write: refuse,
    writeUnscoped: refuse,
    canCommit: refuse,
    waiting: () => 0,
    close: async () => undefined,
  };
}
