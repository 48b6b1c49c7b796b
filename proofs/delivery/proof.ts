// Attacks: every event reaches its endpoint, whatever dies, and an endpoint that hangs delays no other.
import { NO_RATE_LIMITS } from '@cardwright/stack/start.ts';
import { administratorDb, operatorTools } from '../harness/companies.ts';
import { openPatient } from '../harness/patient.ts';
import { type Context, type Counts, type Proof, sizeOf } from '../harness/proof.ts';
import { findProducts } from '../issuer-faults/orders.ts';
import { deliveryBugs } from './bugs.ts';
import { checkDelivered, endsOf } from './checks.ts';
import { killAllWorkers, killNext, noKills } from './kills.ts';
import { openReceivers } from './receivers.ts';
import { compareSpeed } from './speed.ts';
import { settle } from './time.ts';
import { openListeners, tellMany, type World } from './world.ts';

/** Connections to each API process, and to the database. */
const CONNECTIONS = 8;
const LOOKING = 4;

/** Workers during the kills; lateness is measured with one. */
const WORKERS = 2;

/** Length of a measurement slot, in a full run and in a small one. */
const SLOT_MS = { full: 10_000, small: 2_000 };
const FULL_ROUNDS = 6;

async function run(context: Context): Promise<Counts> {
  const tools = operatorTools(context.stack);
  const db = administratorDb(context.stack, LOOKING);
  const patient = openPatient(context, CONNECTIONS);
  const receivers = await openReceivers(context);
  try {
    const { service } = await findProducts(db);
    const world: World = {
      context,
      db,
      patient,
      receivers,
      serviceId: service,
      told: new Map(),
      requests: 0,
      jumpedAt: [],
    };
    await openListeners(world, tools, sizeOf(context.sizes, 'companies'));
    const { kills, jumps } = await deliverUnderKills(world);
    const { tally } = receivers;
    const inStorm = { ...tally };
    const rounds = sizeOf(context.sizes, 'rounds');
    const slotMs = rounds >= FULL_ROUNDS ? SLOT_MS.full : SLOT_MS.small;
    await keepOneWorker(context);
    const speed = await compareSpeed(world, { rounds, slotMs });
    const ends = await endsOf(world);
    await settle(world);
    const { events, pages } = await checkDelivered(world, ends);
    return {
      delivered: events,
      throughApi: world.requests,
      ...inStorm,
      jumps,
      workersKilled: kills.worker + kills['all workers'] * WORKERS,
      postgresKilled: kills.postgres,
      feedPages: pages,
      ...speed,
    };
  } finally {
    await patient.close();
    await receivers.close();
    await db.close();
    await tools.db.close();
  }
}

/** Stops all workers but one: a free worker must not hide that another is blocked by a hanging endpoint. */
async function keepOneWorker({ stack }: Context): Promise<void> {
  const [, ...others] = stack.processes.filter(({ role }) => role === 'worker');
  await Promise.all(others.map((worker) => worker.stop()));
}

/** Creates events during kills and receiver faults; at the end all of them are delivered. */
async function deliverUnderKills(world: World) {
  const { context, receivers } = world;
  const [events, parts] = [sizeOf(context.sizes, 'events'), sizeOf(context.sizes, 'kills')];
  const random = context.random.fork('storm');
  const kills = noKills();
  Object.assign(receivers.mode, { wild: true, hanging: true });
  const restarting = receivers.startRestarting(random.fork('restarts'));
  try {
    for (let turn = 0; turn < parts; turn++) {
      const outcomes = await Promise.allSettled([
        tellMany(world, random.fork(turn), Math.ceil(events / parts)),
        killNext(world, random, { kills, turn }),
      ]);
      for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason; // after both have ended
      context.progress(world.told.size, events, 'events');
    }
  } finally {
    await restarting.stop();
  }
  receivers.mode.hanging = false;
  receivers.release();
  await killAllWorkers(world);
  kills['all workers']++;
  const ends = await endsOf(world);
  const jumps = await settle(world);
  receivers.mode.wild = false;
  await checkDelivered(world, ends);
  return { kills, jumps };
}

export const delivery: Proof = {
  promise: 'Every event reaches its endpoint at least once, whatever dies, and an endpoint that hangs delays no other.',
  sizes: {
    full: { events: 100_000, companies: 200, kills: 40, rounds: 6 },
    small: { events: 2_000, companies: 40, kills: 4, rounds: 2 },
  },
  stack: {
    api: 1,
    workers: WORKERS,
    issuer: true,
    log: 'inherit', // a process that exits unexpectedly logs why
    env: { ...NO_RATE_LIMITS, CARDWRIGHT_LOG_LEVEL: 'fatal', ISSUER_SANDBOX_LOG_LEVEL: 'fatal' },
  },
  run,
  bugs: deliveryBugs,
};
