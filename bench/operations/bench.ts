// Operations from the request to the settled card: acceptance rate, latency and cost.
import { sizeOf } from '@cardwright/proofs/harness/proof.ts';
import { startPostgres } from '@cardwright/stack/postgres.ts';
import { NO_RATE_LIMITS, type Stack, startStack } from '@cardwright/stack/start.ts';
import pg from 'pg';
import {
  atLeast,
  atMost,
  type Bench,
  type Context,
  medianOf,
  type Result,
  ratioOf,
  rounded,
} from '../harness/bench.ts';
import { driveClients } from '../harness/http-clients.ts';
import { interleave, type Slot } from '../harness/interleave.ts';
import { runPgbench } from '../harness/pgbench.ts';
import {
  countStatements,
  openProfiling,
  PROFILED_POSTGRES,
  type Profiling,
  tableOfStatements,
} from '../harness/profile.ts';
import { type Saturation, saturate, sealed, untilNone } from '../harness/saturation.ts';
import { measureIdle } from './idle.ts';
import { type JourneyTimes, measureJourney } from './journey.ts';
import { plainOrder, productPath } from './scripts.ts';
import { makeWorld, type OperationWorld, ordersOf } from './world.ts';

/** Accepted on the product's own path by pgbench, on 8 connections. */
const PGBENCH = 'x pgbench';

/** A commit, and a call of the issuer, each alone. */
const UNIT = 'x a commit and a call of the issuer';

const bars = {
  many64: atLeast(1, PGBENCH, 'accepted, 1,000 companies, 64 clients'),
  many128: atLeast(1.2, PGBENCH, 'accepted, 1,000 companies, 128 clients'),
  hot64: atLeast(2.3, PGBENCH, 'accepted, one company, 64 clients'),
  hot128: atLeast(2.8, PGBENCH, 'accepted, one company, 128 clients'),
  single: atLeast(0.7, 'x plain SQL that writes the same rows', 'the single path'),
  p50: atMost(8, UNIT, 'POST to settled at 100 a second, p50'),
  p99: atMost(25, UNIT, 'POST to settled at 100 a second, p99'),
  completed: atLeast(0.12, PGBENCH, 'completed at saturation'),
  cpu: atMost(2.5, 'ms', 'processor time of API, worker and Postgres for a completed operation'),
  idleCommits: atMost(4, 'commits', 'an operation that comes alone'),
};

async function run(context: Context): Promise<Result> {
  const profiling = context.profile ? await openProfiling() : undefined;
  const postgres = await startPostgres({
    version: context.version,
    settings: { track_commit_timestamp: 'on', ...(profiling === undefined ? {} : PROFILED_POSTGRES) },
  });
  const stack = await startStack({
    adminUrl: postgres.url,
    database: 'bench',
    workers: 0,
    issuer: true,
    env: { ...NO_RATE_LIMITS, CARDWRIGHT_MOST_QUEUED: '100000000' },
    nodeArguments: profiling?.nodeArguments ?? [],
  });
  const database = new pg.Pool({ connectionString: stack.databaseUrl, max: 2 });
  database.on('error', () => undefined);
  try {
    return profiling === undefined
      ? await measure(context, stack, database)
      : await profileOf(context, { stack, database, profiling });
  } finally {
    await database.end();
    await stack.stop();
    await postgres.stop();
    await profiling?.remove();
  }
}

async function measure(context: Context, stack: Stack, database: pg.Pool): Promise<Result> {
  const world = await makeWorld(stack, database, sizeOf(context.sizes, 'companies'));
  context.progress(`${world.orderers.length} companies`);
  const registrar = await stack.spawn('worker');
  await registered(database);
  await registrar.stop();
  const rates = await measureAcceptance(context, stack, world);
  await forgetOrders(database);
  await stack.spawn('worker');
  const idle = await measureIdle({ stack, world, database });
  context.progress(`idle: ${idle.commits} commits in ${idle.transactions} transactions`);
  await sealed(database);
  const journey = await measureJourney({ stack, world, database }, sizeOf(context.sizes, 'steadySeconds'));
  context.progress(`steady: p50 ${rounded(journey.settledMs.p50)} ms, p99 ${rounded(journey.settledMs.p99)} ms`);
  const saturated: Saturation[] = [];
  for (let round = 1; round <= sizeOf(context.sizes, 'saturationRounds'); round++) {
    const load = { clients: 64, seconds: sizeOf(context.sizes, 'saturationSeconds') };
    const found = await saturate({ stack, database }, { ...load, next: ordersOf(world, world.orderers) });
    saturated.push(found);
    context.progress(`saturation: ${Math.round(found.completedPerSecond)}/s, ${found.cpuMs.sum} ms each`);
  }
  return judge({ rates, idle, journey, saturated });
}

/** Where the processor time of an operation goes at saturation. Profiling itself costs some: shares count, not sums. */
async function profileOf(
  context: Context,
  { stack, database, profiling }: { stack: Stack; database: pg.Pool; profiling: Profiling },
): Promise<Result> {
  const world = await makeWorld(stack, database, sizeOf(context.sizes, 'companies'));
  await stack.spawn('worker');
  await registered(database);
  await sealed(database);
  profiling.note(stack.processes);
  await countStatements(database);
  const load = { clients: 64, seconds: sizeOf(context.sizes, 'saturationSeconds') };
  const found = await saturate({ stack, database }, { ...load, next: ordersOf(world, world.orderers) });
  const statements = await tableOfStatements(database, found.accepted);
  const journey = await measureJourney({ stack, world, database }, sizeOf(context.sizes, 'steadySeconds'));
  for (const process of stack.processes.slice()) await process.stop(); // they write their profiles
  console.log(`${statements}\n${await profiling.tables(found.accepted + journey.accepted)}\n`);
  return { figures: { saturation: found, journey }, bars: [] };
}

