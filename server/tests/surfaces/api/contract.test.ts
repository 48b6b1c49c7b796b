// The specification's endpoints, as a table, against the description and the running service.
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type KeyScope, keyScopes } from '@cardwright/server/foundation/key-scopes.ts';
import { cardActions } from '@cardwright/server/issuer/answers.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../client.ts';
import { becomes, newHolder, order } from '../../operations/run/on-its-way.ts';
import { until } from '../../until.ts';
import { type Company, startWorld, type World } from '../../world.ts';

type Endpoint = {
  method: 'get' | 'post' | 'patch' | 'delete';
  path: string;
  /** Of several, each alone opens it. */
  permission: KeyScope | 'any' | readonly KeyScope[];
  /** Where the permission depends on the request, the description names several. */
  described?: string;
  success: number;
  json?: () => object;
  headers?: Record<string, string>;
};

/** An order that needs services:write; the description of the endpoint names both permissions. */
const service = {
  permission: 'services:write',
  described: 'Permission: `cards:write` or `services:write`.',
  json: () => ({ type: 'service', productId: world.products.service, amount: '1.00', recipient: 'ada@example.com' }),
} as const;

const purchase = () => ({
  cardId: idOf.get('/api/v1/cards/{id}'),
  type: 'purchase',
  amount: '1.00',
  merchant: 'Bookshop',
  country: 'DE',
});

/** Permission to read the balance includes its funding; permission to fund includes the outcome. */
const readsInvoices: readonly KeyScope[] = ['balance:read', 'funding:write'];

const statement = '/api/v1/account-statements';

/** What the specification has and this service serves. */
const specified: Endpoint[] = [
  { method: 'post', path: '/api/v1/operations', success: 201, ...service },
  { method: 'get', path: '/api/v1/operations', permission: 'operations:read', success: 200 },
  { method: 'get', path: '/api/v1/operations/{id}', permission: 'operations:read', success: 200 },
  {
    method: 'post',
    path: '/api/v1/sandbox/funding',
    permission: 'cards:write',
    success: 200,
    json: () => ({ amount: '1.00' }),
  },
  {
    method: 'post',
    path: '/api/v1/card-account/invoices',
    permission: 'funding:write',
    success: 201,
    json: () => ({ amount: '100' }),
    headers: { 'sandbox-scenario': 'rejected' }, // it is resolved at once, so the next one can be created
  },
  { method: 'post', path: '/api/v1/sandbox/invoices/{id}/complete', permission: 'funding:write', success: 200 },
  { method: 'get', path: statement, permission: 'balance:read', success: 200 },
  { method: 'get', path: '/api/v1/transactions', permission: 'operations:read', success: 200 },
  { method: 'get', path: '/api/v1/cards', permission: 'cards:read', success: 200 },
  { method: 'get', path: '/api/v1/holders', permission: 'holders:read', success: 200 },
];

const WEBHOOKS = '/api/v1/webhook-endpoints';
const range = () => ({ from: '2026-01-01T00:00:00Z', to: '2026-01-31T00:00:00Z' });
const changing = { permission: 'webhooks:write', success: 200 } as const;

/** Endpoints of webhooks. The one in a path is made anew for each request. */
const webhooks: Endpoint[] = [
  { method: 'get', path: WEBHOOKS, permission: 'webhooks:read', success: 200 },
  { method: 'get', path: `${WEBHOOKS}/{id}`, permission: 'webhooks:read', success: 200 },
  { method: 'get', path: `${WEBHOOKS}/{id}/deliveries`, permission: 'webhooks:read', success: 200 },
  { ...changing, method: 'post', path: WEBHOOKS, success: 201, json: () => ({ url: 'https://example.com/' }) },
  { ...changing, method: 'patch', path: `${WEBHOOKS}/{id}`, json: () => ({ description: 'x' }) },
  { ...changing, method: 'delete', path: `${WEBHOOKS}/{id}` },
  { ...changing, method: 'post', path: `${WEBHOOKS}/{id}/rotate-secret` },
  { ...changing, method: 'post', path: `${WEBHOOKS}/{id}/test` },
  { ...changing, method: 'post', path: `${WEBHOOKS}/{id}/replay`, json: range },
  { ...changing, method: 'post', path: `${WEBHOOKS}/{id}/confirm-secret` },
];

