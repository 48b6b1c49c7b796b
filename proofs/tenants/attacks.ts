// One tenant requests everything that belongs to another, through every field that takes an id. Every answer is
// identical to the one for an object that does not exist.
import { randomUUID } from 'node:crypto';
import { newUuid, toId } from '@cardwright/server/foundation/ids.ts';
import type { Named, Tenant } from '../fixtures/fixtures.ts';
import { type Answer, type Ask, type Client, codeOf, comparable } from '../harness/ask.ts';
import { type Endpoint, endpoints, nameOf, WEBHOOKS } from '../harness/endpoints.ts';
import type { Context } from '../harness/proof.ts';
import type { Markers } from './markers.ts';

/** One pass of the matrix: the protection in force, and the process that is asked. */
export type Pass = {
  name: string;
  client: Client;
  markers: Markers;
  tenants: readonly Tenant[];
  cells: number;
  /** Endpoints that were attacked, so that none is forgotten. */
  attacked: Set<string>;
  /** Webhook secrets shown in any pass: each is shown once. */
  secrets: Set<string>;
};

/** Ids as the API shows them. */
export const idOf: Record<Named, (uuid: string) => string> = {
  operations: (uuid) => toId('operation', uuid),
  transactions: (uuid) => toId('transaction', uuid),
  cards: (uuid) => toId('card', uuid),
  holders: (uuid) => toId('holder', uuid),
  invoices: (uuid) => toId('invoice', uuid),
  webhooks: (uuid) => toId('webhook', uuid),
  events: (uuid) => toId('event', uuid),
};
export const kinds = Object.keys(idOf) as Named[];

/** The list of each kind of object. */
export const listOf = (kind: Named): string =>
  kind === 'webhooks' ? WEBHOOKS : `/api/v1/${kind === 'invoices' ? 'card-account/' : ''}${kind}`;

/** An unknown id. */
export const absentUuid = (): string => newUuid(new Date());

/** Sends a tenant's request. The answer contains nothing of anybody else, and is never a server error. */
export async function look(context: Context, pass: Pass, caller: Tenant, ask: Ask): Promise<Answer> {
  pass.cells++;
  const answer = await pass.client.ask({ ...ask, key: caller.key });
  const foreign = pass.markers.foreignIn(caller.scope, `${JSON.stringify(answer.headers)} ${answer.text}`);
  const where = { pass: pass.name, caller: caller.name, ask: `${ask.method} ${ask.path}` };
  if (foreign !== undefined) context.violation('an answer shows what belongs to another', { ...where, foreign });
  if (answer.status >= 500) context.violation('a request failed', { ...where, status: answer.status });
  for (const [secret] of answer.text.matchAll(/whsec_\w+/g)) {
    if (pass.secrets.has(secret) || !makesSecret(ask)) context.violation('a webhook secret is shown again', where);
    pass.secrets.add(secret);
  }
  pass.attacked.add(endpointOf(ask.method, ask.path));
  return answer;
}

/** A secret is shown in the answer that creates it and in no other. */
const makesSecret = ({ method, path }: Ask) =>
  method === 'POST' && (path === WEBHOOKS || path.endsWith('/rotate-secret'));

const reaching = endpoints.map((endpoint) => ({
  name: nameOf(endpoint),
  method: endpoint.method,
  pattern: new RegExp(`^${endpoint.path.replace(/\{\w+\}/, '[^/]+')}$`),
}));

/** The endpoint that a request reaches. */
function endpointOf(method: string, path: string): string {
  const [bare = ''] = path.split('?');
  const found = reaching.find((endpoint) => endpoint.method === method && endpoint.pattern.test(bare));
  return found?.name ?? `${method} ${bare}`;
}

/** Everything that one tenant can try against every other. */
export async function attackAs(context: Context, pass: Pass, caller: Tenant): Promise<void> {
  const absent = await absentAnswers(context, pass, caller);
  for (const target of pass.tenants) {
    if (target === caller) continue;
    await attackPaths(context, pass, { caller, target, absent });
    await attackFilters(context, pass, caller, target);
    await attackCursors(context, pass, caller, target);
    await attackOrders(context, pass, caller, target);
  }
}

type Pair = { caller: Tenant; target: Tenant; absent: ReadonlyMap<string, string> };

/**
 * The service's answers for objects that do not exist, by endpoint: the reference for everything that is another's.
 */
