// Every example of the description: its requests are sent to the running service, and its answers are valid.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerPointer, type DescribedOperation, described, pointerTo, problemsAt } from '../../declared.ts';
import { becomes, newHolder, order } from '../../operations/run/on-its-way.ts';
import { type Company, startWorld, type World } from '../../world.ts';

type Endpoint = { method: string; path: string; operation: DescribedOperation };

const endpoints: Endpoint[] = Object.entries(described.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
);

/** The bodies that an endpoint shows; one without a body has one request. */
function bodiesOf({ requestBody }: DescribedOperation): { name: string; body: unknown }[] {
  const media = requestBody?.content['application/json'];
  if (media === undefined) return [{ name: 'request', body: undefined }];
  if (media.examples === undefined) return [{ name: 'request', body: media.example }];
  return Object.entries(media.examples).map(([name, { value }]) => ({ name, body: value }));
}

let world: World;
let company: Company;
/** What exists in place of the ids of the examples. */
const real = new Map<string, string>();
beforeAll(async () => {
  world = await startWorld({ issuer: true });
  await world.stack.spawn('worker');
  company = await world.company();
  await company.post('/api/v1/sandbox/funding', { amount: '100000.00' }, { key: 'order-2026-11-15-0042' });
  real.set('holder', await newHolder(company));
  real.set('prod', world.products.card);
  await company.post('/api/v1/webhook-endpoints', { url: 'https://example.com/webhooks' });
});
afterAll(() => world?.stop());

/** Makes what this request needs and does not share with others. */
async function prepare({ path, operation }: Endpoint, body: unknown): Promise<void> {
  const needs = JSON.stringify([path, operation.parameters, body]);
  if (needs.includes('card_')) real.set('card', await newCard(path));
  if (needs.includes('op_')) real.set('op', await newOperation());
  if (needs.includes('inv_')) real.set('inv', await newInvoice());
  if (needs.includes('txn_')) real.set('txn', await newTransaction());
  if (needs.includes('whe_')) real.set('whe', await newWebhook(path));
  if (needs.includes('evt_')) real.set('evt', await newestEvent());
}

async function newCard(path: string): Promise<string> {
  const issue = { type: 'issue', productId: world.products.card, amount: '50.00', holderId: real.get('holder') };
  const { result } = await becomes(company, await order(company, issue), 'completed');
  const cardId = result.cardId ?? '';
  if (!path.endsWith('/unfreeze')) return cardId;
  const frozen = await company.post<{ id: string }>(`/api/v1/cards/${cardId}/freeze`, {});
  await becomes(company, frozen.body.id, 'completed');
  return cardId;
}

/** An operation that waits for its issuer, so that it can be cancelled. */
const newOperation = () =>
  order(
    company,
    { type: 'service', productId: world.products.service, amount: '5.00', recipient: 'ada@example.com' },
    'connection_refused',
  );

async function newInvoice(): Promise<string> {
  const open = await company.get<{ data: { id: string; status: string }[] }>('/api/v1/card-account/invoices');
  for (const { id, status } of open.body.data)
    if (status === 'pending') await company.ask(`/api/v1/sandbox/invoices/${id}/complete`, { method: 'POST' });
  return (await company.post<{ id: string }>('/api/v1/card-account/invoices', { amount: '100' })).body.id;
}

async function newTransaction(): Promise<string> {
  const payment = { cardId: await newCard(''), type: 'purchase', amount: '1.00', merchant: 'Bookshop', country: 'DE' };
  return (await company.post<{ id: string }>('/api/v1/sandbox/transactions', payment)).body.id;
}

async function newWebhook(path: string): Promise<string> {
  const { body } = await company.post<{ id: string }>('/api/v1/webhook-endpoints', { url: 'https://example.com/' });
  if (path.endsWith('/confirm-secret'))
    await company.ask(`/api/v1/webhook-endpoints/${body.id}/rotate-secret`, { method: 'POST' });
  return body.id;
}

async function newestEvent(): Promise<string> {
  const { body } = await company.get<{ data: { id: string }[] }>('/api/v1/events?limit=1');
  return body.data[0]?.id ?? '';
}

/** The example with ids of things that exist. A service has a product of its own. */
function realized<Value>(value: Value, name = ''): Value {
  const text = JSON.stringify(value)?.replaceAll(/"(\w+)_01[0-9a-z]{24}"/g, (whole, prefix: string) => {
    const id = prefix === 'prod' && name === 'service' ? world.products.service : real.get(prefix);
    return id === undefined ? whole : JSON.stringify(id);
  });
  return text === undefined ? value : (JSON.parse(text) as Value);
}

async function send({ method, path, operation }: Endpoint, { name, body }: { name: string; body: unknown }) {
  const parameters = (operation.parameters ?? []).filter(({ in: place, required }) => place === 'path' || required);
  const shown = new Map(parameters.map((parameter) => [parameter.name, String(realized(parameter.example))]));
  const url = path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => shown.get(parameter) ?? '');
  const query = parameters.filter((parameter) => parameter.in === 'query');
  const asked = query.map((parameter) => `${parameter.name}=${shown.get(parameter.name)}`).join('&');
  const keyed = shown.has('Idempotency-Key') ? { 'idempotency-key': `${path} ${name}` } : {};
  return company.ask(asked === '' ? url : `${url}?${asked}`, {
    method,
    headers: keyed,
    ...(body === undefined ? {} : { json: realized(body, name) }),
  });
}

describe.each(endpoints)('$method $path', (endpoint) => {
  const { method, path, operation } = endpoint;
  const success = Number(Object.keys(operation.responses).find((status) => status.startsWith('2')));

  test.each(bodiesOf(operation))('takes its example: $name', async (example) => {
    await prepare(endpoint, example.body);
    const { status, body, text } = await send(endpoint, example);
    expect(status, text).toBe(success);
    expect(problemsAt(answerPointer(method, path, success), body)).toBe('');
  });

  test('shows whole answers that are valid, for success and for each refusal', () => {
    for (const status of Object.keys(operation.responses).filter((each) => each !== 'default')) {
      const pointer = answerPointer(method, path, Number(status));
      const shown = examplesAt(pointer);
      expect(shown.length, `${status} has an example`).toBeGreaterThan(0);
      for (const example of shown) expect(problemsAt(pointer, example), status).toBe('');
    }
  });
});

/** The examples beside the schema at a pointer. */
function examplesAt(pointer: string): unknown[] {
  const steps = pointer.split('/').slice(1, -1);
  const media = steps.reduce<unknown>(
    (node, step) =>
      (node as Record<string, unknown>)[decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')],
    described,
  ) as { example?: unknown; examples?: Record<string, { value: unknown }> };
  return media.examples === undefined ? [media.example] : Object.values(media.examples).map(({ value }) => value);
}

describe.each(Object.keys(described.webhooks))('webhook %s', (type) => {
  test('has a body that its events fit', () => {
    const pointer = pointerTo(['webhooks', type, 'post', 'requestBody', 'content', 'application/json', 'schema']);
    expect(problemsAt(pointer, examplesAt(pointer)[0])).toBe('');
  });
});
