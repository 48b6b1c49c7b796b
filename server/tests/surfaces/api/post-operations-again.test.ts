// No worker runs here: an operation that is accepted stays queued, and nothing is sent to anybody.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWorld, type World } from '../../world.ts';
import { effectsOf, ordersOf, path, refused } from './orders.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.stop());

const { service } = ordersOf(() => world.products);

describe(`POST ${path}, again`, () => {
  test('the same key and request answer the same bytes and hold once, whatever the scenario says', async () => {
    const company = await world.company({ available: '100.00' });
    const key = randomUUID();
    const first = await company.post(path, service(), { key });
    for (const headers of [{}, { 'sandbox-scenario': 'rejected' }]) {
      const replay = await company.post(path, service(), { key, headers });
      expect(replay).toMatchObject({ status: 201, text: first.text });
      expect(replay.headers.get('idempotent-replayed')).toBe('true');
      expect(replay.headers.get('location')).toBe(first.headers.get('location'));
    }
    expect(await effectsOf(world, company)).toEqual({ operations: 1, holds: 1, due: 1 });
    expect(await company.balance()).toEqual({ available: '95.00', held: '5.00' });
  });

  test('409 for the same key with another request names the operation and the fields', async () => {
    const company = await world.company({ available: '100.00' });
    const key = randomUUID();
    const { body } = await company.post<{ id: string }>(path, service(), { key });
    const other = service({ amount: '6.00', expectedTotal: '6.00' });
    const differs = { retry: 'new_key', resourceId: body.id, differs: ['amount', 'expectedTotal'] };
    expect(await company.post(path, other, { key })).toMatchObject(refused(409, 'idempotency_conflict', differs));
    const funding = await company.post('/api/v1/sandbox/funding', { amount: '1.00' }, { key });
    expect(funding).toMatchObject(refused(409, 'idempotency_conflict', { resourceId: body.id }));
    expect(await company.balance()).toEqual({ available: '95.00', held: '5.00' });
  });

  test('a refusal does not use up the key: what was missing is brought, and the same request is accepted', async () => {
    const company = await world.company({ available: '4.99' });
    const key = randomUUID();
    expect(await company.post(path, service(), { key })).toMatchObject(refused(400, 'insufficient_funds'));
    await company.fund('0.01');
    const accepted = await company.post(path, service(), { key });
    expect(accepted).toMatchObject({ status: 201 });
    expect(accepted.headers.get('idempotent-replayed')).toBeNull();
  });

  test('twenty equal requests at once are one operation and twenty equal answers', async () => {
    const company = await world.company({ available: '1000.00' });
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 20 }, () => company.post(path, service(), { key })));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1);
    expect(await effectsOf(world, company)).toEqual({ operations: 1, holds: 1, due: 1 });
  });
});
