// Requests of companies of both cells, and of strangers, through the router. Each cell must have got its own, and no
// other.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { toId } from '@cardwright/server/foundation/ids.ts';
import { newKeyText } from '@cardwright/server/identity/keys/text.ts';
import { sql } from '@cardwright/server/platform/db/sql.ts';
import { type Client, comparable, openClient } from '../harness/ask.ts';
import { administratorDb } from '../harness/companies.ts';
import { type Counts, inParallel, sizeOf } from '../harness/proof.ts';
import type { Random } from '../harness/random.ts';
import { rawAsk } from './raw.ts';
import type { Cell, Company, World } from './world.ts';

const run = promisify(execFile);

/** Clients that ask at the same time. */
const CLIENTS = 16;

/** One in this many orders is sent again with its key. */
const REPEATED = 5;

type Tally = {
  /** Requests that a cell must have got, by its name. */
  expected: Map<string, number>;
  /** Acknowledged orders: ids by company. */
  orders: Map<string, Set<string>>;
  keys: Map<string, Set<string>>;
  repeats: number;
  strangers: number;
};

/** Sends the requests, then compares each cell's own counts with what was sent. */
export async function route(world: World): Promise<Counts> {
  const { context, lost, other, router } = world;
  const client = openClient(router.url, CLIENTS);
  const requests = sizeOf(context.sizes, 'requests');
  const refusal = comparable(
    await rawAsk((other.api.said as { url: string }).url, '/api/v1/balance', { authorization: 'Bearer none' }),
  );
  const before = await Promise.all([lost, other].map(requestsAt));
  const tally: Tally = { expected: new Map(), orders: new Map(), keys: new Map(), repeats: 0, strangers: 0 };
  await inParallel(requests, CLIENTS, async (index) => {
    const random = context.random.fork(index);
    const cell = random.pick([lost, other]);
    const company = random.pick(cell.companies);
    const kind = random.integer(1, 10);
    if (kind <= 4) await read(world, client, tally, { cell, company });
    else if (kind <= 8) await order(world, client, tally, { cell, company, key: `order ${index}`, random });
    else await beStranger(world, tally, { cell, company, random, refusal });
    context.progress(index + 1, requests, 'requests');
  });
  await client.close();
  for (const [index, cell] of [lost, other].entries()) {
    const got = (await requestsAt(cell)) - (before[index] ?? 0);
    const sent = tally.expected.get(cell.name) ?? 0;
    if (got !== sent)
      context.violation('a cell got requests of others, or not all of its own', { cell: cell.name, got, sent });
    await checkDatabase(world, tally, cell);
  }
  await checkRedis(world);
  const orders = [...tally.orders.values()].reduce((sum, ids) => sum + ids.size, 0);
  return { orders, repeats: tally.repeats, strangers: tally.strangers };
}

type Sent = { cell: Cell; company: Company };

const expectAt = ({ expected }: Tally, { name }: Cell) => expected.set(name, (expected.get(name) ?? 0) + 1);

const addTo = (sets: Map<string, Set<string>>, company: Company, text: string) =>
  sets.set(company.id, (sets.get(company.id) ?? new Set()).add(text));

/** The answer names the company, so that one of another cell would show. */
async function read({ context }: World, client: Client, tally: Tally, { cell, company }: Sent): Promise<void> {
  expectAt(tally, cell);
  const answer = await client.ask({ method: 'GET', path: '/api/v1/capabilities', key: company.key });
  const shown = answer.status === 200 ? (JSON.parse(answer.text) as { company: { id: string } }).company.id : '';
  if (shown !== company.id) context.violation('a read was misrouted or refused', { cell: cell.name, answer });
}

async function order(
  { context }: World,
  client: Client,
  tally: Tally,
  { cell, company, key, random }: Sent & { key: string; random: Random },
): Promise<void> {
  const body = { type: 'service', productId: cell.serviceId, recipient: 'somebody', amount: '1.00' };
  const send = () => {
    expectAt(tally, cell);
    const headers = { 'idempotency-key': key };
    return client.ask({ method: 'POST', path: '/api/v1/operations', key: company.key, headers, body });
  };
  const answer = await send();
  if (answer.status !== 201) return context.violation('an order was misrouted or refused', { cell: cell.name, answer });
  const { id } = JSON.parse(answer.text) as { id: string };
  addTo(tally.orders, company, id);
  addTo(tally.keys, company, key);
  if (!random.oneIn(REPEATED)) return;
  tally.repeats++;
  const again = await send();
  const { id: known } = JSON.parse(again.text) as { id?: string };
  if (known !== id) context.violation('a repeated order reached another cell', { cell: cell.name, again });
}

