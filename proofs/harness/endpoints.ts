// The one table of endpoints that the proofs own. It says what each endpoint must require of its caller, and is
// compared with the running service: both must have the same endpoints.
import type { KeyScope } from '@cardwright/server/foundation/key-scopes.ts';
import type { Ask, Client } from './ask.ts';
import type { Context } from './proof.ts';

/** Effects of requests, to compare with their answers. */
export type Effect = 'credited' | 'created' | 'advanced' | 'invoiced' | 'registered';

export type Endpoint = {
  method: Ask['method'];
  /** As OpenAPI writes it, with its parameter in braces. */
  path: string;
  /** With several, each alone is enough. */
  permission: KeyScope | 'any' | readonly KeyScope[];
  write: boolean;
  /** A write without an Idempotency-Key: every request counts. */
  unkeyed?: true;
  /** The effect of a success. */
  effect?: Effect;
  sandboxOnly: boolean;
  /** Refused in live while no live issuer is connected; the stack has none. */
  needsIssuer?: true;
  /** The answer to an allowed, valid request for an existing object. */
  success: number;
  /** The code of the 404 for an unknown id; undefined for an endpoint that refuses no id. */
  missing?: string;
  /** A required query: without it the request is malformed. */
  query?: string;
  /** A malformed query for this endpoint. */
  malformedQuery?: string;
  /** A body that this endpoint accepts. */
  body?: object;
};

const read = { method: 'GET', write: false, sandboxOnly: false, success: 200 } as const;
const list = { ...read, malformedQuery: 'limit=0' } as const;
const create = { method: 'POST', write: true, sandboxOnly: false, success: 201 } as const;

/** Orders whose permission depends on their kind: an endpoint that takes them has a row for each. */
const orders = [
  {
    permission: 'cards:write',
    missing: 'holder_not_found',
    body: { type: 'issue', productId: 'absent', amount: '50.00', holderId: 'absent' },
  },
  { permission: 'cards:write', missing: 'card_not_found', body: { type: 'topup', amount: '50.00', cardId: 'absent' } },
  {
    permission: 'services:write',
    missing: 'product_not_found',
    body: { type: 'service', productId: 'absent', amount: '5.00', recipient: 'ada' },
  },
] as const;

export const WEBHOOKS = '/api/v1/webhook-endpoints';
const A_DAY = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' };

/** Changes of a webhook endpoint, by the path after its id: the method, and a body where one is taken. */
export const webhookChanges: readonly { method: Ask['method']; rest: string; body?: object }[] = [
  { method: 'PATCH', rest: '', body: { description: 'changed' } },
  { method: 'DELETE', rest: '' },
  { method: 'POST', rest: '/rotate-secret' },
  { method: 'POST', rest: '/confirm-secret' },
  { method: 'POST', rest: '/test' },
  { method: 'POST', rest: '/replay', body: A_DAY },
];

const ofWebhook = { missing: 'webhook_not_found' } as const;
const webhooks: readonly Endpoint[] = [
  { ...list, path: '/api/v1/events', permission: 'webhooks:read' },
  { ...read, path: '/api/v1/events/{id}', permission: 'webhooks:read', missing: 'event_not_found' },
  { ...read, path: WEBHOOKS, permission: 'webhooks:read' },
  { ...read, ...ofWebhook, path: `${WEBHOOKS}/{id}`, permission: 'webhooks:read' },
  { ...list, ...ofWebhook, path: `${WEBHOOKS}/{id}/deliveries`, permission: 'webhooks:read' },
  {
    ...create,
    path: WEBHOOKS,
    permission: 'webhooks:write',
    unkeyed: true,
    effect: 'registered',
    body: { url: 'https://example.com/' },
  },
  ...webhookChanges.map(({ rest, ...change }) => ({
    ...create,
    ...ofWebhook,
    ...change,
    path: `${WEBHOOKS}/{id}${rest}`,
    permission: 'webhooks:write' as const,
    unkeyed: true as const,
    success: 200,
  })),
];

const readsInvoices = ['balance:read', 'funding:write'] as const;

