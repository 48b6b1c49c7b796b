// One cell of the matrix: a key calls an endpoint, and gets the answer that the table of endpoints demands.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '@cardwright/server/platform/db/db.ts';
import { Sql, sql } from '@cardwright/server/platform/db/sql.ts';
import { type Answer, type Ask, type Client, codeOf } from '../harness/ask.ts';
import { type Effect, type Endpoint, endpoints, isOpenTo, pathOf, validAsk, WEBHOOKS } from '../harness/endpoints.ts';
import type { Context } from '../harness/proof.ts';
import { type HeldKey, nothingDone } from './keys.ts';

/** Larger than the service accepts. */
const TOO_LARGE = 64 * 1024 + 1;

/** Time limit while other keys of the company create invoices; beyond it, one is stuck. */
const FREE_WITHIN_MS = 30_000;
const ASK_AGAIN_MS = 20;

/** The refusal before the request itself is checked. */
function refusedAtOnce(endpoint: Endpoint, { state }: HeldKey): string | undefined {
  if (state.verification !== 'approved') return '403 verification_required';
  if (state.suspended && endpoint.write) return '403 company_suspended';
  return undefined;
}

/** The answer to a valid request. */
function expectedOf(endpoint: Endpoint, key: HeldKey): string {
  const refused = refusedAtOnce(endpoint, key);
  if (refused !== undefined) return refused;
  if (!isOpenTo(endpoint, key.scopes)) return '403 scope_missing';
  if (endpoint.sandboxOnly && key.environment !== 'sandbox') return '403 sandbox_only';
  const isActivated = endpoint.effect !== 'invoiced' || key.state.direct_invoices;
  if (endpoint.needsIssuer && key.environment === 'live')
    return isActivated ? '403 live_unavailable' : '403 capability_disabled';
  return endpoint.missing === undefined ? String(endpoint.success) : `404 ${endpoint.missing}`;
}

const shown = (answer: Answer) => [answer.status, codeOf(answer)].filter((part) => part !== undefined).join(' ');

/** Retries with the same key while another invoice of the company is being created, as the refusal says. */
async function askWhenFree(client: Client, ask: Ask): Promise<Answer> {
  const until = performance.now() + FREE_WITHIN_MS;
  for (;;) {
    const answer = await client.ask(ask);
    if (codeOf(answer) !== 'invoice_unresolved' || performance.now() > until) return answer;
    await sleep(ASK_AGAIN_MS);
  }
}

async function check(context: Context, client: Client, key: HeldKey, cell: { ask: Ask; expected: string }) {
  const answer = await askWhenFree(client, cell.ask);
  const found = shown(answer);
  if (found !== cell.expected) {
    const { environment, state, scopes } = key;
    const asked = `${cell.ask.method} ${cell.ask.path}`;
    context.violation('a key got the wrong answer', {
      asked,
      found,
      expected: cell.expected,
      environment,
      state,
      scopes,
    });
  }
  return { answer, found };
}

/** A key sends a valid request to every endpoint. Returns the number of cells. */
export async function askEverything(context: Context, client: Client, key: HeldKey): Promise<number> {
  for (const endpoint of endpoints) {
    const ask = validAsk(endpoint, { key: key.text, id: 'absent', idempotencyKey: randomUUID() });
    const { answer, found } = await check(context, client, key, { ask, expected: expectedOf(endpoint, key) });
    if (endpoint.effect !== undefined && found === String(endpoint.success)) key.did[endpoint.effect]++;
    if (endpoint.effect === 'registered' && found === String(endpoint.success))
      await makeRoom(context, client, key, answer);
    if (endpoint.path === '/api/v1/capabilities' && found === '200') checkCapabilities(context, key, answer);
  }
  return endpoints.length;
}

/** A company has few endpoints, so each that is created is deleted again. Its row stays and is counted. */
async function makeRoom(context: Context, client: Client, key: HeldKey, answer: Answer): Promise<void> {
  const { id } = JSON.parse(answer.text) as { id: string };
  const ask: Ask = { method: 'DELETE', path: `${WEBHOOKS}/${id}`, key: key.text };
  await check(context, client, key, { ask, expected: '200' });
}

/**
 * A key requests an invoice from a process with a live issuer: whether it gets one in live depends on its company's
 * activation. Returns the number of cells.
 */
export async function askForLiveInvoice(context: Context, client: Client, key: HeldKey): Promise<number> {
  const endpoint = endpoints.find(({ effect }) => effect === 'invoiced');
  if (endpoint === undefined) throw new Error('no endpoint creates invoices');
  const activated = key.state.direct_invoices ? String(endpoint.success) : '403 capability_disabled';
  const allowed = isOpenTo(endpoint, key.scopes) ? activated : '403 scope_missing';
  const expected = refusedAtOnce(endpoint, key) ?? allowed;
  const ask = validAsk(endpoint, { key: key.text, id: '', idempotencyKey: randomUUID() });
  const { found } = await check(context, client, key, { ask, expected });
  if (found === String(endpoint.success)) key.did.invoiced++;
  return 1;
}

