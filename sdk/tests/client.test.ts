// Every operation of the contract, called through the SDK over real HTTP; orders, intents, events and statements.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  ApiError,
  type Client,
  createClient,
  IntentConflictError,
  type IntentStore,
  statements,
} from '@cardwright/sdk';
import { fileIntents } from '@cardwright/sdk/node';
import { INTENTS_TABLE, sqlIntents } from '@cardwright/sdk/sql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../../server/tests/until.ts';
import { startWorld, type World } from '../../server/tests/world.ts';

let world: World;
let directory: string;
let client: Client;
let productId: string;
let holderId: string;
let cardId: string;
const called = new Set<string>();

const clientOf = (apiKey: string, more = {}) =>
  createClient({
    baseUrl: world.stack.baseUrl,
    apiKey,
    hooks: { onRequest: ({ operationId }) => called.add(operationId) },
    ...more,
  });

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cardwright-sdk-'));
  world = await startWorld({ issuer: true, workers: 1 });
  client = clientOf((await world.company()).key);
  productId = world.products.card;
  await client.sandbox.creditFunds({ amount: '10000.00' });
  const holder = await client.holders.create({ name: 'Ada Lovelace', email: 'ada@example.com', kind: 'individual' });
  holderId = holder.id;
});
afterAll(async () => {
  await rm(directory, { recursive: true, force: true });
  await world?.stop();
});

async function gather<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

const issue = () => ({ type: 'issue', productId, amount: '25.00', holderId }) as const;

test('the first example of the README issues a card', async () => {
  const page = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  const [, example = ''] = /```ts\n(.*?)```/s.exec(page) ?? [];
  const file = join(directory, 'example.ts');
  const source = new URL('../src/cardwright.ts', import.meta.url).href;
  await writeFile(file, example.replace("'@cardwright/sdk'", `'${source}'`));
  const { key } = await world.company();
  const env = { ...process.env, CARDWRIGHT_URL: world.stack.baseUrl, CARDWRIGHT_API_KEY: key };
  const { stdout } = await promisify(execFile)(process.execPath, [file], { env });
  expect(stdout).toMatch(/^card_\w+\n$/);
});

test('an order runs from its price to its outcome', async () => {
  const prices: string[] = [];
  const confirm = ({ total }: { total: string }) => prices.push(total) > 0;
  // The cardholder may still be pending: the error's verdict is same_key, so the request is repeated.
  const done = await client.operations.run(issue(), { confirm });
  if (done.outcome !== 'completed') return expect.unreachable(JSON.stringify(done));
  expect(done.operation.total).toBe(prices.at(-1));
  cardId = done.operation.result.cardId ?? '';
  const refused = await client.operations.run(issue(), { confirm: () => false });
  expect(refused).toMatchObject({ outcome: 'not_confirmed', preview: { total: done.operation.total } });
  expect(await client.operations.run({ ...issue(), expectedTotal: '1.00' }, {})).toMatchObject({
    outcome: 'not_confirmed',
  });
  expect(await client.operations.run({ ...issue(), amount: '100000.00' }, { confirm })).toMatchObject({
    outcome: 'not_allowed',
    preview: { reasons: [{ code: 'insufficient_funds' }] },
  });
  const run = (sandboxScenario: 'rejected' | 'unknown_status') =>
    client.operations.run(issue(), { confirm, request: { sandboxScenario } });
  expect((await run('rejected')).outcome).toBe('failed');
  expect((await run('unknown_status')).outcome).toBe('manual_review');
  await expect(client.operations.run(issue(), {})).rejects.toThrow(TypeError);
});