/** What goes beyond it. */
const additions: Endpoint[] = [
  {
    ...service,
    method: 'post',
    path: '/api/v1/operations/preview',
    permission: ['operations:read', 'services:write'],
    described: 'Permission: `operations:read` or `cards:write` or `services:write`.',
    success: 200,
  },
  { method: 'post', path: '/api/v1/operations/{id}/cancel', success: 200, ...service, json: () => ({}) },
  {
    method: 'post',
    path: '/api/v1/holders',
    permission: 'holders:write',
    success: 201,
    json: () => ({ name: 'Ada', email: 'ada@example.com', kind: 'individual' }),
  },
  {
    method: 'post',
    path: '/api/v1/sandbox/transactions',
    permission: 'cards:write',
    success: 201,
    json: () => purchase(),
  },
  {
    method: 'post',
    path: '/api/v1/sandbox/clock/advance',
    permission: 'cards:write',
    success: 200,
    json: () => ({ seconds: 1 }),
  },
  {
    method: 'post',
    path: '/api/v1/sandbox/invoices/{id}/transfers',
    permission: 'funding:write',
    success: 200,
    json: () => ({ amount: '1' }),
  },
  { method: 'get', path: '/api/v1/card-account/invoices', permission: readsInvoices, success: 200 },
  { method: 'get', path: '/api/v1/card-account/invoices/{id}', permission: readsInvoices, success: 200 },
  { method: 'get', path: '/api/v1/balance', permission: 'balance:read', success: 200 },
  { method: 'get', path: '/api/v1/capabilities', permission: 'any', success: 200 },
  { method: 'get', path: '/api/v1/products', permission: 'any', success: 200 },
  { method: 'get', path: '/api/v1/idempotency-keys/{key}', permission: 'any', success: 200 },
  { method: 'get', path: '/api/v1/cards/{id}', permission: 'cards:read', success: 200 },
  {
    method: 'patch',
    path: '/api/v1/cards/{id}',
    permission: 'cards:write',
    success: 200,
    json: () => ({ metadata: { team: 'sales' } }),
  },
  { method: 'post', path: '/api/v1/cards/{id}/reveal', permission: 'cards:reveal', success: 201, json: () => ({}) },
  { method: 'get', path: '/api/v1/holders/{id}', permission: 'holders:read', success: 200 },
  {
    method: 'patch',
    path: '/api/v1/holders/{id}',
    permission: 'holders:write',
    success: 200,
    json: () => ({ metadata: { team: 'sales' } }),
  },
  ...cardActions.map(
    (action): Endpoint => ({
      method: 'post',
      path: `/api/v1/cards/{id}/${action}`,
      permission: 'cards:write',
      success: 201,
      json: () => ({}),
    }),
  ),
  { method: 'get', path: '/api/v1/transactions/{id}', permission: 'operations:read', success: 200 },
  { method: 'get', path: '/api/v1/events', permission: 'webhooks:read', success: 200 },
  { method: 'get', path: '/api/v1/events/{id}', permission: 'webhooks:read', success: 200 },
  ...webhooks,
];

type Document = {
  paths: Record<string, Record<string, { description: string; responses: Record<string, unknown> }>>;
};

let world: World;
let company: Company;
let paths: Document['paths'];
const idOf = new Map<string, string>();
beforeAll(async () => {
  world = await startWorld({ issuer: true });
  await world.stack.spawn('worker'); // without it, nobody would answer for an invoice or a payment
  company = await world.company();
  paths = (await world.ask<Document>('/openapi.json')).body.paths;
  await company.post('/api/v1/sandbox/funding', { amount: '1000.00' }, { key: 'used' });
  idOf.set('/api/v1/idempotency-keys/{key}', 'used');
  await makeCard();
  await makeInvoice();
  await makeCancelled();
});
afterAll(() => world?.stop());

/** A holder, a card that the issuer knows, the operation that made it, and a payment with it. */
async function makeCard(): Promise<void> {
  const holderId = await newHolder(company);
  const issue = { type: 'issue', productId: world.products.card, amount: '50.00', holderId };
  const operationId = await order(company, issue);
  const { result } = await becomes(company, operationId, 'completed');
  idOf.set('/api/v1/holders/{id}', holderId);
  idOf.set('/api/v1/operations/{id}', operationId);
  for (const rest of ['', '/reveal']) idOf.set(`/api/v1/cards/{id}${rest}`, result.cardId ?? '');
  const payment = await company.post<{ id: string }>('/api/v1/sandbox/transactions', purchase());
  idOf.set('/api/v1/transactions/{id}', payment.body.id);
  const { data } = (await company.get<{ data: { id: string }[] }>('/api/v1/events?limit=1')).body;
  idOf.set('/api/v1/events/{id}', data[0]?.id ?? '');
}

/** An invoice that is completed: it stands in the way of no other, and can be completed and paid once more. */
async function makeInvoice(): Promise<void> {
  const { body } = await company.post<{ id: string }>('/api/v1/card-account/invoices', { amount: '100' });
  const completed = await company.ask(`/api/v1/sandbox/invoices/${body.id}/complete`, { method: 'POST' });
  expect(completed).toMatchObject({ status: 200, body: { status: 'completed' } });
  for (const path of Object.keys(paths)) if (path.includes('/invoices/{id}')) idOf.set(path, body.id);
}

