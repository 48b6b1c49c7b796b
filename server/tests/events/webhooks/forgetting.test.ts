// Events are kept for 90 days. What is left has no gap, and numbers go on. Attempts are dropped by the month.
import { fanOutEvents } from '@cardwright/server/events/deliveries/sql.ts';
import { forgetOldEvents } from '@cardwright/server/events/log/forget.ts';
import { attemptsOf } from '@cardwright/server/events/webhooks/sql.ts';
import { fromId, NOBODY, newUuid } from '@cardwright/server/foundation/ids.ts';
import { readFacts } from '@cardwright/server/oversight/status/facts.ts';
import { toQuery } from '@cardwright/server/platform/db/sql.ts';
import { dropMonths, prepareMonths } from '@cardwright/server/platform/retention/months.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Company, startWorld, type World } from '../../world.ts';
import { type Driver, deliveriesOf, listen, openDriver, tell, uuidOf } from './delivering.ts';
import type { Receiver } from './receiver.ts';

let world: World;
let driver: Driver;
const receivers: Receiver[] = [];
beforeAll(async () => {
  world = await startWorld();
  driver = openDriver(world);
});
afterAll(async () => {
  await driver?.close();
  await Promise.all(receivers.map((receiver) => receiver.close()));
  await world?.stop();
});

/** The default. */
const KEPT_DAYS = 90;

const DAY_MS = 24 * 3_600_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);

/** Puts an event into the past, as if it had been told then; a company's own time may be another. */
async function tellInThePast({ scope }: Company, at: Date, shownAt = at): Promise<string> {
  const id = newUuid(at);
  await world.admin.query(
    `with counted as (
       insert into event_counters as c (company_id, environment, last) values ($1, $2, 1)
       on conflict (company_id, environment) do update set last = c.last + 1 returning last)
     insert into events select $1, $2, last, $3, 'card.updated', '{}', $4 from counted`,
    [scope.companyId, scope.environment, id, shownAt],
  );
  return id;
}
const sequencesOf = async ({ scope }: Company) => {
  const text = 'select sequence::int from events where company_id = $1 order by sequence';
  return (await world.admin.query<{ sequence: number }>(text, [scope.companyId])).rows.map(({ sequence }) => sequence);
};

test('what is older goes, a little at a time, and the rest stays without a gap', async () => {
  const companies = await Promise.all(Array.from({ length: 3 }, () => world.company()));
  const [first, second, third] = companies as [Company, Company, Company];
  for (let number = 0; number < 7; number++) await tellInThePast(first, daysAgo(91));
  // One that is a moment younger keeps whatever is behind it: a feed never has a hole.
  await tellInThePast(first, daysAgo(89));
  await tellInThePast(first, daysAgo(91));
  for (let number = 0; number < 4; number++) await tellInThePast(second, daysAgo(400));
  await tellInThePast(third, daysAgo(89.9));
  expect(await forgetOldEvents(driver.deliverer.db, KEPT_DAYS, { books: 2, rows: 3 })).toBe(11);
  expect(await sequencesOf(first)).toEqual([8, 9]);
  expect(await sequencesOf(second)).toEqual([]);
  expect(await sequencesOf(third)).toEqual([1]);
  expect(await forgetOldEvents(driver.deliverer.db, KEPT_DAYS)).toBe(0);
  await tell(world, second, ['card.updated']);
  expect(await sequencesOf(second)).toEqual([5]);
  expect((await first.get<{ data: unknown[] }>('/api/v1/events')).body.data).toHaveLength(2);
});

test('a setting keeps events for longer, and none for a shorter time than was promised', async () => {
  const company = await world.company();
  for (const age of [401, 91, 89]) await tellInThePast(company, daysAgo(age));
  await forgetOldEvents(driver.deliverer.db, 400);
  expect(await sequencesOf(company)).toEqual([2, 3]);
  await forgetOldEvents(driver.deliverer.db, 1);
  expect(await sequencesOf(company)).toEqual([3]);
});

test('a sandbox whose clock runs ahead keeps its events for 90 real days', async () => {
  const company = await world.company();
  await tellInThePast(company, daysAgo(1), daysAgo(-3_000));
  await tellInThePast(company, daysAgo(91), daysAgo(-3_000));
  await forgetOldEvents(driver.deliverer.db, KEPT_DAYS);
  expect(await sequencesOf(company)).toEqual([1, 2]);
});

test('nobody ends an event before its time, and nobody changes one', async () => {
  const company = await world.company();
  await tell(world, company, ['card.updated']);
  const where = `where company_id = '${company.scope.companyId}'`;
  await expect(world.admin.query(`delete from events ${where}`)).rejects.toThrow('kept for 90 days');
  await expect(world.admin.query(`update events set type = 'card.created' ${where}`)).rejects.toThrow('append-only');
  await expect(world.admin.query('truncate events')).rejects.toThrow('append-only');
});

/** Their whole month is over for more than 90 days. */
const LONG_AGO_DAYS = 125;

const monthOf = (at: Date) => at.toISOString().slice(0, 7).replace('-', '_');
const asOwner = (text: string) => world.admin.query(`set role cardwright_owner; ${text}; reset role`);

