// Claims: one company's backlog delays no other, and a review is read by one worker only.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../until.ts';
import { startWorld, type World } from '../../world.ts';
import { becomes, order, read, traces } from './on-its-way.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ issuer: true });
});
afterAll(() => world?.stop());

const { rowsOf, service } = traces(() => world);

test('a company whose orders hang leaves room for all others', async () => {
  const [busy, other] = [await world.company({ available: '1500.00' }), await world.company({ available: '5.00' })];
  // As many as a worker has under way, and more: each hangs for 10 s.
  for (let batch = 0; batch < 10; batch++) {
    await Promise.all(Array.from({ length: 30 }, () => order(busy, service(), 'timeout_after_effect')));
  }
  const worker = await world.stack.spawn('worker');
  const started = performance.now();
  await becomes(other, await order(other, service()), 'completed');
  expect(performance.now() - started).toBeLessThan(9_000);
  const { rows } = await world.admin.query(
    `select count(*)::integer as sent from operations where company_id = $1 and status <> 'queued'`,
    [busy.scope.companyId],
  );
  expect(rows[0].sent).toBeLessThan(100); // an eighth of 256 at a time
  worker.child.kill('SIGKILL'); // nobody waits for the rest
});

test('a review that is due is read once, however many workers there are', async () => {
  const company = await world.company({ available: '5.00' });
  const workers = [await world.stack.spawn('worker'), await world.stack.spawn('worker')];
  const id = await order(company, service(), 'error_before_effect');
  await becomes(company, id, 'manual_review');
  const readsOf = async () => {
    const reads = `select count(*)::integer as reads from issuer_sandbox.requests where method = 'GET' and reference = $1`;
    return (await world.admin.query(reads, [id])).rows[0].reads as number;
  };
  for (const times of [1, 2, 3]) {
    await rowsOf('update operations set next_at = now() where id = $1', id);
    await until(
      () => rowsOf('select next_at > now() as later, lease_token from operations where id = $1', id),
      ([row]) => row?.later === true && row.lease_token === null,
    );
    expect(await readsOf()).toBe(times);
  }
  expect((await read(company, id)).body).toMatchObject({ status: 'manual_review' });
  for (const worker of workers) await worker.stop();
});

test('a sandbox clock that moves brings the next check of a review forward', async () => {
  const company = await world.company({ available: '5.00' });
  const worker = await world.stack.spawn('worker');
  const id = await order(company, service(), 'error_after_effect');
  const { review } = await becomes(company, id, 'manual_review');
  expect(Date.parse(review?.nextCheckAt ?? '')).toBeGreaterThan(Date.now() + 30_000);
  await company.post('/api/v1/sandbox/clock/advance', { seconds: 61 });
  await becomes(company, id, 'completed');
  await worker.stop();
});