async function absentAnswers(context: Context, pass: Pass, caller: Tenant): Promise<Map<string, string>> {
  const absent = new Map<string, string>();
  const ask = async (endpoint: Endpoint, id: string) => {
    const answer = await look(context, pass, caller, { method: 'GET', path: endpoint.path.replace(/\{\w+\}/, id) });
    if (answer.status !== 404 || codeOf(answer) !== endpoint.missing)
      context.violation('an unknown object is not answered with 404', { endpoint: nameOf(endpoint), answer });
    absent.set(endpoint.path, comparable(answer));
  };
  for (const endpoint of endpoints) {
    if (endpoint.missing === undefined || endpoint.method !== 'GET') continue;
    const kind = kinds.find((kind) => endpoint.path === `${listOf(kind)}/{id}`);
    await ask(endpoint, kind === undefined ? randomUUID() : idOf[kind](absentUuid()));
  }
  return absent;
}

/** Every id of the target in every path that takes one, in the API's form and in the database's. */
async function attackPaths(context: Context, pass: Pass, { caller, target, absent }: Pair): Promise<void> {
  const attempts: { path: string; id: string }[] = [
    { path: '/api/v1/idempotency-keys/{key}', id: target.idempotencyKey },
    ...kinds.flatMap((kind) =>
      [...target.ids[kind], target.uuids[kind][0] ?? ''].map((id) => ({ path: `${listOf(kind)}/{id}`, id })),
    ),
  ];
  for (const { path, id } of attempts) {
    const answer = await look(context, pass, caller, { method: 'GET', path: path.replace(/\{\w+\}/, id) });
    if (comparable(answer) === absent.get(path)) continue;
    context.violation('"not yours" can be told from "not there"', {
      pass: pass.name,
      caller: caller.name,
      target: target.name,
      path,
      answer: comparable(answer),
    });
  }
}

/** Filters that take an id, alone and combined, because each combination is a statement of its own. */
const filters: readonly { path: string; parameter: string; with: readonly string[] }[] = [
  { path: '/api/v1/cards', parameter: 'holderId', with: ['', '&status=active', '&limit=1', '&productId={product}'] },
  { path: '/api/v1/transactions', parameter: 'cardId', with: ['', '&type=purchase', '&status=settled&limit=1'] },
  { path: '/api/v1/holders', parameter: 'externalId', with: ['', '&kind=individual', '&status=active&limit=1'] },
];

async function attackFilters(context: Context, pass: Pass, caller: Tenant, target: Tenant): Promise<void> {
  const values: Record<string, { theirs: readonly string[]; absent: string }> = {
    holderId: { theirs: target.ids.holders, absent: idOf.holders(absentUuid()) },
    cardId: { theirs: target.ids.cards, absent: idOf.cards(absentUuid()) },
    externalId: { theirs: target.externalIds, absent: `absent-${randomUUID()}` },
  };
  for (const filter of filters) {
    const value = values[filter.parameter];
    if (value === undefined) throw new Error(`no value for ${filter.parameter}`);
    for (const rest of filter.with) {
      const others = rest.replace('{product}', await productOf(pass, caller));
      const ask = (wanted: string): Ask => ({
        method: 'GET',
        path: `${filter.path}?${filter.parameter}=${encodeURIComponent(wanted)}${others}`,
      });
      const nothing = comparable(await look(context, pass, caller, ask(value.absent)));
      for (const wanted of value.theirs) {
        const answer = await look(context, pass, caller, ask(wanted));
        if (answer.status === 200 && comparable(answer) === nothing) continue;
        context.violation('a filter with another tenant’s id finds something', { ask: ask(wanted), answer });
      }
    }
  }
}

type ProductKind = 'card' | 'service';
const products = new WeakMap<Pass, Promise<{ id: string; kind: string }[]>>();

/** The one product of its kind in the catalogue: the same for all, so naming it must not mix tenants. */
export async function productOf(pass: Pass, caller: Tenant, kind: ProductKind = 'card'): Promise<string> {
  const asked =
    products.get(pass) ??
    pass.client
      .ask({ method: 'GET', path: '/api/v1/products', key: caller.key })
      .then(({ text }) => (JSON.parse(text) as { data: { id: string; kind: string }[] }).data);
  products.set(pass, asked);
  return (await asked).find((product) => product.kind === kind)?.id ?? '';
}

/** Orders that name a holder and a card, as the tenant would write them. */
export async function ordersOf(
  pass: Pass,
  caller: Tenant,
): Promise<Record<'holders' | 'cards', (id: string) => object>> {
  const productId = await productOf(pass, caller);
  return {
    holders: (holderId) => ({ type: 'issue', productId, amount: '50.00', holderId }),
    cards: (cardId) => ({ type: 'topup', amount: '50.00', cardId }),
  };
}

/** A change of any tenant's cardholder or card. */
const CHANGE = { metadata: { changed: 'by another' } };

/** A payment that a sandbox requests, with any tenant's card. */
export const PAYMENT = { type: 'purchase', amount: '1.00', merchant: 'Bookshop', country: 'DE' } as const;

