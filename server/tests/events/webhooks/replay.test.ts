// Replay: first counts the events, then sends exactly those.
import { stepReplay } from '@cardwright/server/events/deliveries/sql.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Company, startWorld, type World } from '../../world.ts';
import { type Driver, deliveriesOf, type Endpoint, listen, openDriver, PATH, tell, uuidOf } from './delivering.ts';
import type { Receiver } from './receiver.ts';

let world: World;
let driver: Driver;
const receivers: Receiver[] = [];
beforeAll(async () => {
  world = await startWorld();
});
afterEach(async () => {
  await driver.close();
  await Promise.all(receivers.splice(0).map((receiver) => receiver.close()));
});
afterAll(() => world?.stop());

type Answer = { count: number; replayed: boolean; code?: string; message?: string };
const replay = (company: Company, { id }: Endpoint, asked: object) =>
  company.post<Answer>(`${PATH}/${id}/replay`, asked);
const listReplayed = async (endpoint: Endpoint) => {
  const { rows } = await world.admin.query<{ status: string }>(
    `select status from webhook_deliveries where endpoint_id = $1 and replay <> '00000000-0000-0000-0000-000000000000'`,
    [uuidOf(endpoint)],
  );
  return rows;
};
const hours = (offset: number) => new Date(Date.now() + offset * 3_600_000).toISOString();

test('counts first, then sends exactly the requested events, with the same ids and bytes', async () => {
  const company = await world.company();
  driver = openDriver(world);
  const { receiver, endpoint } = await listen(company, receivers, { events: ['card.created', 'webhook.disabled'] });
  const wanted = await tell(world, company, ['card.created', 'card.updated', 'card.created']);
  await company.post(`${PATH}/${endpoint.id}/test`, undefined);
  await driver.deliver();
  const first = receiver.got.filter(({ event }) => event.type !== 'webhook.test').map(({ raw }) => raw.toString());
  receiver.got.length = 0;

  const range = { from: hours(-1), to: hours(1) };
  expect(await replay(company, endpoint, range)).toMatchObject({ status: 200, body: { count: 2, replayed: false } });
  await driver.deliver();
  expect(receiver.got).toEqual([]);
  expect(await replay(company, endpoint, { ...range, count: 3 })).toMatchObject({
    status: 409,
    body: { code: 'replay_changed', message: expect.stringContaining('2 events') },
  });
  expect(await replay(company, endpoint, { ...range, count: 2 })).toMatchObject({
    status: 200,
    body: { count: 2, replayed: true },
  });
  expect(await replay(company, endpoint, { ...range, count: 2 })).toMatchObject({
    status: 400,
    body: { code: 'replay_under_way' },
  });
  await driver.deliver();
  expect(receiver.got.map(({ raw }) => raw.toString()).toSorted()).toEqual(first.toSorted());
  expect(new Set(receiver.got.map(({ event }) => event.id))).toEqual(new Set([wanted[0], wanted[2]]));
  const again = (await deliveriesOf(company, endpoint)).filter(({ replayed }) => replayed);
  expect(again.map(({ status }) => status)).toEqual(['delivered', 'delivered']);
  // Once it has finished, it can be repeated.
  expect(await replay(company, endpoint, { ...range, count: 2 })).toMatchObject({ status: 200 });
});

test('covers the range alone: its start is inclusive, its end exclusive', async () => {
  const company = await world.company();
  driver = openDriver(world);
  const { endpoint } = await listen(company, receivers);
  await tell(world, company, ['card.created']);
  const { body } = await company.get<{ data: { createdAt: string }[] }>('/api/v1/events');
  const at = body.data[0]?.createdAt ?? '';
  const after = new Date(Date.parse(at) + 1).toISOString();
  const counts = async (from: string, to: string) => (await replay(company, endpoint, { from, to })).body.count;
  expect(await counts(at, after)).toBe(1);
  expect(await counts(hours(-1), at)).toBe(0);
  expect(await counts(after, hours(1))).toBe(0);
});

test('delivers events missed while the endpoint was disabled', async () => {
  const company = await world.company();
  driver = openDriver(world);
  const { receiver, endpoint } = await listen(company, receivers);
  const change = (status: string) => company.ask(`${PATH}/${endpoint.id}`, { method: 'PATCH', json: { status } });
  await change('disabled');
  const missed = await tell(world, company, ['card.created', 'card.updated']);
  await change('enabled');
  await driver.deliver();
  expect(receiver.got).toEqual([]);
  await replay(company, endpoint, { from: hours(-1), to: hours(1), count: 2 });
  await driver.deliver();
  expect(new Set(receiver.got.map(({ event }) => event.id))).toEqual(new Set(missed));
});