/** An operation that never reached the issuer and is cancelled: cancelling it again answers the same. */
async function makeCancelled(): Promise<void> {
  const body = { type: 'service', productId: world.products.service, amount: '5.00', recipient: 'ada@example.com' };
  const id = await order(company, body, 'connection_refused');
  const path = '/api/v1/operations/{id}/cancel';
  idOf.set(path, id);
  await until(
    () => company.post(path.replace('{id}', id), undefined, { key: null }),
    ({ status }) => status === 200, // not while a worker tries to connect
  );
}

/** A request that succeeds with the permission. */
async function call(client: Client, { method, path, json, headers = {} }: Endpoint) {
  if (path.startsWith(`${WEBHOOKS}/`)) idOf.set(path, await newWebhook(path));
  if (cardActions.some((action) => path.endsWith(`/${action}`))) idOf.set(path, await newCard(path));
  const url = path.replace(/\{\w+\}/, idOf.get(path) ?? 'unknown');
  if (method === 'post') return client.post(url, json?.(), { headers });
  if (method !== 'get') return client.ask(url, { method: method.toUpperCase(), json: json?.() });
  return client.get(path === statement ? `${url}?from=2026-01-01&to=2026-01-31` : url);
}

/** A card to act on: it has one unfinished action at a time. */
const newCard = (path: string): Promise<string> =>
  company.insertCard({ status: path.endsWith('/unfreeze') ? 'frozen' : 'active' });

/** An endpoint that can be asked about; none is left behind, because there are at most sixteen. */
async function newWebhook(path: string): Promise<string> {
  const { data } = (await company.get<{ data: { id: string }[] }>(WEBHOOKS)).body;
  for (const { id } of data) await company.ask(`${WEBHOOKS}/${id}`, { method: 'DELETE' });
  const { body } = await company.post<{ id: string }>(WEBHOOKS, { url: 'https://example.com/' });
  if (path.endsWith('/confirm-secret')) await company.post(`${WEBHOOKS}/${body.id}/rotate-secret`, undefined);
  return body.id;
}

describe.each([...specified, ...additions])('$method $path', (endpoint) => {
  const { method, path, permission, success } = endpoint;

  test('is described with its permission and its success', () => {
    const described = paths[path]?.[method];
    const names = [permission].flat().map((name) => `\`${name}\``);
    const words = permission === 'any' ? 'Permission: any valid key.' : `Permission: ${names.join(' or ')}.`;
    expect(described?.description).toContain(endpoint.described ?? words);
    expect(described?.responses).toHaveProperty(String(success));
    for (const status of ['401', '403', '429']) expect(described?.responses).toHaveProperty(status);
  });

  test('answers as described: 401 without a key, its success with it', async () => {
    const url = path.replace(/\{\w+\}/, 'x');
    expect(await world.ask(url, { method: method.toUpperCase() })).toMatchObject({ status: 401 });
    expect(await call(company, endpoint)).toMatchObject({ status: success });
  });

  test('opens with its permission alone, with each where there are several, and with no other', async () => {
    const enough: KeyScope[][] = permission === 'any' ? [[]] : [permission].flat().map((scope) => [scope]);
    for (const scopes of enough) {
      const alone = await company.client({ scopes });
      expect(await call(alone, endpoint), String(scopes)).toMatchObject({ status: success });
    }
    if (permission === 'any') return;
    const others = await company.client({ scopes: keyScopes.filter((scope) => ![permission].flat().includes(scope)) });
    expect(await call(others, endpoint)).toMatchObject({ status: 403, body: { code: 'scope_missing' } });
  });
});

describe('the contract', () => {
  test('describes these endpoints and no others', () => {
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    );
    const listed = [...specified, ...additions].map(({ method, path }) => `${method} ${path}`);
    expect(described.toSorted()).toEqual(listed.toSorted());
  });

  test('has every route of the sources: none is served without being described', () => {
    const sources = fileURLToPath(new URL('../../../src', import.meta.url));
    const routes = globSync(`${sources}/**/*routes.ts`).flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/app\.(get|post|put|patch|delete)\(\s*'([^']+)'/g)].map(
        ([, method, path = '']) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`,
      ),
    );
    // What people and operators ask is described elsewhere, and tested with it.
    const ofApi = routes.filter((route) => !/ \/(desk|portal)\//.test(route));
    expect(ofApi.length).toBeGreaterThanOrEqual(specified.length);
    for (const route of ofApi) {
      const [method = '', path = ''] = route.split(' ');
      expect(paths[path], route).toHaveProperty(method);
    }
  });
});
