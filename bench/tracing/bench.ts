// The cost of tracing: processor time of a completed operation with every tenth request traced, and with none.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sizeOf } from '@cardwright/proofs/harness/proof.ts';
import { type Collector, openCollector } from '@cardwright/stack/collector.ts';
import { freePort, localUrl } from '@cardwright/stack/ports.ts';
import { startPostgres } from '@cardwright/stack/postgres.ts';
import { NO_RATE_LIMITS, type Stack, startStack } from '@cardwright/stack/start.ts';
import pg from 'pg';
import { atMost, type Bench, type Context, type Result, ratioOf, rounded } from '../harness/bench.ts';
import { interleave } from '../harness/interleave.ts';
import { type Saturation, saturate, untilNone } from '../harness/saturation.ts';
import { makeWorld, type OperationWorld, ordersOf } from '../operations/world.ts';

/** Enough for full batches, and few enough to leave the processors to the product. */
const CLIENTS = 32;

/** What tracing a tenth of all requests may cost. */
const MOST_RATIO = 1.03;

/** Commits and transactions of an operation depend on the size of batches, and vary with the load by this share. */
const COUNTS_APART = 0.1;

/** `control` is off too. How far it is from `off` is the precision of the run, which must be that of the bar. */
const PRECISION = MOST_RATIO - 1;
const ways = ['off', 'tenth', 'control'] as const;
type Way = (typeof ways)[number];

async function run(context: Context): Promise<Result> {
  // Autovacuum wakes up every minute, in step with the rounds: it would always meet the same one.
  const postgres = await startPostgres({ version: context.version, settings: { autovacuum: 'off' } });
  const collector = await openCollector({ keeps: false });
  const directory = await mkdtemp(join(tmpdir(), 'cardwright-stops-'));
  const stack = await startStack({
    adminUrl: postgres.url,
    database: 'bench',
    api: 0,
    workers: 0,
    issuer: true,
    env: { ...NO_RATE_LIMITS, CARDWRIGHT_MOST_QUEUED: '100000000' },
  });
  const database = new pg.Pool({ connectionString: stack.databaseUrl, max: 2 });
  database.on('error', () => undefined);
  try {
    const world = await makeWorld(stack, database, sizeOf(context.sizes, 'companies'));
    const pairs = await startPairs(stack, { collector, directory });
    await untilNone(database, `select 1 from holders where status = 'pending'`, 'holders are still to be registered');
    return await measure(context, { database, world, pairs });
  } finally {
    await database.end();
    await stack.stop();
    await collector.close();
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

/** An API and a worker of their own for each way, which last for the whole run. A stop file holds back the others. */
type Pair = { stack: Stack; stopFile: string };
type Pairs = Record<Way, Pair>;

async function startPairs(
  stack: Stack,
  { collector, directory }: { collector: Collector; directory: string },
): Promise<Pairs> {
  const pairs: Partial<Pairs> = {};
  for (const way of ways) {
    const traces = { CARDWRIGHT_TRACES_URL: collector.url, CARDWRIGHT_TRACES_RATIO: '0.1' };
    const stopFile = join(directory, way);
    const env = { CARDWRIGHT_STOP_FILE: stopFile, ...(way === 'tenth' ? traces : {}) };
    const port = await freePort();
    const own = [await stack.spawn('api', port, env), await stack.spawn('worker', undefined, env)];
    const issuer = stack.processes.filter(({ role }) => role === 'issuer');
    pairs[way] = { stack: { ...stack, baseUrl: localUrl(port), processes: [...own, ...issuer] }, stopFile };
  }
  return pairs as Pairs;
}

type Tools = { database: pg.Pool; world: OperationWorld; pairs: Pairs };

async function measure(context: Context, { database, world, pairs }: Tools): Promise<Result> {
  const load = async (way: Way, seconds: number): Promise<Saturation> => {
    for (const other of ways) await writeFile(pairs[other].stopFile, '');
    await rm(pairs[way].stopFile);
    const next = ordersOf(world, world.orderers);
    return saturate({ stack: pairs[way].stack, database }, { clients: CLIENTS, seconds, next });
  };
  for (const way of ways) await load(way, sizeOf(context.sizes, 'warmSeconds'));
  await database.query('vacuum analyze'); // all plan again: the first pair had planned for empty tables
  const found: Record<Way, Saturation[]> = { off: [], tenth: [], control: [] };
  const slots = ways.map((name) => ({
    name,
    run: async () => {
      const saturation = await load(name, sizeOf(context.sizes, 'seconds'));
      found[name].push(saturation);
      return saturation.cpuMs.sum * 1_000;
    },
  }));
  await interleave(context, slots, {
    rounds: sizeOf(context.sizes, 'rounds'),
    unit: 'µs of each operation',
    isClear: () => true, // going on until the ratio is good would find noise
  });
  return judge(found);
}

function judge(found: Record<Way, Saturation[]>): Result {
  const against = (way: Way, what: (each: Saturation) => number) =>
    rounded(ratioOf(found[way].map(what), found.off.map(what)));
  const ratiosOf = (way: Way) => ({
    cpu: against(way, ({ cpuMs }) => cpuMs.sum),
    api: against(way, ({ cpuMs }) => cpuMs.api),
    worker: against(way, ({ cpuMs }) => cpuMs.worker),
    postgres: against(way, ({ cpuMs }) => cpuMs.postgres),
    commits: against(way, ({ commits }) => commits),
    transactions: against(way, ({ transactions }) => transactions),
  });
  const ratios = { tenth: ratiosOf('tenth'), control: ratiosOf('control') };
  const { cpu, commits, transactions } = ratios.tenth;
  const percentApart = (ratio: number) => Math.abs(ratio - 1) * 100;
  return {
    figures: { ratios, found },
    bars: [
      atMost(MOST_RATIO, 'x that without tracing', 'processor time of an operation, every tenth traced')(cpu),
      // A run that does not reach this proves nothing.
      atMost(PRECISION * 100, '% apart', 'the same of two pairs without tracing')(percentApart(ratios.control.cpu)),
      atMost(COUNTS_APART * 100, '% apart', 'commits of an operation, traced and not')(percentApart(commits)),
      atMost(COUNTS_APART * 100, '% apart', 'transactions of an operation, traced and not')(percentApart(transactions)),
    ],
  };
}

export const tracing: Bench = {
  measures: 'Tracing: processor time of an operation with every tenth request traced, against none.',
  sizes: {
    full: { companies: 200, rounds: 12, seconds: 20, warmSeconds: 60 },
    small: { companies: 30, rounds: 6, seconds: 10, warmSeconds: 20 },
  },
  run,
};