test('400 for more than ten thousand, and for a range that is none', async () => {
  const company = await world.company();
  driver = openDriver(world);
  const { endpoint } = await listen(company, receivers);
  await tell(
    world,
    company,
    Array.from({ length: 10_001 }, () => 'card.updated'),
  );
  const range = { from: hours(-1), to: hours(1) };
  expect(await replay(company, endpoint, range)).toMatchObject({ status: 400, body: { code: 'replay_too_large' } });
  expect((await replay(company, endpoint, { from: range.to, to: range.from })).body).toEqual({
    count: 0,
    replayed: false,
  });
  for (const wrong of [{ from: range.from }, { ...range, to: 'now' }, { ...range, count: -1 }, { ...range, x: 1 }])
    expect(await replay(company, endpoint, wrong)).toMatchObject({ status: 400, body: { code: 'request_invalid' } });
});

test('429 when the budget of a day is used up: deleting the endpoint gives nothing back, the next day does', async () => {
  const company = await world.company();
  driver = openDriver(world);
  await tell(
    world,
    company,
    Array.from({ length: 8_000 }, () => 'card.updated'),
  );
  const asked = { from: hours(-1), to: hours(1), count: 8_000 };
  for (let round = 0; round < 2; round++) {
    const { endpoint } = await listen(company, receivers);
    expect(await replay(company, endpoint, asked)).toMatchObject({ status: 200, body: { replayed: true } });
    await company.ask(`${PATH}/${endpoint.id}`, { method: 'DELETE' });
  }
  const { endpoint } = await listen(company, receivers);
  const refused = await replay(company, endpoint, asked);
  expect(refused).toMatchObject({ status: 429, body: { code: 'replay_budget_used', retry: 'same_key' } });
  expect(refused.body.message).toContain('8000 events, and 4000 of 20000 in 24 hours are left');
  const seconds = Number(refused.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(86_000);
  expect(seconds).toBeLessThanOrEqual(86_400);
  // Counting costs nothing, a narrower range has room, and each company has a budget of its own.
  expect((await replay(company, endpoint, { ...asked, count: undefined })).status).toBe(200);
  const other = await world.company();
  const theirs = await listen(other, receivers);
  await tell(world, other, ['card.updated']);
  expect((await replay(other, theirs.endpoint, { ...asked, count: 1 })).status).toBe(200);
  await world.admin.query(
    `update webhook_replays set created_at = created_at - interval '24 hours' where company_id = $1`,
    [company.scope.companyId],
  );
  expect((await replay(company, endpoint, asked)).status).toBe(200);
});

test('two at the same moment do not both take the last of the budget', async () => {
  const company = await world.company();
  driver = openDriver(world);
  await tell(
    world,
    company,
    Array.from({ length: 7_000 }, () => 'card.updated'),
  );
  const endpoints = await Promise.all(Array.from({ length: 6 }, () => listen(company, receivers)));
  const asked = { from: hours(-1), to: hours(1), count: 7_000 };
  const answers = await Promise.all(endpoints.map(({ endpoint }) => replay(company, endpoint, asked)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 429, 429, 429, 429]);
});

test('goes on in steps: what it asks for is sent also when a worker stops midway, and it ends with its endpoint', async () => {
  const company = await world.company();
  driver = openDriver(world);
  const { receiver, endpoint } = await listen(company, receivers, { events: ['card.created'] });
  await tell(
    world,
    company,
    Array.from({ length: 200 }, (_, n) => (n % 2 === 0 ? 'card.created' : 'card.updated')),
  );
  const asked = { from: hours(-1), to: hours(1), count: 100 };
  await driver.deliver();
  receiver.got.length = 0;
  expect((await replay(company, endpoint, asked)).status).toBe(200);
  await tell(world, company, ['card.created']); // behind the count: it is sent, but not again
  const { db } = driver.deliverer;
  expect(await stepReplay(db, { at: driver.now(), events: 50 })).toBe(true);
  const replayed = async () => (await listReplayed(endpoint)).length;
  expect(await replayed()).toBe(25);
  await driver.deliver();
  expect(new Set(receiver.got.map(({ event }) => event.id)).size).toBe(101);
  expect(receiver.got).toHaveLength(101);
  expect(new Set(receiver.got.map(({ event }) => event.type))).toEqual(new Set(['card.created']));

  expect((await replay(company, endpoint, { ...asked, count: 101 })).status).toBe(200);
  expect(await stepReplay(db, { at: driver.now(), events: 50 })).toBe(true);
  await company.ask(`${PATH}/${endpoint.id}`, { method: 'DELETE' });
  await driver.deliver();
  expect(await stepReplay(db, { at: driver.now(), events: 50 })).toBe(false);
  const statuses = (await listReplayed(endpoint)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 'canceled')).toHaveLength(25);
  expect(receiver.got).toHaveLength(101);
});