export const endpoints: readonly Endpoint[] = [
  { ...read, path: '/api/v1/balance', permission: 'balance:read' },
  {
    ...read,
    path: '/api/v1/account-statements',
    permission: 'balance:read',
    query: 'from=2026-01-01&to=2026-01-31',
    malformedQuery: 'from=2026-01-01',
  },
  { ...list, path: '/api/v1/operations', permission: 'operations:read' },
  { ...read, path: '/api/v1/operations/{id}', permission: 'operations:read', missing: 'operation_not_found' },
  { ...list, path: '/api/v1/transactions', permission: 'operations:read' },
  { ...read, path: '/api/v1/transactions/{id}', permission: 'operations:read', missing: 'transaction_not_found' },
  { ...list, path: '/api/v1/cards', permission: 'cards:read' },
  { ...read, path: '/api/v1/cards/{id}', permission: 'cards:read', missing: 'card_not_found' },
  { ...list, path: '/api/v1/holders', permission: 'holders:read' },
  { ...read, path: '/api/v1/holders/{id}', permission: 'holders:read', missing: 'holder_not_found' },
  { ...read, path: '/api/v1/idempotency-keys/{key}', permission: 'any', missing: 'idempotency_key_not_found' },
  { ...read, path: '/api/v1/products', permission: 'any' },
  { ...read, path: '/api/v1/capabilities', permission: 'any' },
  {
    method: 'POST',
    path: '/api/v1/sandbox/funding',
    permission: 'cards:write',
    write: true,
    sandboxOnly: true,
    success: 200,
    effect: 'credited',
    body: { amount: '1.00' },
  },
  {
    ...create,
    path: '/api/v1/sandbox/transactions',
    permission: 'cards:write',
    sandboxOnly: true,
    missing: 'card_not_found',
    body: { cardId: 'absent', type: 'purchase', amount: '1.00', merchant: 'Bookshop', country: 'DE' },
  },
  {
    ...create,
    path: '/api/v1/sandbox/clock/advance',
    permission: 'cards:write',
    unkeyed: true,
    sandboxOnly: true,
    success: 200,
    effect: 'advanced',
    body: { seconds: 1 },
  },
  ...(['complete', 'transfers'] as const).map((helper) => ({
    ...create,
    path: `/api/v1/sandbox/invoices/{id}/${helper}`,
    permission: 'funding:write' as const,
    unkeyed: true as const,
    sandboxOnly: true,
    success: 200,
    missing: 'invoice_not_found',
    ...(helper === 'transfers' ? { body: { amount: '1' } } : {}),
  })),
  {
    ...create,
    path: '/api/v1/card-account/invoices',
    permission: 'funding:write',
    needsIssuer: true,
    effect: 'invoiced',
    body: { amount: '100' },
  },
  { ...list, path: '/api/v1/card-account/invoices', permission: readsInvoices },
  {
    ...read,
    path: '/api/v1/card-account/invoices/{id}',
    permission: readsInvoices,
    missing: 'invoice_not_found',
  },
  ...orders.map((order) => ({ ...create, path: '/api/v1/operations', needsIssuer: true as const, ...order })),
  ...orders.map(({ permission, body }) => ({
    ...create,
    path: '/api/v1/operations/preview',
    write: false,
    success: 200,
    permission: ['operations:read', permission] as const,
    body,
  })),
  {
    ...create,
    path: '/api/v1/operations/{id}/cancel',
    permission: ['cards:write', 'services:write'],
    unkeyed: true,
    success: 200,
    missing: 'operation_not_found',
  },
  ...(['freeze', 'unfreeze', 'close', 'limits'] as const).map((action) => ({
    ...create,
    path: `/api/v1/cards/{id}/${action}`,
    permission: 'cards:write' as const,
    needsIssuer: true as const,
    missing: 'card_not_found',
    body: {},
  })),
  {
    ...create,
    method: 'PATCH',
    path: '/api/v1/cards/{id}',
    permission: 'cards:write',
    unkeyed: true,
    success: 200,
    missing: 'card_not_found',
    body: { metadata: { changed: 'yes' } },
  },
  {
    ...create,
    path: '/api/v1/cards/{id}/reveal',
    permission: 'cards:reveal',
    unkeyed: true,
    needsIssuer: true,
    missing: 'card_not_found',
    body: {},
  },
  {
    ...create,
    path: '/api/v1/holders',
    permission: 'holders:write',
    effect: 'created',
    body: { name: 'Ada', email: 'ada@example.com', kind: 'individual' },
  },
  {
    ...create,
    method: 'PATCH',
    path: '/api/v1/holders/{id}',
    permission: 'holders:write',
    unkeyed: true,
    success: 200,
    missing: 'holder_not_found',
    body: { metadata: { changed: 'yes' } },
  },
  ...webhooks,
];

/** Whether a key with these permissions may call the endpoint. */
export const isOpenTo = ({ permission }: Endpoint, scopes: readonly KeyScope[]): boolean =>
  permission === 'any' || [permission].flat().some((each) => scopes.includes(each));

/** The name of an endpoint in messages. */
export const nameOf = ({ method, path }: { method: string; path: string }): string => `${method} ${path}`;

/** The path of an endpoint with its parameter filled in. */
export const pathOf = (endpoint: Endpoint, id = ''): string => {
  const path = endpoint.path.replace(/\{\w+\}/, encodeURIComponent(id));
  return endpoint.query === undefined ? path : `${path}?${endpoint.query}`;
};

/** A request that the endpoint accepts, with a key's text, an id and a new Idempotency-Key. */
export function validAsk(endpoint: Endpoint, given: { key: string; id: string; idempotencyKey: string }): Ask {
  const { method, body, write, unkeyed = false } = endpoint;
  const path = pathOf(endpoint, given.id);
  if (body === undefined) return { method, path, key: given.key };
  if (!write || unkeyed) return { method, path, key: given.key, body };
  return { method, path, key: given.key, body, headers: { 'idempotency-key': given.idempotencyKey } };
}

/** Compares the table with the endpoints that the running service describes. Returns the number of its endpoints. */
export async function compareWithService(context: Context, client: Client): Promise<number> {
  const { status, text } = await client.ask({ method: 'GET', path: '/openapi.json' });
  if (status !== 200) {
    context.violation('the service does not describe itself', status);
    return 0;
  }
  const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, unknown>> };
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => nameOf({ method: method.toUpperCase(), path })),
  );
  const known = new Set(endpoints.map(nameOf));
  for (const name of described) {
    if (!known.delete(name)) context.violation('the service has an endpoint that no proof knows', name);
  }
  for (const name of known) context.violation('the service lacks an endpoint that the proofs know', name);
  return described.length;
}
