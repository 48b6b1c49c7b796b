// The invariants once everything is delivered: the receivers' own record, the database and the feed agree.

import { fromId, toId } from '@cardwright/server/foundation/ids.ts';
import { sql } from '@cardwright/server/platform/db/sql.ts';
import { inParallel } from '../harness/proof.ts';
import type { Random } from '../harness/random.ts';
import type { Listener } from './receivers.ts';
import type { World } from './world.ts';

/** Page sizes of the feed: another one each time. */
const PAGE = { low: 1, high: 100 };

/** Companies checked side by side. */
const WIDTH = 8;

/** The last event number of each company, by its uuid. */
export type Ends = ReadonlyMap<string, bigint>;

/** The number of the last event of every company. Later events are not checked. */
export async function endsOf({ db }: World): Promise<Ends> {
  const rows = await db.query<{ company_id: string; last: bigint }>(
    sql`select company_id, last from event_counters where environment = 'sandbox'`,
  );
  return new Map(rows.map(({ company_id, last }) => [company_id, last]));
}

/** Compares all three, company by company. Returns the number of events. */
export async function checkDelivered(world: World, ends: Ends): Promise<{ events: number; pages: number }> {
  const { receivers, context, told } = world;
  const counts = { events: 0, pages: 0 };
  const random = context.random.fork('feed');
  const known = new Set<string>();
  await inParallel(receivers.listeners.length, WIDTH, async (index) => {
    const listener = receivers.listeners[index];
    if (listener === undefined) throw new Error('a listener is missing');
    const end = Number(ends.get(listener.scope.companyId) ?? 0n);
    const rows = await readEvents(world, listener, end);
    for (const row of rows) {
      known.add(row.shown);
      checkEvent(world, listener, row);
    }
    counts.events += rows.length;
    const pages = await walkFeed(world, random, { listener, end, bodies: rows.map(({ body }) => body) });
    counts.pages += pages;
  });
  for (const id of told.keys()) if (!known.has(id)) context.violation('an event that was committed is gone', { id });
  return counts;
}

type EventRow = { shown: string; sequence: bigint; body: string; status: string | null; attempts: number | null };

async function readEvents({ db }: World, { scope, webhookId }: Listener, end: number): Promise<EventRow[]> {
  const endpoint = fromId('webhook', webhookId) ?? '';
  const rows = await db.query<Omit<EventRow, 'shown'> & { id: string }>(sql`
    select e.id, e.sequence, e.body, d.status, d.attempts
      from events e
      left join webhook_deliveries d
        on d.company_id = e.company_id and d.environment = e.environment and d.endpoint_id = ${endpoint} and d.sequence = e.sequence
     where e.company_id = ${scope.companyId} and e.environment = ${scope.environment} and e.sequence <= ${end}
     order by e.sequence`);
  return rows.map(({ id, ...row }) => ({ ...row, shown: toId('event', id) }));
}

/** An event is marked as delivered if and only if the receiver answered 2xx; and all are delivered. */
function checkEvent({ context }: World, listener: Listener, { shown, body, status, attempts }: EventRow): void {
  const about = { index: listener.index, event: shown, status, attempts };
  const got = listener.got.get(shown);
  if (got === undefined) context.violation('an event never arrived', about);
  else if (got.acknowledged === 0) context.violation('an event was never acknowledged by its endpoint', about);
  else if (status !== 'delivered') context.violation('an event arrived and is not marked as delivered', about);
  else if (got.raw !== body) context.violation('an event was pushed in other bytes than are stored', about);
}

/** Reads the feed from its beginning as a company does: every number once, in order, in the bytes that were pushed. */
async function walkFeed(
  { context, patient }: World,
  random: Random,
  { listener, end, bodies }: { listener: Listener; end: number; bodies: readonly string[] },
): Promise<number> {
  let pages = 0;
  let reached = 0;
  while (reached < end) {
    const limit = random.integer(PAGE.low, PAGE.high);
    const path = `/api/v1/events?afterSequence=${reached}&limit=${limit}`;
    const { status, text } = await patient.ask(random, { method: 'GET', path, key: listener.key });
    pages++;
    const { data = [] } = JSON.parse(text) as { data?: { id: string; sequence: number }[] };
    const about = { path, status, index: listener.index };
    if (data.length === 0) context.violation('the feed ends before its last event', about);
    if (data.length === 0) return pages;
    for (const { sequence } of data)
      if (sequence !== ++reached) context.violation('the feed has a gap', { ...about, sequence, reached });
    const pushed = data.map(
      ({ id }, index) => listener.got.get(id)?.raw ?? bodies[reached - data.length + index] ?? '',
    );
    if (text !== `{"data":[${pushed.join(',')}]}`)
      context.violation('the feed has other bytes than were pushed', { ...about, text: text.slice(0, 300) });
  }
  return pages;
}
