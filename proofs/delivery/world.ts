// Companies with one endpoint each, and their events: created in bulk, and caused by the companies' requests.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventTypes } from '@cardwright/server/events/log/types.ts';
import { newUuid, toId } from '@cardwright/server/foundation/ids.ts';
import type { Db } from '@cardwright/server/platform/db/db.ts';
import { sql } from '@cardwright/server/platform/db/sql.ts';
import { newCompany, newKey, type Tools } from '../harness/companies.ts';
import type { Patient } from '../harness/patient.ts';
import { type Context, inParallel } from '../harness/proof.ts';
import type { Random } from '../harness/random.ts';
import type { Listener, Receivers } from './receivers.ts';

/** One in this many companies has an endpoint that hangs. */
const HANGING = 100;

/** Companies that order; each needs money for it. */
const BUYERS = 10;
const FUNDS = '100000.00';

/** Companies created side by side. */
const WIDTH = 8;

/** Events per commit, and events of a burst in one company: more than one pass hands on. */
const BATCH = 25;
const BURST = 250;
const BATCHES_PER_BURST = 60;
const FIRST_BURST = 5;

/** Minimum interval between batches. */
const BATCH_EVERY_MS = 40;

/** Event creation pauses while this many events are undelivered. */
const MOST_OUTSTANDING = 6_000;

/** Events per event created through the API: a test and an order in turn. */
const EVENTS_PER_REQUEST = 25;

export type World = {
  context: Context;
  db: Db;
  patient: Patient;
  receivers: Receivers;
  serviceId: string;
  /** The ids of committed events, with their recipients. */
  told: Map<string, Listener>;
  /** Tests and orders acknowledged by the API. */
  requests: number;
  /** When waits were skipped, by the clock of the database. */
  jumpedAt: Date[];
};

/** Creates companies with money, a key and an endpoint. */
export async function openListeners(world: World, tools: Tools, companies: number): Promise<void> {
  const { context, patient, receivers } = world;
  const random = context.random.fork('companies');
  const hanging = Math.max(1, Math.round(companies / HANGING));
  await inParallel(companies, WIDTH, async (index) => {
    const companyId = await newCompany(tools, `Company ${index}`);
    const scope = { companyId, environment: 'sandbox' } as const;
    const key = await newKey(tools, scope);
    const ask = { method: 'POST', key } as const;
    const url = receivers.urlOf(index);
    const registered = await patient.ask(random, { ...ask, path: '/api/v1/webhook-endpoints', body: { url } });
    if (registered.status !== 201) throw new Error(`an endpoint was refused: ${registered.text}`);
    const { id: webhookId, secret } = JSON.parse(registered.text) as { id: string; secret: string };
    if (index < BUYERS) {
      const headers = { 'idempotency-key': 'funds' };
      const funding = { ...ask, path: '/api/v1/sandbox/funding', headers, body: { amount: FUNDS } };
      const { status } = await patient.ask(random, funding);
      if (status !== 200) throw new Error(`a company could not be funded: ${status}`);
    }
    receivers.listeners[index] = {
      index,
      scope,
      webhookId,
      key,
      secret,
      url,
      companyId: toId('company', companyId),
      isHanging: index >= companies - hanging,
      got: new Map(),
      sideBySide: 0,
    };
  });
}

/** Creates this many events for random companies, as fast as they can be delivered. */
export async function tellMany(world: World, random: Random, events: number): Promise<void> {
  const { listeners } = world.receivers;
  for (let made = 0, batch = 0; made < events; batch++) {
    await Promise.all([untilDelivered(world), sleep(BATCH_EVERY_MS)]);
    const isBurst = batch % BATCHES_PER_BURST === FIRST_BURST;
    const count = Math.min(isBurst ? BURST : BATCH, events - made);
    const lucky = random.pick(listeners);
    const owners = Array.from({ length: count }, () => (isBurst ? lucky : random.pick(listeners)));
    await world.patient.look(() => tell(world, random, owners));
    made += count;
    if (made % EVENTS_PER_REQUEST === 0) await request(world, random);
  }
}

/** Creates an event for each of these companies in one commit. Returns the ids of the events. */
export async function tell(world: World, random: Random, owners: readonly Listener[]): Promise<string[]> {
  const at = new Date();
  const events = owners.map((owner, number) => ({ owner, id: newUuid(at), type: random.pick(types), number }));
  await world.db.query(sql`
    select append_events(${owners.map(({ scope }) => scope.companyId)}, ${owners.map(({ scope }) => scope.environment)}::environment[],
                       ${events.map(({ id }) => id)}, ${events.map(({ id }) => toId('event', id))}, ${owners.map(({ companyId }) => companyId)},
                       ${events.map(({ type }) => type)}, ${events.map(({ number }) => objectOf(number, random))}, ${events.map(() => at)})`);
  return events.map(({ owner, id }) => {
    const shown = toId('event', id);
    world.told.set(shown, owner);
    return shown;
  });
}

const types = eventTypes.filter((type) => !type.startsWith('webhook.'));

/** An object of the usual size, with characters of which some need two bytes and some four. */
const objectOf = (number: number, random: Random): string =>
  JSON.stringify({
    id: `object_${number}`,
    status: 'completed',
    amount: `${random.integer(1, 9_999)}.00`,
    note: `Zürich “café” 🙂 ${'x'.repeat(random.integer(0, 400))}`,
  });

async function untilDelivered({ told, receivers }: World): Promise<void> {
  receivers.look();
  while (told.size - receivers.tally.taken > MOST_OUTSTANDING) await sleep(50);
}

/** An event caused by a company's request. */
async function request(world: World, random: Random): Promise<void> {
  const { patient, receivers, serviceId } = world;
  const isTest = world.requests % 2 === 0;
  const { key, webhookId } = random.pick(isTest ? receivers.listeners : receivers.listeners.slice(0, BUYERS));
  const answer = await patient.ask(
    random,
    isTest
      ? { method: 'POST', path: `/api/v1/webhook-endpoints/${webhookId}/test`, key }
      : {
          method: 'POST',
          path: '/api/v1/operations',
          key,
          headers: { 'idempotency-key': randomUUID() },
          body: { type: 'service', productId: serviceId, recipient: 'somebody', amount: '1.00' },
        },
  );
  if (answer.status !== (isTest ? 200 : 201))
    world.context.violation('a request was refused', { isTest, status: answer.status, text: answer.text });
  world.requests++;
}