/** An order with an Idempotency-Key of its own; a preview takes none. */
export const order = (path: string, body: object): Ask => ({
  method: 'POST',
  path,
  headers: path.endsWith('/preview') ? {} : { 'idempotency-key': randomUUID() },
  body,
});

const cancellation = (id: string): Ask => ({ method: 'POST', path: `/api/v1/operations/${id}/cancel` });

/** The two ways in which a sandbox pays an invoice. */
export const completion = (id: string): Ask => ({ method: 'POST', path: `/api/v1/sandbox/invoices/${id}/complete` });
const transfer = (id: string): Ask => order(`/api/v1/sandbox/invoices/${id}/transfers`, { amount: '1' });

/**
 * Orders, previews and payments for the target's holders, cards and invoices. None has an effect, and each is answered
 * as for an object that does not exist.
 */
async function attackOrders(context: Context, pass: Pass, caller: Tenant, target: Tenant): Promise<void> {
  const orders = await ordersOf(pass, caller);
  const attacks: { kind: Named; askFor: (id: string) => Ask }[] = [
    ...(['holders', 'cards'] as const).flatMap((kind) =>
      ['/api/v1/operations', '/api/v1/operations/preview'].map((path) => ({
        kind,
        askFor: (id: string) => order(path, orders[kind](id)),
      })),
    ),
    { kind: 'cards', askFor: (cardId) => order('/api/v1/sandbox/transactions', { ...PAYMENT, cardId }) },
    ...(['freeze', 'unfreeze', 'close', 'limits'] as const).map((action) => ({
      kind: 'cards' as const,
      askFor: (id: string) => order(`/api/v1/cards/${id}/${action}`, {}),
    })),
    { kind: 'operations', askFor: cancellation },
    { kind: 'holders', askFor: (id) => ({ method: 'PATCH', path: `/api/v1/holders/${id}`, body: CHANGE }) },
    { kind: 'cards', askFor: (id) => ({ method: 'PATCH', path: `/api/v1/cards/${id}`, body: CHANGE }) },
    { kind: 'cards', askFor: (id) => ({ method: 'POST', path: `/api/v1/cards/${id}/reveal` }) },
    { kind: 'invoices', askFor: completion },
    { kind: 'invoices', askFor: transfer },
  ];
  for (const { kind, askFor } of attacks) {
    const ask = askFor(idOf[kind](absentUuid()));
    const absent = await look(context, pass, caller, ask);
    const isClosed = caller.scope.environment === 'live' && absent.status === 403;
    if (!isClosed && !absent.text.includes('_not_found'))
      context.violation('an order for an unknown object is not refused as such', { ask, absent });
    for (const id of [...target.ids[kind], ...target.uuids[kind]]) {
      const answer = await look(context, pass, caller, askFor(id));
      if (comparable(answer) !== comparable(absent))
        context.violation('an order tells "not yours" from "not there"', { caller: caller.name, ask, answer });
    }
  }
}

type Listed = { data: { id: string }[]; nextCursor?: string | null };

/** A page of a list, as its ids. */
export async function idsOf(
  context: Context,
  pass: Pass,
  caller: Tenant,
  path: string,
): Promise<Listed & { ids: string[] }> {
  const answer = await look(context, pass, caller, { method: 'GET', path });
  if (answer.status !== 200) {
    context.violation('a list was refused', { pass: pass.name, caller: caller.name, path, status: answer.status });
    return { data: [], nextCursor: null, ids: [] };
  }
  const listed = JSON.parse(answer.text) as Listed;
  return { ...listed, ids: listed.data.map(({ id }) => id) };
}

/**
 * A cursor from another tenant's list is a position in time and nothing more: the caller's own older rows follow it.
 */
async function attackCursors(context: Context, pass: Pass, caller: Tenant, target: Tenant): Promise<void> {
  for (const kind of kinds) {
    if (kind === 'webhooks' || kind === 'events') continue; // one short page, and a feed that pages by number
    const { nextCursor } = await idsOf(context, pass, target, `${listOf(kind)}?limit=1`);
    if (nextCursor == null) {
      context.violation('a list with several rows has no second page', { kind, target: target.name });
      continue;
    }
    for (const rest of ['', '&limit=1', '&limit=100']) {
      const { ids } = await idsOf(context, pass, caller, `${listOf(kind)}?cursor=${nextCursor}${rest}`);
      const own = caller.ids[kind];
      const from = own.indexOf(ids[0] ?? '');
      const expected = own.slice(from, from + ids.length);
      if (ids.length === 0 || from < 0 || JSON.stringify(ids) !== JSON.stringify(expected))
        context.violation('another tenant’s cursor shows rows that are not the caller’s', { kind, ids, own });
    }
  }
}
