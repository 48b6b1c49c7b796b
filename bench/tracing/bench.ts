// The cost of tracing: processor time of a completed operation with every tenth request traced, and with none.
import { sizeOf } from '@cardwright/proofs/harness/proof.ts';
import { openCollector } from '@cardwright/stack/collector.ts';
import { freePort, localUrl } from '@cardwright/stack/ports.ts';
import { startPostgres } from '@cardwright/stack/postgres.ts';
import { NO_RATE_LIMITS, type Stack, startStack } from '@cardwright/stack/start.ts';
import pg from 'pg';
import { type Bench, type Context, type Result, ratioOf, rounded } from '../harness/bench.ts';
import { interleave } from '../harness/interleave.ts';
import { type Saturation, saturate, untilNone } from '../harness/saturation.ts';
import { makeWorld, type OperationWorld, ordersOf } from '../operations/world.ts';

/** Enough for full batches, and few enough to leave the processors to the product. */
const CLIENTS = 32;

/** What a tenth of all requests may cost: less than the next release gains or loses. */
const MOST_RATIO = 1.03;

/** Commits of an operation vary by this with the size of batches, which depends on the load. */
const COMMITS_APART = 0.1;

type Way = 'off' | 'tenth';

async function run(context: Context): Promise<Result> {
  const postgres = await startPostgres({ version: context.version });
  const collector = await openCollector({ keeps: false });
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
    const registrar = await stack.spawn('worker');
    await untilNone(database, `select 1 from holders where status = 'pending'`, 'holders are still to be registered');
    await registrar.stop();
    return await measure(context, { stack, database, world, collectorUrl: collector.url });
  } finally {
    await database.end();
    await stack.stop();
    await collector.close();
    await postgres.stop();
  }
}

type Tools = { stack: Stack; database: pg.Pool; world: OperationWorld; collectorUrl: string };

async function measure(context: Context, tools: Tools): Promise<Result> {
  const found: Record<Way, Saturation[]> = { off: [], tenth: [] };
  const slot = (name: Way) => ({
    name,
    run: async () => {
      const saturation = await measureOnce(context, tools, name);
      found[name].push(saturation);
      return saturation.cpuMs.sum * 1_000;
    },
  });
  const cpuUs = await interleave(context, [slot('off'), slot('tenth')], {
    rounds: sizeOf(context.sizes, 'rounds'),
    unit: 'µs of each operation',
    isClear: ({ off, tenth }) => ratioOf(tenth, off) <= MOST_RATIO,
  });
  const figuresOf = (what: (each: Saturation) => number) => ratioOf(found.tenth.map(what), found.off.map(what));
  const ratios = {
    cpu: ratioOf(cpuUs.tenth, cpuUs.off),
    api: figuresOf(({ cpuMs }) => cpuMs.api),
    worker: figuresOf(({ cpuMs }) => cpuMs.worker),
    postgres: figuresOf(({ cpuMs }) => cpuMs.postgres),
    commits: figuresOf(({ commits }) => commits),
    transactions: figuresOf(({ transactions }) => transactions),
  };
  const bars = {
    cpu: `processor time of an operation with every tenth traced: at most ${MOST_RATIO} x that without tracing`,
    commits: `commits of an operation: the same within ${COMMITS_APART * 100} %`,
  };
  return {
    figures: {
      ratios: Object.fromEntries(Object.entries(ratios).map(([name, ratio]) => [name, rounded(ratio)])),
      found,
    },
    bars,
    missed: [
      ...(ratios.cpu <= MOST_RATIO ? [] : [`cpu: ${rounded(ratios.cpu)}; the bar: ${bars.cpu}`]),
      ...(Math.abs(ratios.commits - 1) <= COMMITS_APART
        ? []
        : [`commits: ${rounded(ratios.commits)}; the bar: ${bars.commits}`]),
    ],
  };
}

/** New processes for each round, warm before they are measured: tracing is switched when a process starts. */
async function measureOnce({ sizes }: Context, tools: Tools, way: Way): Promise<Saturation> {
  const { stack, database, world, collectorUrl } = tools;
  const env = way === 'off' ? {} : { CARDWRIGHT_TRACES_URL: collectorUrl, CARDWRIGHT_TRACES_RATIO: '0.1' };
  const port = await freePort();
  const processes = [await stack.spawn('api', port, env), await stack.spawn('worker', undefined, env)];
  const load = (seconds: number) =>
    saturate(
      { stack: { ...stack, baseUrl: localUrl(port) }, database },
      { clients: CLIENTS, seconds, next: ordersOf(world, world.orderers) },
    );
  try {
    await load(sizeOf(sizes, 'warmSeconds'));
    return await load(sizeOf(sizes, 'seconds'));
  } finally {
    for (const each of processes) await each.stop();
  }
}

export const tracing: Bench = {
  measures: 'Tracing: processor time of an operation with every tenth request traced, against none.',
  sizes: {
    full: { companies: 200, rounds: 8, seconds: 15, warmSeconds: 5 },
    small: { companies: 50, rounds: 4, seconds: 6, warmSeconds: 3 },
  },
  run,
};
