// What an operation says about itself from the order to the decision: its objects, and when it last changed.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from '../../world.ts';
import { becomes, newHolder, order, traces } from './on-its-way.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ issuer: true, workers: 1 });
});
afterAll(() => world?.stop());

const { expectTold, issue, topup } = traces(() => world);

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

const asTold = (operation: object) => operation as Told;
