// Webhooks from the committed event to the endpoint's answer: the rate against a bare loop that signs and posts, and
// the cost of each.
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { openClient } from '@cardwright/proofs/harness/ask.ts';
import { newCompany, newKey, operatorTools, type Tools } from '@cardwright/proofs/harness/companies.ts';
import { sizeOf } from '@cardwright/proofs/harness/proof.ts';
import { newUuid, toId } from '@cardwright/server/foundation/ids.ts';
import { endOf, startPostgres } from '@cardwright/stack/postgres.ts';
import { NO_RATE_LIMITS, type Stack, startStack } from '@cardwright/stack/start.ts';
import pg from 'pg';
import { atLeast, type Bench, type Context, medianOf, type Result, ratioOf, rounded } from '../harness/bench.ts';
import { cpuMsOfProcess, cpuOfServer, transactionsSoFar } from '../harness/cost.ts';
import { interleave } from '../harness/interleave.ts';
import {
  countStatements,
  openProfiling,
  PROFILED_POSTGRES,
  type Profiling,
  tableOfStatements,
} from '../harness/profile.ts';
import { untilNone } from '../harness/saturation.ts';
import type { LoopAsked, LoopSays } from './loop.ts';
import type { ReceiverSays } from './receiver.ts';

/** The product checks addresses, keeps connections apart and stores outcomes; the loop does not. */
const rateBar = atLeast(0.15, 'x a bare loop of undici that signs and posts the same bodies', 'deliveries a second');

/** Concurrent requests of the bare loop: the same number that the product sends to one fast endpoint. */
const CONNECTIONS = 32;

/** Events written in one commit before a slot. */
const TOLD_AT_ONCE = 1_000;

/** An object the size of an operation with its card. */
const OBJECT = JSON.stringify({ id: 'op_00000000000000000000000000', status: 'completed', details: 'x'.repeat(500) });

type Setting = {
  stack: Stack;
  database: pg.Pool;
  receiver: ChildProcess;
  loop: ChildProcess;
  origin: string;
  companies: string[];
  events: number;
};

type Cost = { workerMs: number; postgresMs: number; receiverMs: number; commits: number };

async function run(context: Context): Promise<Result> {
  const profiling = context.profile ? await openProfiling() : undefined;
  const postgres = await startPostgres({
    version: context.version,
    settings: profiling === undefined ? {} : PROFILED_POSTGRES,
  });
  const stack = await startStack({
    adminUrl: postgres.url,
    database: 'bench',
    env: NO_RATE_LIMITS,
    nodeArguments: profiling?.nodeArguments ?? [],
  });
  const database = new pg.Pool({ connectionString: stack.databaseUrl, max: 2 });
  database.on('error', () => undefined);
  const [receiver, loop] = ['receiver.ts', 'loop.ts'].map((file) => fork(join(import.meta.dirname, file)));
  if (receiver === undefined || loop === undefined) throw new Error('a process was not started');
  try {
    const { port } = await saidBy<{ port: number }>(receiver);
    const origin = `http://127.0.0.1:${port}`;
    const companies = await makeCompanies(stack, origin, sizeOf(context.sizes, 'companies'));
    const events = sizeOf(context.sizes, 'events');
    const setting = { stack, database, receiver, loop, origin, companies, events };
    return profiling === undefined ? await measure(context, setting) : await profileOf(setting, profiling);
  } finally {
    for (const child of [receiver, loop]) await endOf(child, () => child.disconnect());
    await database.end();
    await stack.stop();
    await postgres.stop();
    await profiling?.remove();
  }
}

/** Where the processor time of a delivery goes. Profiling itself costs some: shares count, not sums. */
async function profileOf(setting: Setting, profiling: Profiling): Promise<Result> {
  const { stack, database, events } = setting;
  profiling.note(stack.processes);
  await countStatements(database);
  const { perSecond, cost } = await deliver(setting);
  const statements = await tableOfStatements(database, events);
  for (const process of stack.processes.slice()) await process.stop(); // they write their profiles
  console.log(`${statements}\n${await profiling.tables(events)}\n`);
  return { figures: { perSecond: Math.round(perSecond), cost }, bars: [] };
}

async function measure(context: Context, setting: Setting): Promise<Result> {
  const costs: Cost[] = [];
  const bareCpuMs: number[] = [];
  await deliver({ ...setting, events: Math.ceil(setting.events / 4) }); // warm-up: compiled code, endpoint concurrency
  const rates = await interleave(
    context,
    [
      {
        name: 'product',
        run: async () => {
          const { perSecond, cost } = await deliver(setting);
          costs.push(cost);
          return perSecond;
        },
      },
      {
        name: 'bare',
        run: async () => {
          const { seconds, cpuMs } = await postBare(setting);
          bareCpuMs.push(cpuMs / setting.events);
          return setting.events / seconds;
        },
      },
    ],
    {
      rounds: sizeOf(context.sizes, 'rounds'),
      unit: 'deliveries a second',
      isClear: ({ product, bare }) => rateBar(ratioOf(product, bare)).isMet,
    },
  );
  const ratio = ratioOf(rates.product, rates.bare);
  const each = (of: keyof Cost) => rounded(medianOf(costs.map((cost) => cost[of])));
  return {
    figures: {
      deliveriesPerSecond: Math.round(medianOf(rates.product)),
      barePerSecond: Math.round(medianOf(rates.bare)),
      ratio: rounded(ratio),
      cpuMs: {
        worker: each('workerMs'),
        postgres: each('postgresMs'),
        sum: rounded(each('workerMs') + each('postgresMs')),
        receiver: each('receiverMs'),
        bareLoop: rounded(medianOf(bareCpuMs)),
      },
      commits: each('commits'),
    },
    bars: [rateBar(ratio)],
  };
}

