// Throughput of one hot account: batches through the batcher, against pgbench on the single path, against plain SQL.
import { randomUUID } from 'node:crypto';
import { newCompany, operatorTools } from '@cardwright/proofs/harness/companies.ts';
import { sizeOf } from '@cardwright/proofs/harness/proof.ts';
import type { Scope } from '@cardwright/server/foundation/scope.ts';
import { type Batcher, LARGEST_BATCH, openBatcher } from '@cardwright/server/platform/db/batcher.ts';
import { openDb } from '@cardwright/server/platform/db/db.ts';
import { sql } from '@cardwright/server/platform/db/sql.ts';
import type { Stack } from '@cardwright/stack/start.ts';
import pg from 'pg';
import { atLeast, type Bench, type Context, medianOf, type Result, ratioOf, rounded } from '../harness/bench.ts';
import { costOfEach, costSoFar } from '../harness/cost.ts';
import { interleave, type Slot } from '../harness/interleave.ts';
import { onLedgerStack } from '../harness/ledger-stack.ts';
import { runPgbench } from '../harness/pgbench.ts';
import { plainStatement, plainTransaction, singlePath } from './scripts.ts';

/** Companies in the measurement without a hot account. */
const MANY = 64;

const bars = {
  batched: atLeast(4, 'x the best of pgbench', 'batched, 64 clients'),
  noCollapse: atLeast(0.9, 'x the rate with 8', 'batched, 64 clients'),
  single: atLeast(0.7, 'x plain SQL', 'the single path'),
};

type Posting = { scope: Scope; reference: string };

async function measure(context: Context, stack: Stack): Promise<Result> {
  const [rounds, seconds] = [sizeOf(context.sizes, 'rounds'), sizeOf(context.sizes, 'seconds')];
  const tools = operatorTools(stack);
  // Two connections, of which a batcher uses one at a time.
  const db = openDb({ url: stack.databaseUrl, name: 'bench', connections: 2, onError: () => undefined });
  const database = new pg.Pool({ connectionString: stack.databaseUrl, max: 1 });
  try {
    const [hot, ...others] = await Promise.all(Array.from({ length: MANY }, (_, i) => newCompany(tools, `Bench ${i}`)));
    if (hot === undefined) throw new Error('there is no company');
    const books = [hot, ...others].map((companyId): Scope => ({ companyId, environment: 'sandbox' }));
    const batches: number[] = [];
    const batcher = openBatcher<Posting, bigint | null>({
      run: async (batch) => {
        batches.push(batch.length);
        return post(db, batch);
      },
      ownerOf: ({ scope }) => scope.companyId,
      identityOf: ({ reference }) => reference,
    });
    const pgbench = (script: string, clients: number) => () =>
      runPgbench(stack.databaseUrl, script, { clients, seconds });
    const batched = (clients: number, scopes: readonly Scope[]) => () => drive(batcher, scopes, { clients, seconds });
    const slots: Slot[] = [
      { name: 'batched64', run: batched(64, books.slice(0, 1)) },
      { name: 'single1', run: pgbench(singlePath(hot), 1) },
      { name: 'plainTransaction1', run: pgbench(plainTransaction(hot), 1) },
      { name: 'plainStatement1', run: pgbench(plainStatement(hot), 1) },
      { name: 'single8', run: pgbench(singlePath(hot), 8) },
      { name: 'single32', run: pgbench(singlePath(hot), 32) },
      { name: 'batched8', run: batched(8, books.slice(0, 1)) },
      { name: 'batched64over64books', run: batched(64, books) },
    ];
    const rates = await interleave(context, slots, {
      rounds,
      unit: 'postings/s',
      isClear: (soFar) => barsOf(ratiosOf(soFar)).every(({ isMet }) => isMet),
    });
    const settings = await settingsOf(database);
    const cost = await costs(context, {
      database,
      batcher,
      scope: books[0] ?? { companyId: hot, environment: 'sandbox' },
      url: stack.databaseUrl,
    });
    return judge({ rates, settings: { ...settings, largestBatchSeen: Math.max(...batches) }, cost });
  } finally {
    await db.close();
    await database.end();
    await tools.db.close();
  }
}