/** The capabilities that the service reports for a key are its real ones. */
function checkCapabilities(context: Context, key: HeldKey, answer: Answer): void {
  const told = JSON.parse(answer.text) as {
    environment: string;
    scopes: string[];
    capabilities: { name: string; allowed: boolean }[];
  };
  const live = key.environment === 'live';
  const right = [
    `write ${!key.state.suspended}`,
    `sandbox_helpers ${!live}`,
    `cards ${!live}`, // the stack has no live issuer
    `direct_invoices ${!live || key.state.direct_invoices}`,
    `live_services ${!live || key.state.live_services}`,
  ].sort();
  const found = told.capabilities.map(({ name, allowed }) => `${name} ${allowed}`).sort();
  const same =
    told.environment === key.environment &&
    [...told.scopes].sort().join() === [...key.scopes].sort().join() &&
    JSON.stringify(found) === JSON.stringify(right);
  if (!same) context.violation('reported capabilities differ from the real ones', { told, right, scopes: key.scopes });
}

/** Malformed requests: refused as such after verification and suspension, and before permissions. */
export async function askMalformed(context: Context, client: Client, key: HeldKey): Promise<number> {
  let cells = 0;
  for (const endpoint of endpoints) {
    for (const { ask, refusal } of malformedAsks(endpoint, key.text)) {
      const expected = refusedAtOnce(endpoint, key) ?? refusal;
      await check(context, client, key, { ask, expected });
      cells++;
    }
  }
  return cells;
}

function malformedAsks(endpoint: Endpoint, key: string): { ask: Ask; refusal: string }[] {
  const { method } = endpoint;
  const [path = ''] = pathOf(endpoint, 'absent').split('?');
  const asks: { ask: Ask; refusal: string }[] = [];
  if (endpoint.malformedQuery !== undefined) {
    asks.push({ ask: { method, path: `${path}?${endpoint.malformedQuery}`, key }, refusal: '400 request_invalid' });
  }
  if (method === 'GET') return asks;
  // An endpoint without a body must refuse each of these as malformed too.
  const headers = { 'idempotency-key': randomUUID() };
  const { body = {} } = endpoint;
  const unnamed = { ask: { method, path, key, body }, refusal: '400 idempotency_key_invalid' };
  const other = { ...headers, 'content-type': 'application/xml' };
  return [
    ...asks,
    { ask: { method, path, key, headers, body: 'x'.repeat(TOO_LARGE) }, refusal: '413 body_too_large' },
    { ask: { method, path, key, headers: other, body: '<x/>' }, refusal: '415 media_type_unsupported' },
    { ask: { method, path, key, headers, body: '{' }, refusal: '400 request_invalid' },
    { ask: { method, path, key, headers, body: { unknown: true } }, refusal: '400 request_invalid' },
    ...(endpoint.write && !endpoint.unkeyed ? [unnamed] : []),
  ];
}

/**
 * No refused request had an effect: each book has exactly as many credits as the answers say, a holder and an invoice
 * for each created one, an idempotency key for each of these, and a webhook endpoint for each registered one. A clock
 * has moved as often as requested. There are no payments, transfers or deliveries, because no request names an existing
 * card, invoice or endpoint.
 */
export async function checkEffects(context: Context, db: Db, keys: readonly HeldKey[]): Promise<void> {
  const expected = new Map<string, Record<Effect, number>>();
  for (const { companyId, environment, did } of keys) {
    const book = `${companyId} ${environment}`;
    const sum = expected.get(book) ?? nothingDone();
    for (const effect of Object.keys(did) as Effect[]) sum[effect] += did[effect];
    expected.set(book, sum);
  }
  const rows = await db.query<Record<(typeof counted)[number] | 'entries' | 'seconds', bigint> & { book: string }>(sql`
    select b.company_id || ' ' || b.environment as book, b.entries, extract(epoch from b.clock_offset)::bigint as seconds,
           ${countsOf(counted)}
      from ledger.books b`);
  for (const { book, ...row } of rows) {
    const did = expected.get(book);
    if (did === undefined) continue;
    const found = [row.entries, row.seconds, ...counted.map((table) => row[table])].map(Number);
    const { credited, created, advanced, invoiced, registered } = did;
    const right = [credited, advanced, credited + created + invoiced, created, 0, invoiced, 0, 0, registered, 0];
    if (String(found) !== String(right)) context.violation('a refused request had an effect', { book, found, right });
  }
}

/** The counted tables, in the order of the comparison. */
const counted = [
  'idempotency_keys',
  'holders',
  'operations',
  'invoices',
  'simulated_payments',
  'simulated_transfers',
  'webhook_endpoints',
  'webhook_deliveries',
] as const;

/** SQL: the rows of each of these tables that belong to a book. */
const countsOf = (tables: readonly string[]): Sql =>
  new Sql(
    [
      tables
        .map(
          (table) =>
            `(select count(*) from ${table} t where t.company_id = b.company_id and t.environment = b.environment) as ${table}`,
        )
        .join(', '),
    ],
    [],
  );