type Rates = Record<'many8' | 'many64' | 'many128' | 'hot8' | 'hot64' | 'hot128' | 'single1' | 'plain1', number[]>;

/** pgbench on the product's own path: over all companies or on one, from 8 connections or one; and plain SQL. */
function pgbenchOf(context: Context, stack: Stack, world: OperationWorld) {
  const seconds = sizeOf(context.sizes, 'seconds');
  const all = world.orderers.length;
  return async (name: 'many8' | 'hot8' | 'single1' | 'plain1'): Promise<number> => {
    const companies = name === 'hot8' ? 1 : all;
    const clients = name === 'many8' || name === 'hot8' ? 8 : 1;
    return name === 'plain1'
      ? runPgbench(stack.databaseUrl, plainOrder(companies, world.productId), { clients, seconds })
      : runPgbench(stack.urlOf('cardwright_api'), productPath(companies, world.productId), { clients, seconds });
  };
}

/** Accepted orders per second, in turn with pgbench, forwards and backwards. No worker shares the machine. */
async function measureAcceptance(context: Context, stack: Stack, world: OperationWorld): Promise<Rates> {
  const [rounds, seconds] = [sizeOf(context.sizes, 'rounds'), sizeOf(context.sizes, 'seconds')];
  const pgbench = pgbenchOf(context, stack, world);
  const post = async (clients: number, orderers: OperationWorld['orderers']) =>
    (await driveClients(stack.baseUrl, { clients, seconds, next: ordersOf(world, orderers) })).perSecond;
  const hot = world.orderers.slice(0, 1);
  const slots: Slot<keyof Rates>[] = [
    { name: 'many64', run: () => post(64, world.orderers) },
    { name: 'many8', run: () => pgbench('many8') },
    { name: 'many128', run: () => post(128, world.orderers) },
    { name: 'hot64', run: () => post(64, hot) },
    { name: 'hot8', run: () => pgbench('hot8') },
    { name: 'hot128', run: () => post(128, hot) },
    { name: 'single1', run: () => pgbench('single1') },
    { name: 'plain1', run: () => pgbench('plain1') },
  ];
  await post(64, world.orderers); // warm-up: opens connections, plans statements, compiles code
  return interleave(context, slots, {
    rounds,
    unit: 'a second',
    isClear: (soFar) =>
      Object.entries(acceptanceOf(soFar)).every(([name, value]) => bars[name as keyof typeof bars](value).isMet),
  });
}

/** Ends operations that were accepted without a worker or written by pgbench, so that no worker runs them. */
async function forgetOrders(database: pg.Pool): Promise<void> {
  await database.query(
    `update operations set status = 'failed', decided_at = clock_timestamp(), next_at = null where status in ('queued', 'processing')`,
  );
  await database.query('vacuum analyze');
  await database.query('checkpoint');
}

/** Waits until the issuer knows every holder. */
const registered = (database: pg.Pool) =>
  untilNone(database, `select 1 from holders where status = 'pending'`, 'holders are still to be registered');

/** What was accepted, against pgbench in the same rounds. */
const acceptanceOf = (rates: Rates) => ({
  many64: ratioOf(rates.many64, rates.many8),
  many128: ratioOf(rates.many128, rates.many8),
  hot64: ratioOf(rates.hot64, rates.hot8),
  hot128: ratioOf(rates.hot128, rates.hot8),
  single: ratioOf(rates.single1, rates.plain1),
});

function judge(found: {
  rates: Rates;
  idle: Awaited<ReturnType<typeof measureIdle>>;
  journey: JourneyTimes;
  saturated: Saturation[];
}): Result {
  const { rates, journey } = found;
  const unit = journey.commitMs + journey.issuerCallMs;
  const values: Record<keyof typeof bars, number> = {
    ...acceptanceOf(rates),
    p50: journey.settledMs.p50 / unit,
    p99: journey.settledMs.p99 / unit,
    completed: medianOf(found.saturated.map((each) => each.completedPerSecond)) / medianOf(rates.many8),
    cpu: medianOf(found.saturated.map(({ cpuMs }) => cpuMs.sum)),
    idleCommits: found.idle.commits,
  };
  return {
    figures: {
      perSecond: Object.fromEntries(Object.entries(rates).map(([name, all]) => [name, Math.round(medianOf(all))])),
      ratios: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, rounded(value)])),
      journey,
      saturation: found.saturated,
      idle: found.idle,
    },
    bars: Object.entries(bars).map(([name, limit]) => limit(values[name as keyof typeof bars])),
  };
}

export const operations: Bench = {
  measures: 'Operations: accepted a second, time from the request to the settled card, and the cost of one.',
  sizes: {
    full: { companies: 1_000, rounds: 6, seconds: 5, steadySeconds: 30, saturationSeconds: 20, saturationRounds: 4 },
    small: { companies: 1_000, rounds: 2, seconds: 3, steadySeconds: 8, saturationSeconds: 8, saturationRounds: 2 },
  },
  hasProfile: true,
  run,
};