/** One batch in one commit: one statement is one transaction. */
async function post(db: ReturnType<typeof openDb>, batch: readonly Posting[]): Promise<(bigint | null)[]> {
  const [row] = await db.query<{ numbers: (bigint | null)[] }>(sql`
    select ledger.post(${batch.map(({ scope }) => scope.companyId)}::uuid[], ${batch.map(({ scope }) => scope.environment)}::environment[],
                       ${batch.map(() => 'sandbox_credit')}::ledger.entry_kind[], ${batch.map(({ reference }) => reference)}::text[],
                       ${batch.map(() => 'Sandbox funds credited')}::text[], ${batch.map(() => 100n)}::bigint[]) as numbers`);
  return row?.numbers ?? [];
}

/** Runs closed-loop clients: each posts again after its last answer. Returns postings per second. */
async function drive(
  batcher: Batcher<Posting, bigint | null>,
  scopes: readonly Scope[],
  { clients, seconds }: { clients: number; seconds: number },
): Promise<number> {
  const started = performance.now();
  let posted = 0;
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      const scope = scopes[client % scopes.length];
      if (scope === undefined) return;
      while (performance.now() - started < seconds * 1_000) {
        const number = await batcher({ scope, reference: `sbf_${randomUUID()}` });
        if (number === null) throw new Error('a credit was refused');
        posted++;
      }
    }),
  );
  return (posted / (performance.now() - started)) * 1_000;
}

/** The cost of one posting to the database, in batches and alone: processor time, WAL and bytes on disk. */
async function costs(
  context: Context,
  {
    database,
    batcher,
    scope,
    url,
  }: { database: pg.Pool; batcher: Batcher<Posting, bigint | null>; scope: Scope; url: string },
): Promise<Record<string, unknown>> {
  const seconds = sizeOf(context.sizes, 'seconds');
  const reading = async (work: () => Promise<number>) => {
    await database.query('checkpoint'); // so that each measurement starts with the same full-page writes into the WAL
    const before = await costSoFar(database);
    const countBefore = await countEntries(database);
    await work();
    return costOfEach(before, await costSoFar(database), (await countEntries(database)) - countBefore);
  };
  const batched = await reading(() => drive(batcher, [scope], { clients: 64, seconds }));
  const single = await reading(() => runPgbench(url, singlePath(scope.companyId), { clients: 1, seconds }));
  return { batched, single };
}

async function countEntries(database: pg.Pool): Promise<number> {
  const { rows } = await database.query<{ entries: string }>('select sum(entries) as entries from ledger.books');
  return Number(rows[0]?.entries ?? 0);
}

async function settingsOf(database: pg.Pool): Promise<Record<string, string | number>> {
  const { rows } = await database.query<{ name: string; setting: string }>(
    `select name, setting from pg_settings where name in ('synchronous_commit', 'fsync', 'server_version', 'shared_buffers')`,
  );
  return { ...Object.fromEntries(rows.map(({ name, setting }) => [name, setting])), batchAtMost: LARGEST_BATCH };
}

/** The median ratio of the rounds for each bar, against the path that is faster in most of them. */
function ratiosOf(rates: Record<string, number[]>): Record<keyof typeof bars, number> {
  const of = (name: string) => rates[name] ?? [];
  const fastest = (...names: string[]) => of(names.toSorted((a, b) => medianOf(of(b)) - medianOf(of(a)))[0] ?? '');
  return {
    batched: ratioOf(of('batched64'), fastest('single1', 'single8', 'single32')),
    noCollapse: ratioOf(of('batched64'), of('batched8')),
    single: ratioOf(of('single1'), fastest('plainTransaction1', 'plainStatement1')),
  };
}

const barsOf = (found: ReturnType<typeof ratiosOf>) =>
  Object.entries(bars).map(([name, limit]) => limit(found[name as keyof typeof bars]));

function judge({
  rates,
  settings,
  cost,
}: {
  rates: Record<string, number[]>;
  settings: Record<string, unknown>;
  cost: Record<string, unknown>;
}): Result {
  const found = ratiosOf(rates);
  return {
    figures: {
      settings,
      postingsPerSecond: Object.fromEntries(
        Object.entries(rates).map(([name, all]) => [name, Math.round(medianOf(all))]),
      ),
      ratios: Object.fromEntries(Object.entries(found).map(([name, value]) => [name, rounded(value)])),
      costOfAPosting: cost,
    },
    bars: barsOf(found),
  };
}

export const ledger: Bench = {
  measures: 'Postings a second on one hot account: batched, one by one, and as plain SQL; and what one costs.',
  // Many short rounds: slots that are compared are a few seconds apart, so a change of the host's load falls on both.
  sizes: { full: { rounds: 12, seconds: 2 }, small: { rounds: 4, seconds: 2 } },
  run: (context) => onLedgerStack(context, measure),
};
