// No worker runs here: whatever is accepted waits, until no more may wait.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../until.ts';
import { startWorld, type World } from '../../world.ts';
import { ordersOf, path, refused } from './orders.ts';

const MOST_QUEUED = 3;

let world: World;
beforeAll(async () => {
  world = await startWorld({ env: { CARDWRIGHT_MOST_QUEUED: String(MOST_QUEUED) } });
});
afterAll(() => world?.stop());

const { service } = ordersOf(() => world.products);

test('503 with Retry-After when too many operations wait; nothing happened, and later the same key is accepted', async () => {
  const company = await world.company({ available: '1000.00' });
  for (let count = 0; count < MOST_QUEUED; count++)
    expect(await company.post(path, service())).toMatchObject({ status: 201 });
  const full = await until(
    async () => {
      const key = randomUUID();
      return { key, answer: await company.post(path, service(), { key }) };
    },
    ({ answer }) => answer.status !== 201,
  );
  expect(full.answer).toMatchObject(refused(503, 'overloaded', { retry: 'same_key' }));
  expect(Number(full.answer.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await company.get(`/api/v1/idempotency-keys/${full.key}`)).toMatchObject({ status: 404 });

  // Reading, previewing and funding go on; what waits is decided, and there is room again.
  expect(await company.get(path)).toMatchObject({ status: 200 });
  expect(await company.post(`${path}/preview`, service(), { key: null })).toMatchObject({ status: 200 });
  await company.fund('1.00');
  await world.admin.query(
    `update operations set status = 'manual_review', review_reason = 'test', review_opened_at = now()`,
  );
  const accepted = await until(
    () => company.post(path, service(), { key: full.key }),
    ({ status }) => status !== 503,
  );
  expect(accepted).toMatchObject({ status: 201 });
  expect(accepted.headers.get('idempotent-replayed')).toBeNull();
});

test('a company that fills the queue is refused, and another one is still accepted', async () => {
  const [greedy, modest] = [
    await world.company({ available: '1000.00' }),
    await world.company({ available: '1000.00' }),
  ];
  await until(
    () => greedy.post(path, service()),
    ({ status }) => status === 503,
  );
  expect(await modest.post(path, service())).toMatchObject({ status: 201 });
  expect(await greedy.post(path, service())).toMatchObject(refused(503, 'overloaded', { retry: 'same_key' }));
});
