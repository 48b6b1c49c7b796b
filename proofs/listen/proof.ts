// Attacks: `cardwright listen` forwards every event, in order and validly signed, however often it is killed.
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventTypes } from '@cardwright/server/events/log/types.ts';
import { newUuid, toId } from '@cardwright/server/foundation/ids.ts';
import type { Db } from '@cardwright/server/platform/db/db.ts';
import { sql } from '@cardwright/server/platform/db/sql.ts';
import { NO_RATE_LIMITS } from '@cardwright/stack/start.ts';
import { besides } from '../harness/besides.ts';
import { administratorDb, newCompany, newKey, operatorTools } from '../harness/companies.ts';
import { type Context, type Counts, type Proof, sizeOf } from '../harness/proof.ts';
import type { Random } from '../harness/random.ts';
import { listenBugs } from './bugs.ts';
import { type Listener, type Settings, startListener } from './listener.ts';
import { openReceiver, type Receiver } from './receiver.ts';

/** Events that nobody listened to. The first start begins after them. */
const BEFORE = 30;

/** Events of one commit. */
const BATCH = 50;

/** Events are created in as many parts, each when the one before has arrived: the listener also waits for events. */
const PARTS = 4;

/** Objects that the events are about. */
const OBJECTS = 20;

/** Awaits of one event, about: half of the processes kill themselves at one of them. */
const AWAITS = 12;

/** The others are killed this long after an event has arrived, at most: while it is answered, saved or repeated. */
const AFTER_MS = 40;

/** Nothing arrives for this long, with repeats and restarts: something is lost. */
const PATIENCE_MS = 90_000;
const POLL_EVERY_MS = 20;

type World = {
  context: Context;
  db: Db;
  companyId: string;
  receiver: Receiver;
  settings: Settings;
  secret: string | undefined;
  kills: number;
  listener: Listener | undefined;
  isOver: boolean;
};

async function run(context: Context): Promise<Counts> {
  const { stack, random } = context;
  const tools = operatorTools(stack);
  const db = administratorDb(stack, 2);
  const home = await mkdtemp(join(tmpdir(), 'cardwright-proof-listen-'));
  const companyId = await newCompany(tools, 'Listener');
  const apiKey = await newKey(tools, { companyId, environment: 'sandbox' });
  await append(db, random, companyId, BEFORE);
  const receiver = await openReceiver(context, await lastOf(db, companyId));
  const settings = { apiUrl: stack.baseUrl, apiKey, home, target: receiver.url };
  const world: World = {
    context,
    db,
    companyId,
    receiver,
    settings,
    secret: undefined,
    kills: 0,
    listener: undefined,
    isOver: false,
  };
  try {
    await killBeforeTheFirst(world);
    const watching = async (signal: AbortSignal) => void (await Promise.race([receiver.caught, once(signal, 'abort')]));
    await besides([(signal) => write(world, signal), watching], () => listenUnderKills(world));
    return { forwarded: await checkBytes(world), killed: world.kills, ...receiver.tally };
  } finally {
    world.isOver = true;
    world.listener?.kill();
    await receiver.close();
    await db.close();
    await tools.db.close();
    await rm(home, { recursive: true, force: true });
  }
}

const lastNumber = ({ context, receiver }: World) => receiver.before + sizeOf(context.sizes, 'events');

/** Starts the command, unless the run has ended meanwhile. */
function start(world: World, killAt?: number): Listener {
  if (world.isOver) throw new Error('the run is over');
  world.listener = startListener(world.context, world.settings, killAt);
  return world.listener;
}

/** The first start is killed before there is an event. Its position must be kept all the same. */
async function killBeforeTheFirst(world: World): Promise<void> {
  const listener = start(world);
  await trust(world, listener.secret);
  listener.kill();
  await listener.over;
  world.kills++;
}

/** Every start prints the same secret: a receiver knows only one. */
async function trust(world: World, printed: Promise<string | undefined>): Promise<void> {
  const secret = await printed;
  if (secret === undefined) return; // killed before
  world.secret ??= secret;
  world.receiver.trust(world.secret);
  if (secret !== world.secret) world.context.violation('a restart signs with another secret');
}