/** Companies with one endpoint each, all at the same receiver. */
async function makeCompanies(stack: Stack, origin: string, count: number): Promise<string[]> {
  const tools: Tools = operatorTools(stack);
  const client = openClient(stack.baseUrl, 1);
  try {
    const companies: string[] = [];
    for (let index = 0; index < count; index++) {
      const companyId = await newCompany(tools, `Company ${index}`);
      const key = await newKey(tools, { companyId, environment: 'sandbox' });
      const body = { url: `${origin}/hook/${index}` };
      const answer = await client.ask({ method: 'POST', path: '/api/v1/webhook-endpoints', key, body });
      if (answer.status !== 201) throw new Error(`an endpoint was refused: ${answer.text}`);
      companies.push(companyId);
    }
    return companies;
  } finally {
    await client.close();
    await tools.db.close();
  }
}

/**
 * Writes events unseen by the worker, reveals them all at once, and waits until the last has arrived and is recorded.
 * Returns the rate per second and the cost of each.
 */
async function deliver(setting: Setting): Promise<{ perSecond: number; cost: Cost }> {
  const { database, events } = setting;
  await database.query('update event_counters set is_listened = false');
  await tell(setting);
  setting.receiver.send(events);
  const arrived = saidBy(setting.receiver);
  const before = await reading(setting);
  const started = performance.now();
  await database.query('update event_counters set is_listened = true, is_behind = true');
  await arrived;
  const seconds = (performance.now() - started) / 1_000;
  await untilNone(
    database,
    `select 1 from webhook_deliveries where status = 'pending'`,
    'deliveries are still to be noted',
  );
  const after = await reading(setting);
  const each = (of: keyof Cost) => (after[of] - before[of]) / events;
  const cost = {
    workerMs: each('workerMs'),
    postgresMs: each('postgresMs'),
    receiverMs: each('receiverMs'),
    commits: each('commits'),
  };
  return { perSecond: events / seconds, cost };
}

async function tell({ database, companies, events }: Setting): Promise<void> {
  for (let made = 0; made < events; made += TOLD_AT_ONCE) {
    const at = new Date();
    const owners = Array.from(
      { length: Math.min(TOLD_AT_ONCE, events - made) },
      (_, index) => companies[(made + index) % companies.length] ?? '',
    );
    const ids = owners.map(() => newUuid(at));
    await database.query('select append_events($1, $2, $3, $4, $5, $6, $7, $8)', [
      owners,
      owners.map(() => 'sandbox'),
      ids,
      ids.map((id) => toId('event', id)),
      owners.map((owner) => toId('company', owner)),
      owners.map(() => 'operation.completed'),
      owners.map(() => OBJECT),
      owners.map(() => at),
    ]);
  }
}

/** The same number of the same bodies, sent by the bare loop. */
async function postBare({ database, loop, receiver, origin, events }: Setting): Promise<LoopSays> {
  const { rows } = await database.query<{ body: string }>('select body from events order by created_at desc limit $1', [
    events,
  ]);
  receiver.send(events);
  const asked: LoopAsked = {
    origin,
    path: '/hook/0',
    secret: `whsec_${'0'.repeat(43)}`,
    bodies: rows.map(({ body }) => body),
    connections: CONNECTIONS,
  };
  loop.send(asked);
  const [said] = await Promise.all([saidBy<LoopSays>(loop), saidBy<ReceiverSays>(receiver)]);
  return said;
}

async function reading({ stack, database, receiver }: Setting): Promise<Cost> {
  const worker = stack.processes.find(({ role }) => role === 'worker');
  return {
    workerMs: await cpuMsOfProcess(worker?.pid ?? 0),
    postgresMs: await cpuOfServer(database),
    receiverMs: await cpuMsOfProcess(receiver.pid ?? 0),
    commits: (await transactionsSoFar(database)).commits,
  };
}

/** The next message of a process; an exit is an error. */
function saidBy<Words>(child: ChildProcess): Promise<Words> {
  return new Promise((resolve, reject) => {
    const onExit = () => reject(new Error('a process of the bench ended'));
    child.once('exit', onExit);
    child.once('message', (words) => {
      child.off('exit', onExit);
      resolve(words as Words);
    });
  });
}

export const webhooks: Bench = {
  measures: 'Deliveries a second against a bare loop that signs and posts, and the processor time of each.',
  sizes: {
    full: { companies: 50, events: 20_000, rounds: 6 },
    small: { companies: 20, events: 3_000, rounds: 2 },
  },
  hasProfile: true,
  run,
};