/** Puts the deliveries of a company and their attempts into the past. Returns the name of the attempts' part. */
async function age({ scope }: Company, at: Date): Promise<string> {
  await asOwner(`call add_month('webhook_attempts', '${at.toISOString().slice(0, 7)}-01')`);
  const moved = `(left('${newUuid(at)}', 13) || substr(%::text, 14))::uuid where company_id = '${scope.companyId}'`;
  await world.admin.query(`update webhook_deliveries set id = ${moved.replace('%', 'id')}`);
  await world.admin.query(`update webhook_attempts set delivery_id = ${moved.replace('%', 'delivery_id')}`);
  return `webhook_attempts_${monthOf(at)}`;
}
const rowsOf = async ({ scope }: Company, table: string) =>
  (await world.admin.query(`select 1 from ${table} where company_id = $1`, [scope.companyId])).rowCount;
const drop = () => dropMonths(driver.deliverer.db, { eventsDays: KEPT_DAYS, notificationBodiesDays: 730 }, 10);

test('attempts go by whole months, then their deliveries, and a deleted endpoint behind its last delivery', async () => {
  const company = await world.company();
  const { endpoint } = await listen(company, receivers);
  await tell(world, company, ['card.updated', 'card.created']);
  await driver.deliver();
  await company.ask(`/api/v1/webhook-endpoints/${endpoint.id}`, { method: 'DELETE' });
  await driver.deliver();
  const part = await age(company, daysAgo(LONG_AGO_DAYS));
  // A delivery never goes before its attempts: an erasure finds them by it.
  await forgetOldEvents(driver.deliverer.db, KEPT_DAYS);
  for (const table of ['webhook_deliveries', 'webhook_attempts']) expect(await rowsOf(company, table), table).toBe(2);
  // A setting keeps them for longer; below what was promised it changes nothing.
  expect(await dropMonths(driver.deliverer.db, { eventsDays: 400, notificationBodiesDays: 730 })).toEqual([]);
  expect(await dropMonths(driver.deliverer.db, { eventsDays: 1, notificationBodiesDays: 730 })).toEqual([part]);
  await forgetOldEvents(driver.deliverer.db, KEPT_DAYS);
  for (const table of ['webhook_deliveries', 'webhook_attempts', 'webhook_endpoints'])
    expect(await rowsOf(company, table), table).toBe(0);
  expect(uuidOf(endpoint)).not.toBe('');
});

test('a month stays while one of its deliveries is pending; dropping it waits for readers of the table', async () => {
  const company = await world.company();
  await listen(company, receivers);
  await tell(world, company, ['card.updated']);
  await driver.deliver();
  const part = await age(company, daysAgo(LONG_AGO_DAYS));
  const where = `where company_id = '${company.scope.companyId}'`;
  await world.admin.query(
    `update webhook_deliveries set status = 'pending', next_at = now() + interval '1 day', finished_at = null ${where}`,
  );
  expect(await drop()).toEqual([]);
  await world.admin.query(
    `update webhook_deliveries set status = 'delivered', next_at = null, finished_at = now() ${where}`,
  );
  const reader = await world.admin.connect();
  await reader.query('begin; lock table webhook_attempts in access share mode');
  const dropping = drop();
  const refused = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%drop_month%'`;
  await expect.poll(async () => (await world.admin.query(refused)).rowCount, { timeout: 20_000 }).toBe(1);
  await expect.poll(async () => (await world.admin.query(refused)).rowCount, { timeout: 20_000 }).toBe(0);
  await reader.query('commit');
  reader.release();
  expect(await dropping).toEqual([part]);
});

test('a delivery and its attempts are in one part: reading attempts touches no other, with a plan for any ids', async () => {
  const company = await world.company();
  const { endpoint } = await listen(company, receivers);
  await tell(world, company, ['card.updated', 'card.created']);
  await driver.deliver();
  const ids = (await deliveriesOf(company, endpoint)).map(({ id }) => fromId('delivery', id) ?? '');
  const { text, values } = toQuery(attemptsOf(company.scope, ids));
  const client = await world.admin.connect();
  await client.query(`prepare attempts_of (uuid, environment, uuid[], uuid, uuid) as ${text}`);
  await client.query('set plan_cache_mode = force_generic_plan');
  const literals = values.map((value) =>
    client.escapeLiteral(Array.isArray(value) ? `{${value.join()}}` : String(value)),
  );
  const plan = await client.query<{ 'QUERY PLAN': string }>(
    `explain (analyze, costs off, timing off) execute attempts_of (${literals.join()})`,
  );
  client.release(true);
  const scans = plan.rows.map((line) => line['QUERY PLAN']).filter((line) => / on webhook_attempts_/.test(line));
  expect(ids).toHaveLength(2);
  expect(scans).toEqual([expect.stringContaining(`webhook_attempts_${monthOf(new Date())}_pkey`)]);
});

test('in a month without a part nothing is sent, until a worker adds it', async () => {
  const company = await world.company();
  const { receiver } = await listen(company, receivers);
  await asOwner(`drop table webhook_attempts_${monthOf(new Date())}`);
  await tell(world, company, ['card.updated']);
  const { db } = driver.deliverer;
  const handOn = () =>
    fanOutEvents(db, { companyId: NOBODY, environment: 'sandbox' }, { at: new Date(), books: 9, events: 9 });
  await expect(handOn()).rejects.toThrow(/webhook_attempts has no part for .*: prepare_months\(\) adds it/);
  expect((await readFacts(db)).monthsAhead).toBe(-1);
  expect(receiver.got).toEqual([]);
  expect(await prepareMonths(db)).toBe(1);
  expect(await prepareMonths(db)).toBe(0);
  expect((await readFacts(db)).monthsAhead).toBe(3);
  await driver.deliver();
  expect(receiver.got).toHaveLength(1);
});
