// One object, the same bytes everywhere: in the answer that creates it, read alone, read in its list, and in its events.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { create, becomes as invoiceBecomes, PATH as invoices } from '../../funding/invoices/on-its-way.ts';
import { becomes, newHolder, order, traces } from '../../operations/run/on-its-way.ts';
import { until } from '../../until.ts';
import { type Company, startWorld, type World } from '../../world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ issuer: true, workers: 1 });
});
afterAll(() => world?.stop());

const { issue, service, topup } = traces(() => world);

/** A text that every serializer could escape in its own way. */
const AWKWARD = 'Café "Ö" \\ / <b> \u2028 \u{1f4b3}';

const lists = {
  operation: '/api/v1/operations',
  card: '/api/v1/cards',
  holder: '/api/v1/holders',
  transaction: '/api/v1/transactions',
  invoice: invoices,
} as const;

/** Expects one object to be the same bytes alone, in its list and in its last event; answers its text. */
async function expectSame(company: Company, kind: keyof typeof lists, id: string): Promise<string> {
  const { text } = await company.get(`${lists[kind]}/${id}`);
  expect((await company.get(lists[kind])).text, 'in its list').toContain(text);
  const feed = await company.get<{ data: { type: string; data: { object: { id: string } } }[] }>('/api/v1/events');
  expect(JSON.stringify(feed.body)).toBe(feed.text);
  const last = feed.body.data.findLast(({ type, data }) => type.startsWith(`${kind}.`) && data.object.id === id);
  expect(JSON.stringify(last?.data.object), 'in its last event').toBe(text);
  return text;
}

test('an operation in every status', async () => {
  const company = await world.company({ available: '500.00' });
  const answer = await company.post<{ id: string; updatedAt: string }>(lists.operation, service(), {
    headers: { 'sandbox-scenario': 'slow_success' },
  });
  expect(answer.body).toMatchObject({ status: 'queued' });
  const { text, body: now } = await until(
    () => company.get<{ status: string; updatedAt: string }>(`${lists.operation}/${answer.body.id}`),
    ({ body }) => body.status === 'processing',
  );
  const [before, after] = [answer.body, now].map(({ updatedAt }) => `"updatedAt":"${updatedAt}"`);
  expect(text, 'only the status and its time have changed').toBe(
    answer.text.replace('"queued"', '"processing"').replace(before ?? '', after ?? ''),
  );
  const failed = await order(company, service(), 'rejected');
  const unclear = await order(company, service(), 'error_after_effect');
  await becomes(company, answer.body.id, 'completed');
  await becomes(company, failed, 'failed');
  await becomes(company, unclear, 'manual_review');
  expect(await expectSame(company, 'operation', answer.body.id)).toContain('"result":{"receipt":');
  expect(await expectSame(company, 'operation', failed)).toContain('"failure":{');
  expect(await expectSame(company, 'operation', unclear)).toContain('"review":{');
});

test('a card, its top-up and its payments in every status', async () => {
  const company = await world.company({ available: '500.00' });
  const issued = await order(company, issue(await newHolder(company), { name: AWKWARD }));
  const { cardId = '' } = (await becomes(company, issued, 'completed')).result;
  expect(await expectSame(company, 'operation', issued)).toContain(`"result":{"cardId":"${cardId}"`);
  await expectSame(company, 'card', cardId);
  await becomes(company, await order(company, topup(cardId)), 'completed');
  await expectSame(company, 'card', cardId);
  for (const status of ['pending', 'settled', 'declined', 'reversed']) {
    const payment = {
      cardId,
      type: 'purchase',
      amount: '90.00',
      merchant: AWKWARD.replace('\u2028', ''),
      country: 'DE',
    };
    const path = '/api/v1/sandbox/transactions';
    const { body } = await company.post<{ id: string }>(path, { ...payment, status });
    await until(
      () => company.get(`${lists.transaction}/${body.id}`),
      (answer) => answer.status === 200,
    );
    await expectSame(company, 'transaction', body.id);
  }
  expect(await expectSame(company, 'card', cardId)).toContain('"overdrawn":"');
});

test.each([
  ['pending', undefined],
  ['completed', undefined],
  ['expired', undefined],
  ['failed', 'rejected'],
  ['manual_review', 'error_after_effect'],
])('an invoice that is %s', async (status, scenario) => {
  const company = await world.company();
  const { id } = await create(company, '100', scenario);
  if (status === 'completed') await company.ask(`/api/v1/sandbox/invoices/${id}/complete`, { method: 'POST' });
  if (status === 'expired') await company.post('/api/v1/sandbox/clock/advance', { seconds: 86_400 });
  await invoiceBecomes(company, id, status);
  await expectSame(company, 'invoice', id);
});

test('an invoice: the answer that creates one is what a read shows', async () => {
  const company = await world.company();
  const invoice = await company.post<{ id: string }>(invoices, { amount: '100' });
  expect((await company.get(`${invoices}/${invoice.body.id}`)).text).toBe(invoice.text);
});

test('a cardholder when created, registered and changed', async () => {
  const company = await world.company();
  const holder = {
    name: AWKWARD.replace('\u2028', ''),
    email: 'ada@example.com',
    kind: 'individual',
    externalId: '"7"',
    metadata: { z: AWKWARD, a: '', 'B-2_c.d': '\b\f\n\r\t\u001f\u007f' },
  };
  const made = await company.post<{ id: string }>(lists.holder, holder);
  const path = `${lists.holder}/${made.body.id}`;
  const read = await until(
    () => company.get(path),
    ({ body }) => body['status'] === 'active',
  );
  expect(read.text).toBe(made.text.replace('"pending"', '"active"'));
  expect(read.text).toContain(`"metadata":${JSON.stringify(holder.metadata)}}`);
  expect((await company.get(lists.holder)).text).toBe(`{"data":[${read.text}]}`);
  await expectSame(company, 'holder', made.body.id);
  const feed = await company.get<{ data: { type: string; data: { object: object } }[] }>('/api/v1/events');
  const [created, registered] = feed.body.data;
  expect(feed.body.data.map(({ type }) => type)).toEqual(['holder.created', 'holder.updated']);
  expect(JSON.stringify(created?.data.object)).toBe(made.text);
  expect(JSON.stringify(registered?.data.object)).toBe(read.text);

  const changed = await company.ask(path, { method: 'PATCH', json: { metadata: { b: AWKWARD, a: '1' } } });
  expect(changed).toMatchObject({ status: 200, text: await expectSame(company, 'holder', made.body.id) });
});
