// Cardholders reach their issuer: each once, and none delayed by another company's.
import { fromId } from '@cardwright/server/foundation/ids.ts';
import type { RunningProcess } from '@cardwright/stack/processes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../client.ts';
import { until } from '../../until.ts';
import { startWorld, type World } from '../../world.ts';

/** Workers that compete for the same holders. */
const WORKERS = 3;

/** A holder must not wait for another company's longer than this. */
const WITHIN_MS = 2_000;

let world: World;
const workers: RunningProcess[] = [];
beforeAll(async () => {
  world = await startWorld({ issuer: true });
});
afterAll(() => world?.stop());

const rowsOf = async <Row extends object>(text: string, ...values: unknown[]) =>
  (await world.admin.query<Row>(text, values)).rows;

const holder = { name: 'Ada Lovelace', email: 'ada@example.com', kind: 'individual' };

/** Creates holders; their ids. */
const create = async (client: Client, count: number) =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const answer = await client.post<{ id: string }>('/api/v1/holders', holder);
      expect(answer).toMatchObject({ status: 201 });
      return answer.body.id;
    }),
  );

const statusOf = async (client: Client, id: string) =>
  (await client.get<{ status: string }>(`/api/v1/holders/${id}`)).body.status;

/** The requests about a holder that the simulated issuer has recorded, as `METHOD count`. */
const requestsAbout = async (id: string) =>
  Object.fromEntries(
    (
      await rowsOf<{ method: string; requests: number }>(
        `select method, count(*)::integer as requests from issuer_sandbox.requests where reference = $1 group by method`,
        id,
      )
    ).map(({ method, requests }) => [method, requests]),
  );

test('holders whom no issuer takes delay nobody else’s, and three workers post each once', async () => {
  const [busy, calm] = [await world.company(), await world.company()];
  const live = await busy.client({ environment: 'live' });
  const waiting = await create(live, 55); // live has no issuer
  const own = await create(busy, 20);
  while (workers.length < WORKERS) workers.push(await world.stack.spawn('worker'));
  const [id = ''] = await create(calm, 1);
  await until(
    () => statusOf(calm, id),
    (status) => status === 'active',
    WITHIN_MS,
  );
  for (const each of own) {
    await until(
      () => statusOf(busy, each),
      (status) => status === 'active',
    );
  }
  for (const each of [id, ...own]) expect(await requestsAbout(each)).toEqual({ POST: 1 });
  expect(await statusOf(live, waiting[0] ?? '')).toBe('pending');
});

test('a holder left pending is read again, later each time, and never posted again', async () => {
  const company = await world.company();
  await world.admin.query(`
    create function issuer_sandbox.leave_pending() returns trigger language plpgsql as $$
    begin
      new.answer := replace(new.answer, '"active"', '"pending"');
      return new;
    end $$;
    create trigger leave_pending before insert on issuer_sandbox.holders
      for each row execute function issuer_sandbox.leave_pending();`);
  const [id = ''] = await create(company, 1);
  await until(
    () => requestsAbout(id),
    ({ GET }) => (GET ?? 0) >= 2,
  );
  expect(await requestsAbout(id)).toMatchObject({ POST: 1 });
  expect(await statusOf(company, id)).toBe('pending');
  const [row] = await rowsOf<{ attempts: number; last_error: string; parked_at: Date | null }>(
    'select attempts, last_error, parked_at from holders where id = $1',
    fromId('holder', id),
  );
  expect(row).toMatchObject({ last_error: 'the issuer has not decided yet', parked_at: null });
  expect(row?.attempts).toBeGreaterThanOrEqual(2);
  await world.admin.query(`
    drop trigger leave_pending on issuer_sandbox.holders;
    update issuer_sandbox.holders set answer = replace(answer, '"pending"', '"active"')`);
  await until(
    () => statusOf(company, id),
    (status) => status === 'active',
  );
  expect(await requestsAbout(id)).toMatchObject({ POST: 1 });
});
