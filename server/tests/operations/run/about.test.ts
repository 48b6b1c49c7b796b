// What an operation says about itself from the order to the decision: its objects, and when it last changed.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from '../../world.ts';
import { becomes, newHolder, order, traces } from './on-its-way.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ issuer: true, workers: 1 });
});
afterAll(() => world?.stop());

const { expectTold, issue, service, topup } = traces(() => world);

type Told = { createdAt: string; updatedAt: string; completedAt: string | null };

test('an issue names its card once there is one; a failed top-up names its card and the holder', async () => {
  const company = await world.company({ available: '200.00' });
  const holderId = await newHolder(company);
  const issued = await becomes(company, await order(company, issue(holderId, { name: 'Travel' })), 'completed');
  const { cardId = '' } = issued.result;
  expect(issued).toMatchObject({ productId: world.products.card, holderId, cardId, name: 'Travel', recipient: '' });
  await expectTold(company, issued.id, 'operation.completed');

  const failed = await becomes(company, await order(company, topup(cardId), 'rejected'), 'failed');
  expect(failed).toMatchObject({ productId: world.products.card, holderId, cardId, name: '', recipient: '' });
  expect(failed.result).toEqual({});
  await expectTold(company, failed.id, 'operation.failed');

  const refused = await becomes(company, await order(company, issue(holderId), 'rejected'), 'failed');
  expect(refused).toMatchObject({ holderId, cardId: '' });
});

test('updatedAt is the time of the last change, and completedAt that of the decision', async () => {
  const company = await world.company({ available: '200.00' });
  const holderId = await newHolder(company);
  const done: Told = await becomes(company, await order(company, issue(holderId)), 'completed').then(asTold);
  expect(done.updatedAt).toBe(done.completedAt);
  expect(Date.parse(done.updatedAt)).toBeGreaterThan(Date.parse(done.createdAt));

  const unclear = await becomes(company, await order(company, issue(holderId), 'broken_json'), 'manual_review');
  const told = asTold(unclear);
  expect(told.completedAt).toBeNull();
  expect(Date.parse(told.updatedAt)).toBeGreaterThan(Date.parse(told.createdAt));
  expect(told.updatedAt).toBe((unclear.review as { openedAt?: string } | undefined)?.openedAt);
});

test('metadata is kept in the order in which it was sent, and is part of the request', async () => {
  const company = await world.company({ available: '200.00' });
  const metadata = { zeta: '4711', alpha: 'Zoë "travel"', 'cost.center_1-2': '' };
  const answer = await company.post<{ id: string }>('/api/v1/operations', service({ metadata }), { key: 'order-1' });
  expect(answer.text).toContain(`"metadata":${JSON.stringify(metadata)}`);
  const done = await becomes(company, answer.body.id, 'completed');
  expect(JSON.stringify((done as { metadata?: object }).metadata)).toBe(JSON.stringify(metadata));
  await expectTold(company, done.id, 'operation.completed');

  const again = await company.post('/api/v1/operations', service({ metadata }), { key: 'order-1' });
  expect(again.text).toBe(answer.text);
  const other = await company.post('/api/v1/operations', service({ metadata: { zeta: '1' } }), { key: 'order-1' });
  expect(other).toMatchObject({ status: 409, body: { code: 'idempotency_conflict', differs: ['metadata'] } });
});

test.each([
  ['21 keys', Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`k${index}`, 'v']))],
  ['a key with a space', { 'a b': 'v' }],
  ['a long value', { k: 'v'.repeat(501) }],
  ['a number', { k: 1 }],
  ['a card number', { k: '4111 1111 1111 1111' }],
])('metadata with %s is 400', async (_, metadata) => {
  const company = await world.company({ available: '10.00' });
  expect(await company.post('/api/v1/operations', service({ metadata }))).toMatchObject({ status: 400 });
  expect(await company.balance()).toEqual({ available: '10.00', held: '0.00' });
});

const asTold = (operation: object) => operation as Told;