/** Requests that belong to no cell, or whose key a cell does not know: all get the same answer. */
async function beStranger(
  { context, lost, other, router }: World,
  tally: Tally,
  { cell, company, random, refusal }: Sent & { random: Random; refusal: string },
): Promise<void> {
  tally.strangers++;
  const foreign = random.pick((cell === lost ? other : lost).companies).key;
  const ways: { authorization?: string | string[]; reaches: boolean }[] = [
    { reaches: false },
    { authorization: 'Bearer', reaches: false },
    { authorization: company.key, reaches: false },
    { authorization: `Bearer ${newKeyText('sandbox', 'zz')}`, reaches: false },
    { authorization: `Bearer ${company.key.replace(`_${cell.name}`, `_${cell.name.toUpperCase()}`)}`, reaches: false },
    { authorization: `Bearer ${company.key}0`, reaches: false },
    { authorization: [`Bearer ${company.key}`, `Bearer ${foreign}`], reaches: false },
    { authorization: `Bearer ${newKeyText('sandbox', cell.name)}`, reaches: true }, // unknown there
    { authorization: `Bearer ${company.key.replace(/.$/, (last) => (last === '0' ? '1' : '0'))}`, reaches: true },
  ];
  const { authorization, reaches } = random.pick(ways);
  if (reaches) expectAt(tally, cell);
  const headers = authorization === undefined ? {} : { authorization };
  const answer = await rawAsk(router.url, '/api/v1/balance', headers);
  if (comparable(answer) !== refusal)
    context.violation('a stranger can tell that a cell exists', { authorization, answer });
}

/** Requests for the API that a cell's process has counted; checks of its health do not count. */
async function requestsAt({ api }: Cell): Promise<number> {
  const metrics = await (await fetch(api.metricsUrl ?? '')).text();
  const counted = metrics.matchAll(/^cardwright_http_requests_total\{route="\/api\/[^\n]*\} (\d+)$/gm);
  return [...counted].reduce((sum, [, count]) => sum + Number(count), 0);
}

/** A cell's database has the orders and the keys of its companies, and no other. */
async function checkDatabase({ context }: World, tally: Tally, { name, companies, databaseUrl }: Cell): Promise<void> {
  const db = administratorDb({ databaseUrl }, 1);
  const operations = await db.query<{ id: string; company_id: string }>(sql`select id, company_id from operations`);
  const keys = await db.query<{ company_id: string; key: string }>(
    sql`select company_id, key from idempotency_keys where key like 'order %'`,
  );
  await db.close();
  const own = new Set(companies.map(({ uuid }) => uuid));
  for (const row of [...operations, ...keys])
    if (!own.has(row.company_id)) context.violation('a cell has rows of another cell', { name, row });
  for (const company of companies) {
    const ids = operations.filter((row) => row.company_id === company.uuid).map(({ id }) => toId('operation', id));
    const sent = tally.orders.get(company.id) ?? new Set();
    if (ids.length !== sent.size || ids.some((id) => !sent.has(id)))
      context.violation('a cell has other orders than were sent', { name, has: ids.length, sent: sent.size });
    const kept = keys.filter((row) => row.company_id === company.uuid).length;
    const used = tally.keys.get(company.id)?.size ?? 0;
    if (kept !== used) context.violation('a cell has other idempotency keys than were sent', { name, kept, used });
  }
}

/** Each cell counts the requests of its companies in its own Redis, and no other's. */
async function checkRedis({ context, lost, other, router }: World): Promise<void> {
  for (const cell of [lost, other]) {
    const foreign = cell === lost ? other : lost;
    for (const { companies } of [cell, foreign]) {
      for (const { key } of companies) await rawAsk(router.url, '/api/v1/balance', { authorization: `Bearer ${key}` });
    }
    const { stdout } = await run('redis-cli', ['-p', String(cell.redisPort), '--scan']);
    const counts = ({ uuid }: Company) => stdout.includes(uuid);
    if (foreign.companies.some(counts)) context.violation('a cell counts requests of another', { cell: cell.name });
    if (!cell.companies.some(counts)) context.violation('a cell does not count in its own Redis', { cell: cell.name });
  }
}
