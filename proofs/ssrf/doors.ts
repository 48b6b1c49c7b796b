// Attacks on the running service: a URL is given to the API when an endpoint is registered and when it is changed,
// and to the worker by the database directly, as if an attacker had bypassed the API.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '@cardwright/server/platform/db/db.ts';
import { sql } from '@cardwright/server/platform/db/sql.ts';
import { type Client, codeOf, openClient } from '../harness/ask.ts';
import { administratorDb, newCompany, newKey, operatorTools } from '../harness/companies.ts';
import { WEBHOOKS } from '../harness/endpoints.ts';
import { type Context, type Counts, inParallel, sizeOf } from '../harness/proof.ts';
import { type Probe, probesOfWords } from './corpus.ts';

/** Concurrent requests. */
const WIDTH = 16;

/** The maximum number of endpoints of a company. */
const ENDPOINTS = 16;

/** An attempt is made within a second of its event; a busy machine may take many times that. */
const TRIED_WITHIN_MS = 60_000;

/** The original URL of these endpoints. It is never called. */
const ELSEWHERE = 'https://hooks.example.com/';

type Door = { client: Client; db: Db; key: string; endpoints: readonly string[]; companyId: string };

/** Tries random URLs of the corpus at every entry point; `port` is the canary's. */
export async function tryDoors(context: Context, port: number): Promise<Counts> {
  const door = await openDoor(context);
  try {
    const counts = { refusedAtTheDoor: 0, refusedByTheWorker: 0 };
    const probes = probesOfWords(context.random, port).filter(({ url }) => url.length <= 2_000);
    await inParallel(probes.length, WIDTH, async (index) => {
      const probe = probes[index] as Probe;
      await mustNotBeTaken(context, door, probe);
      counts.refusedAtTheDoor++;
      context.progress(counts.refusedAtTheDoor, probes.length, 'URLs tried at the API');
    });
    const sent = probes.filter(({ url }) => URL.canParse(url)).slice(0, sizeOf(context.sizes, 'behind'));
    for (let from = 0; from < sent.length; from += ENDPOINTS) {
      counts.refusedByTheWorker += await mustNotBeSent(context, door, sent.slice(from, from + ENDPOINTS));
      context.progress(counts.refusedByTheWorker, sent.length, 'URLs tried at the worker');
    }
    return counts;
  } finally {
    await Promise.all([door.client.close(), door.db.close()]);
  }
}

async function openDoor({ stack }: Context): Promise<Door> {
  const tools = operatorTools(stack);
  const client = openClient(stack.baseUrl, WIDTH);
  const companyId = await newCompany(tools, 'Doors');
  const key = await newKey(tools, { companyId, environment: 'sandbox' });
  await tools.db.close();
  const endpoints: string[] = [];
  for (let number = 0; number < ENDPOINTS; number++) {
    const { text } = await client.ask({ method: 'POST', path: WEBHOOKS, key, body: { url: ELSEWHERE } });
    endpoints.push((JSON.parse(text) as { id: string }).id);
  }
  return { client, db: administratorDb(stack, 1), key, endpoints, companyId };
}

async function mustNotBeTaken(context: Context, { client, key, endpoints }: Door, probe: Probe): Promise<void> {
  const ways = [
    { method: 'POST', path: WEBHOOKS },
    { method: 'PATCH', path: `${WEBHOOKS}/${endpoints[0]}` },
  ] as const;
  for (const way of ways) {
    const answer = await client.ask({ ...way, key, body: { url: probe.url } });
    const isRefused =
      answer.status === 400 && ['webhook_url_refused', 'request_invalid'].includes(codeOf(answer) ?? '');
    if (!isRefused) context.violation('the API accepts a forbidden URL', { ...probe, ...way, status: answer.status });
  }
}

/** Replaces the URLs of the endpoints, creates an event for each, and waits for the attempts. */
async function mustNotBeSent(context: Context, door: Door, probes: readonly Probe[]): Promise<number> {
  const started = await countAttempts(door);
  await door.db.query(sql`
    update webhook_endpoints w set url = p.url, status = 'enabled', rest_until = null, failures = 0, failing_since = null
      from (select e.id, u.url
              from (select id, row_number() over (order by id) as n from webhook_endpoints where company_id = ${door.companyId}) e
              join unnest(${probes.map(({ url }) => url)}::text[]) with ordinality as u (url, n) using (n)) p
     where w.id = p.id`);
  for (const id of door.endpoints.slice(0, probes.length)) {
    await door.client.ask({ method: 'POST', path: `${WEBHOOKS}/${id}/test`, key: door.key });
  }
  const end = performance.now() + TRIED_WITHIN_MS;
  let now = started;
  while (now.first - started.first < probes.length && performance.now() < end) {
    await sleep(100);
    now = await countAttempts(door);
  }
  if (now.first - started.first < probes.length) context.violation('the worker did not attempt every delivery', now);
  if (now.delivered + now.answered > 0) context.violation('a forbidden URL has answered', probes);
  return probes.length;
}

async function countAttempts({ db, companyId }: Door) {
  const [row] = await db.query<{ first: number; delivered: number; answered: number }>(sql`
    select count(*) filter (where number = 1)::int as first,
           count(*) filter (where outcome = 'delivered')::int as delivered, count(status)::int as answered
      from webhook_attempts where company_id = ${companyId}`);
  return row ?? { first: 0, delivered: 0, answered: 0 };
}
