// One cell of the matrix: a key asks an endpoint, and the answer must be the one that the table of endpoints demands.
import { randomUUID } from 'node:crypto';
import type { Db } from '@cardwright/server/db/db.ts';
import { sql } from '@cardwright/server/db/sql.ts';
import { type Answer, type Ask, type Client, codeOf } from './ask.ts';
import { type Endpoint, endpoints, pathOf, validAsk } from './endpoints.ts';
import type { Context } from './proof.ts';
import type { HeldKey } from './scope-keys.ts';

/** Larger than the service reads. */
const TOO_LARGE = 64 * 1024 + 1;

/** What is refused before the request itself is looked at. */
function refusedAtOnce(endpoint: Endpoint, { state }: HeldKey): string | undefined {
  if (state.verification !== 'approved') return '403 verification_required';
  if (state.suspended && endpoint.write) return '403 company_suspended';
  return undefined;
}

/** What a valid request is answered with. */
function expectedOf(endpoint: Endpoint, key: HeldKey): string {
  const refused = refusedAtOnce(endpoint, key);
  if (refused !== undefined) return refused;
  if (endpoint.permission !== 'any' && !key.scopes.includes(endpoint.permission)) return '403 scope_missing';
  if (endpoint.sandboxOnly && key.environment !== 'sandbox') return '403 sandbox_only';
  if (endpoint.needsIssuer && key.environment === 'live') return '403 live_unavailable';
  return endpoint.missing === undefined ? String(endpoint.success) : `404 ${endpoint.missing}`;
}

const shown = (answer: Answer) => [answer.status, codeOf(answer)].filter((part) => part !== undefined).join(' ');

async function check(context: Context, client: Client, key: HeldKey, cell: { ask: Ask; expected: string }) {
  const answer = await client.ask(cell.ask);
  const found = shown(answer);
  if (found !== cell.expected) {
    const { environment, state, scopes } = key;
    const asked = `${cell.ask.method} ${cell.ask.path}`;
    context.violation('an answer is not the one the key deserves', {
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

/** A key asks every endpoint for something valid. Answers the number of cells. */
export async function askEverything(context: Context, client: Client, key: HeldKey): Promise<number> {
  for (const endpoint of endpoints) {
    const ask = validAsk(endpoint, { key: key.text, id: 'absent', idempotencyKey: randomUUID() });
    const { answer, found } = await check(context, client, key, { ask, expected: expectedOf(endpoint, key) });
    if (endpoint.write && found === '200') key.credited++;
    if (endpoint.write && found === '201') key.created++;
    if (endpoint.path === '/api/v1/capabilities' && found === '200') checkCapabilities(context, key, answer);
  }
  return endpoints.length;
}

/** What the service says that a key may do is what it may do. */
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
  if (!same) context.violation('capabilities tell something else than is', { told, right, scopes: key.scopes });
}

/** Requests that are wrong in themselves: refused as such after verification and suspension, and before permissions. */
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
  const [path = ''] = pathOf(endpoint).split('?');
  const asks: { ask: Ask; refusal: string }[] = [];
  if (endpoint.malformedQuery !== undefined) {
    asks.push({ ask: { method, path: `${path}?${endpoint.malformedQuery}`, key }, refusal: '400 request_invalid' });
  }
  if (endpoint.body === undefined) return asks;
  const headers = { 'idempotency-key': randomUUID() };
  const unnamed = { ask: { method, path, key, body: endpoint.body }, refusal: '400 idempotency_key_invalid' };
  const other = { ...headers, 'content-type': 'application/xml' };
  return [
    ...asks,
    { ask: { method, path, key, headers, body: 'x'.repeat(TOO_LARGE) }, refusal: '413 body_too_large' },
    { ask: { method, path, key, headers: other, body: '<x/>' }, refusal: '415 media_type_unsupported' },
    { ask: { method, path, key, headers, body: '{' }, refusal: '400 request_invalid' },
    { ask: { method, path, key, headers, body: { unknown: true } }, refusal: '400 request_invalid' },
    ...(endpoint.write ? [unnamed] : []),
  ];
}

/**
 * Whatever was refused had no effect: every book was credited exactly as often as a request was answered with 200, and
 * there is a key for each of these, and one holder and one key for each that was answered with 201.
 */
export async function checkEffects(context: Context, db: Db, keys: readonly HeldKey[]): Promise<void> {
  const expected = new Map<string, { credited: number; created: number }>();
  for (const { companyId, environment, credited, created } of keys) {
    const book = `${companyId} ${environment}`;
    const sum = expected.get(book) ?? { credited: 0, created: 0 };
    expected.set(book, { credited: sum.credited + credited, created: sum.created + created });
  }
  type Found = { book: string; entries: bigint; keys: bigint; holders: bigint; operations: bigint };
  const rows = await db.query<Found>(sql`
    select b.company_id || ' ' || b.environment as book, b.entries,
           (select count(*) from idempotency_keys k
             where k.company_id = b.company_id and k.environment = b.environment) as keys,
           (select count(*) from holders h where h.company_id = b.company_id and h.environment = b.environment) as holders,
           (select count(*) from operations o
             where o.company_id = b.company_id and o.environment = b.environment) as operations
      from ledger.books b`);
  for (const { book, entries, keys, holders, operations } of rows) {
    const made = expected.get(book);
    if (made === undefined) continue;
    const found = [entries, keys, holders, operations].map(Number);
    const right = [made.credited, made.credited + made.created, made.created, 0];
    if (String(found) !== String(right)) context.violation('a refused request had an effect', { book, found, right });
  }
}