/** Starts the command again and again, until it was killed often enough and everything has arrived. */
async function listenUnderKills(world: World): Promise<void> {
  const { context, receiver } = world;
  const random = context.random.fork('kills');
  const kills = sizeOf(context.sizes, 'kills');
  const perLife = Math.max(1, Math.floor(sizeOf(context.sizes, 'events') / kills));
  while (world.kills < kills && receiver.acknowledged() < lastNumber(world)) {
    const events = random.integer(1, Math.ceil(perLife * 1.6));
    const isByItself = world.kills % 2 === 1;
    const listener = start(world, isByItself ? random.integer(1, events * AWAITS * 2) : undefined);
    let arrivals = 0;
    receiver.onArrival = () => {
      if (++arrivals < events || isByItself) return;
      setTimeout(() => listener.kill(), random.integer(0, AFTER_MS));
    };
    await Promise.race([trust(world, listener.secret), listener.over]);
    await Promise.race([listener.over, untilAll(world)]);
    listener.kill();
    await listener.over;
    world.kills++;
    context.progress(receiver.acknowledged() - receiver.before, sizeOf(context.sizes, 'events'), 'events');
  }
  receiver.onArrival = () => undefined;
  const listener = start(world);
  await trust(world, listener.secret);
  await untilAll(world);
  listener.kill();
  await listener.over;
}

/** Waits until the last event has arrived. It is lost if nothing arrives for long. */
async function untilAll(world: World): Promise<void> {
  const { receiver, context } = world;
  let [seen, at] = [receiver.acknowledged(), performance.now()];
  while (receiver.acknowledged() < lastNumber(world)) {
    if (receiver.acknowledged() !== seen) [seen, at] = [receiver.acknowledged(), performance.now()];
    if (performance.now() - at > PATIENCE_MS) return context.violation('an event is never forwarded', { seen });
    await sleep(POLL_EVERY_MS);
  }
}

/** Creates the events in parts, each when most of the one before has arrived. */
async function write({ context, db, companyId, receiver }: World, signal: AbortSignal): Promise<void> {
  const random = context.random.fork('events');
  const events = sizeOf(context.sizes, 'events');
  let made = 0;
  for (let part = 1; part <= PARTS && !signal.aborted; part++) {
    for (const end = Math.ceil((events * part) / PARTS); made < end; ) {
      const count = Math.min(BATCH, end - made);
      await append(db, random, companyId, count);
      made += count;
    }
    while (receiver.acknowledged() < receiver.before + made && !signal.aborted) await sleep(POLL_EVERY_MS);
  }
}

const types = eventTypes.filter((type) => !type.startsWith('webhook.'));

async function append(db: Db, random: Random, companyId: string, count: number): Promise<void> {
  const at = new Date();
  const ids = Array.from({ length: count }, () => newUuid(at));
  await db.query(sql`
    select append_events(${ids.map(() => companyId)}, ${ids.map(() => 'sandbox')}::environment[], ${ids},
                         ${ids.map((id) => toId('event', id))}, ${ids.map(() => toId('company', companyId))},
                         ${ids.map(() => random.pick(types))}, ${ids.map(() => objectOf(random))}, ${ids.map(() => at)})`);
}

/** JSON that changes when it is parsed and serialized again: numbers as names, escapes, spaces. */
const objectOf = (random: Random): string =>
  `{"id": "object_${random.integer(1, OBJECTS)}","metadata":{"b":"Zürich 🙂 \\u00e9","10":"x","2":"]}]}]}]}\\"["}}`;

async function lastOf(db: Db, companyId: string): Promise<number> {
  const [row] = await db.query<{ last: bigint }>(
    sql`select last from event_counters where company_id = ${companyId} and environment = 'sandbox'`,
  );
  return Number(row?.last ?? 0n);
}

/** Every event arrived, in the bytes that are stored. */
async function checkBytes({ db, companyId, context, receiver }: World): Promise<number> {
  const rows = await db.query<{ sequence: bigint; body: string }>(sql`
    select sequence, body from events
     where company_id = ${companyId} and environment = 'sandbox' and sequence > ${receiver.before} order by sequence`);
  for (const { sequence, body } of rows) {
    const got = receiver.got.get(Number(sequence));
    if (got === undefined) context.violation('an event is lost', { sequence });
    else if (got !== body) context.violation('an event arrived in other bytes', { sequence });
  }
  return rows.length;
}

export const listen: Proof = {
  promise: 'cardwright listen forwards every event in order and signed, however often it is killed.',
  sizes: { full: { events: 10_000, kills: 100 }, small: { events: 240, kills: 10 } },
  stack: { api: 1, workers: 0, env: { ...NO_RATE_LIMITS, CARDWRIGHT_LOG_LEVEL: 'silent' } },
  run,
  bugs: listenBugs,
};