test('lists are pages, and iterators over all of them', async () => {
  const first = await client.operations.list({ limit: 2 });
  expect(first.data).toHaveLength(2);
  const ids: string[] = [];
  for await (const { id } of client.operations.list({ limit: 2 })) ids.push(id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toEqual((await client.operations.list({ limit: 100 })).data.map(({ id }) => id));
  const sequences: number[] = [];
  for await (const { sequence } of client.events.list({ limit: 2 })) sequences.push(sequence);
  expect(sequences).toEqual(sequences.map((_, index) => index + 1));
  let pages = 0;
  for await (const page of client.operations.list({ limit: 2 }).pages()) pages += Math.sign(page.data.length);
  expect(pages).toBe(Math.ceil(ids.length / 2));
});

test('the feed is followed from the last handled event', async () => {
  const seen: string[] = [];
  for await (const event of client.events.follow({ after: 2, pollMs: 50 })) {
    if (event.type === 'operation.completed') seen.push(event.data.object.id);
    if (seen.length === 1 && event.sequence > 2) break;
  }
  expect(seen[0]).toMatch(/^op_/);
  const ending = new AbortController();
  const newest = (await client.events.list({ limit: 100 })).data.at(-1)?.sequence ?? 0;
  let count = 0;
  const following = (async () => {
    for await (const { sequence } of client.events.follow({ after: newest, pollMs: 20, signal: ending.signal })) {
      expect(sequence).toBe(newest + ++count);
      ending.abort();
    }
  })();
  await client.holders.change(holderId, { metadata: { a: '1' } });
  await following;
  expect(count).toBe(1);
});

test('errors carry code, verdict and details', async () => {
  const order = { ...issue(), amount: '250.00', expectedTotal: '1.00' };
  const error = await client.operations.create(order).then(
    () => undefined,
    (each: unknown) => each,
  );
  if (!(error instanceof ApiError) || !error.is('quote_changed')) return expect.unreachable();
  expect(error.details.currentTotal).toMatch(/^25\d\.\d\d$/);
  expect(error).toMatchObject({ status: 409, retry: 'new_key', effect: 'none', requestId: expect.any(String) });
  const malformed = await client.operations.create({ type: 'issue' } as never).catch((each: ApiError) => each);
  expect((malformed as ApiError).fields.map(({ field }) => field)).toContain('productId');
});

describe.each(['file', 'sql'])('intents in a %s store', (kind) => {
  let store: IntentStore;
  beforeAll(async () => {
    if (kind === 'sql') await world.admin.query(INTENTS_TABLE);
    store = kind === 'sql' ? sqlIntents((text, params) => world.admin.query(text, params)) : fileIntents(directory);
  });

  /** A connection that breaks after the server has answered a request with an effect. */
  const breaking = async (...given: Parameters<typeof fetch>) => {
    if (given[1]?.method !== 'POST') return fetch(...given);
    await (await fetch(...given)).text();
    throw new TypeError('fetch failed');
  };
  const pending = () => gather(store.pending()).then((open) => open.map(({ id }) => id));
  const countOrders = async () => (await client.operations.list({ limit: 100 })).data.length;

  test('have one effect, through crashes and lost responses', async () => {
    const company = await world.company({ available: '1000.00' });
    const { key: apiKey } = company;
    const own = clientOf(apiKey);
    const order = { type: 'service', productId: world.products.service, amount: '5.00', recipient: 'a' } as const;
    const lost = clientOf(apiKey, { fetch: breaking, maxRetries: 1 }).intents(store);
    await expect(lost.operations.create('order-1', order)).rejects.toMatchObject({ effect: 'unknown' });
    expect(await pending()).toEqual(['order-1']);
    expect((await own.operations.list()).data).toHaveLength(1);

    // Another company of the same environment can neither repeat nor finish it.
    const stranger = clientOf((await world.company({ available: '1000.00' })).key);
    const theirs = stranger.intents(store);
    await expect(theirs.operations.create('order-1', order)).rejects.toThrow(/of sandbox of the company com_\w+\. The/);
    expect(await gather(theirs.recover())).toMatchObject([
      { intent: { id: 'order-1' }, status: 'unknown', error: expect.any(IntentConflictError) },
    ]);
    expect((await stranger.operations.list()).data).toEqual([]);

    const intents = own.intents(store);
    await expect(intents.operations.create('order-1', { ...order, amount: '6.00' })).rejects.toThrow(
      IntentConflictError,
    );
    const recovered = await gather(intents.recover());
    expect(recovered).toMatchObject([{ intent: { id: 'order-1' }, status: 'accepted', data: { amount: '5.00' } }]);
    expect(await pending()).toEqual([]);
    const again = await intents.operations.create('order-1', order).withResponse();
    expect(again).toMatchObject({ attempts: 0, isReplayed: true, data: { amount: '5.00' } });
    expect((await own.operations.list()).data).toHaveLength(1);

    // A crash before the first byte: saved, never sent.
    const saved = (await store.find('order-1'))?.intent;
    if (saved === undefined) return expect.unreachable();
    await store.add({ ...saved, id: 'order-2', key: 'never-sent' });
    expect(await gather(intents.recover({ repeat: () => false }))).toMatchObject([{ status: 'not_sent' }]);
    expect(await gather(intents.recover())).toMatchObject([{ status: 'accepted' }]);
    expect((await own.operations.list()).data).toHaveLength(2);

    // Nothing takes back an accepted intent, and nothing sends it to live.
    await store.settle('order-2', { status: 'refused', httpStatus: 400, body: '{}', requestId: undefined });
    expect((await store.find('order-2'))?.outcome?.status).toBe('accepted');
    const live = clientOf((await company.client({ environment: 'live' })).key).intents(store);
    await expect(live.operations.create('order-1', order)).rejects.toThrow(IntentConflictError);
  });

  test('that were refused can be changed under their own key', async () => {
    const { key: apiKey } = await world.company();
    const own = clientOf(apiKey);
    const intents = own.intents(store);
    const order = { type: 'service', productId: world.products.service, amount: '5.00', recipient: 'b' } as const;
    await expect(intents.operations.create('poor', order)).rejects.toMatchObject({ code: 'insufficient_funds' });
    expect((await store.find('poor'))?.outcome?.status).toBe('refused');
    const { key } = (await store.find('poor'))?.intent ?? {};
    await intents.sandbox.creditFunds('funds', { amount: '100.00' });
    const { idempotencyKey } = await intents.operations.create('poor', { ...order, amount: '6.00' }).withResponse();
    expect(idempotencyKey).toBe(key);
    expect((await own.operations.list()).data).toMatchObject([{ amount: '6.00' }]);
    // Accepted, the answer lost, and then the company is suspended: the refusal says nothing about the first attempt.
    const lost = clientOf(apiKey, { fetch: breaking, maxRetries: 0 }).intents(store);
    await expect(lost.operations.create('lost', order)).rejects.toMatchObject({ effect: 'unknown' });
    const refusing = clientOf(apiKey, {
      maxRetries: 0,
      fetch: async (...[url, init]: Parameters<typeof fetch>) => {
        if (init?.method !== 'POST') return fetch(url, init);
        const body = { statusCode: 403, code: 'company_suspended', retry: 'never', message: 'Suspended.' };
        return Response.json(body, { status: 403 });
      },
    }).intents(store);
    await expect(refusing.operations.create('lost', order)).rejects.toMatchObject({ effect: 'unknown' });
    expect(await gather(refusing.recover())).toMatchObject([
      { status: 'unknown', resourceId: expect.stringMatching(/^op_/) },
    ]);
    expect(await pending()).toEqual(['lost']);
    expect(await gather(intents.recover())).toMatchObject([{ status: 'accepted' }]);
  });

  test('that were refused are open again before the same request is sent again', async () => {
    const { key: apiKey } = await world.company();
    const intents = clientOf(apiKey).intents(store);
    const order = { type: 'service', productId: world.products.service, amount: '5.00', recipient: 'c' } as const;
    await expect(intents.operations.create('again', order)).rejects.toMatchObject({ code: 'insufficient_funds' });
    const refused = await store.find('again');
    await intents.sandbox.creditFunds('more-funds', { amount: '100.00' });
    const lost = clientOf(apiKey, { fetch: breaking, maxRetries: 0 }).intents(store);
    await expect(lost.operations.create('again', order)).rejects.toMatchObject({ effect: 'unknown' });
    expect(await pending()).toEqual(['again']);
    const done = await intents.operations.run('again', order, { confirm: () => false });
    expect(done).toMatchObject({ operation: { amount: '5.00' } });
    expect((await clientOf(apiKey).operations.list()).data).toHaveLength(1);

    // A process that still believes in the refusal neither removes the outcome nor replaces the request.
    if (refused === undefined) return expect.unreachable();
    const changed = { ...refused.intent, body: JSON.stringify({ ...order, amount: '6.00' }) };
    expect(await store.replace(changed)).toMatchObject({
      intent: { body: refused.intent.body },
      outcome: { status: 'accepted' },
    });
    expect(await store.find('again')).toMatchObject({ outcome: { status: 'accepted' } });
  });

  test('run only the order that they were begun with', async () => {
    const { key: apiKey } = await world.company({ available: '100.00' });
    const { operations } = clientOf(apiKey).intents(store);
    const order = { type: 'service', productId: world.products.service, amount: '5.00', recipient: 'd' } as const;
    const options = { confirm: () => true };
    await operations.run('one', order, options);
    const same = { recipient: 'd', amount: '5.00', productId: order.productId, type: 'service' } as const;
    await operations.run('one', { ...same, expectedTotal: '9.99' }, options);
    await expect(operations.run('one', { ...order, amount: '6.00' }, options)).rejects.toThrow(IntentConflictError);
    expect((await clientOf(apiKey).operations.list()).data).toHaveLength(1);
  });

  test('run to their outcome, also when they were begun before', async () => {
    const id = `card-${kind}`;
    const before = await countOrders();
    const run = () => client.intents(store).operations.run(id, issue(), { confirm: () => true });
    const done = await run();
    expect(done.outcome).toBe('completed');
    expect(await run()).toEqual(done);
    expect(await countOrders()).toBe(before + 1);
  });
});

test('statements are checked offline', async () => {
  const day = new Date().toISOString().slice(0, 10);
  const range = { from: day, to: day };
  const statement = await until(
    () => client.statements.get(range),
    ({ chain, data }) => chain.sealedThrough === data.at(-1)?.id,
  );
  expect(await statements.verify(JSON.stringify(statement))).toMatchObject({ verdict: 'verified' });
  const [entry, ...rest] = statement.data;
  const forged = { ...statement, data: [{ ...entry, description: 'Gift' }, ...rest] };
  expect(await statements.verify(forged)).toEqual({
    verdict: 'wrong',
    problem: 'the chain does not hold',
    statements: [],
  });
  expect(await client.statements.get({ ...range, format: 'csv' })).toMatch(/^id,createdAt/);
});

test('every other method reaches its endpoint', async () => {
  await client.cards.list();
  await client.cards.change(cardId, { name: 'Travel' });
  await client.cards.freeze(cardId);
  await until(
    () => client.cards.get(cardId),
    ({ status }) => status === 'frozen',
  );
  const { id } = await client.cards.unfreeze(cardId);
  const settled = () => client.operations.list({ cardId, status: 'queued' });
  expect(await client.operations.get(id, { wait: 20 })).toMatchObject({ status: 'completed' });
  const limits = await client.cards.limit(cardId, { perDay: '100.00' });
  await client.operations.get(limits.id, { wait: 20 });
  expect((await settled()).data).toEqual([]);
  await client.cards.reveal(cardId);
  const payment = { cardId, type: 'purchase', amount: '1.00', merchant: 'Bookshop', country: 'DE' } as const;
  const transaction = await client.sandbox.simulateTransaction(payment);
  await client.transactions.get(transaction.id);
  await client.transactions.list({ cardId });
  await client.capabilities.get();
  await client.balance.get();
  await client.products.list();
  await client.holders.list();
  await client.holders.get(holderId);
  const [event] = (await client.events.list({ limit: 1, type: ['card.created', 'holder.created'] })).data;
  expect(await client.events.get(event?.id ?? '')).toEqual(event);

  const invoice = await client.invoices.create({ amount: '100' });
  await client.invoices.list();
  await until(
    () => client.invoices.get(invoice.id, { wait: 1 }),
    ({ status }) => status === 'pending',
  );
  await client.sandbox.simulateTransfer(invoice.id, { amount: '1.000000' }).catch(notPayable);
  await client.sandbox.completeInvoice(invoice.id).catch(notPayable);
  await client.sandbox.advanceClock({ seconds: 1 });
  const done = await client.operations.run(issue(), { confirm: () => true });
  if (done.outcome !== 'completed') return expect.unreachable();
  await expect(client.operations.cancel(done.operation.id)).rejects.toMatchObject({
    code: 'operation_not_cancellable',
  });
  await client.cards.close(done.operation.result.cardId ?? '');

  const hooks = client.webhookEndpoints;
  const endpoint = await hooks.create({ url: 'http://127.0.0.1:9/', events: ['operation.completed'] });
  await hooks.list();
  await hooks.get(endpoint.id);
  await hooks.change(endpoint.id, { description: 'Test' });
  await hooks.rotateSecret(endpoint.id);
  await hooks.confirmSecret(endpoint.id);
  await hooks.test(endpoint.id);
  await hooks.listDeliveries(endpoint.id);
  await hooks.replayEvents(endpoint.id, { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' });
  expect(await hooks.delete(endpoint.id)).toEqual({ id: endpoint.id, deleted: true });
});

const notPayable = (error: ApiError) => expect(error.code).toBe('invoice_not_payable');

test('no operation of the contract is left out', async () => {
  const contract = JSON.parse(await readFile(new URL('../../docs/api/openapi.json', import.meta.url), 'utf8')) as {
    paths: Record<string, Record<string, { operationId: string }>>;
  };
  const operations = Object.values(contract.paths).flatMap((path) => Object.values(path));
  expect([...called].toSorted()).toEqual(operations.map(({ operationId }) => operationId).toSorted());
});
