// Events are kept for 90 days. What is left has no gap, and numbers go on.
import { forgetOldEvents } from '@cardwright/server/events/log/forget.ts';
import { newUuid } from '@cardwright/server/foundation/ids.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Company, startWorld, type World } from '../../world.ts';
import { type Driver, listen, openDriver, tell, uuidOf } from './delivering.ts';
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

test('deliveries and their attempts go with them, and a deleted endpoint behind its last delivery', async () => {
  const company = await world.company();
  const { endpoint } = await listen(company, receivers);
  await tell(world, company, ['card.updated', 'card.created']);
  await driver.deliver();
  await company.ask(`/api/v1/webhook-endpoints/${endpoint.id}`, { method: 'DELETE' });
  await driver.deliver();
  const rowsOf = async (table: string, column: string) =>
    (await world.admin.query(`select 1 from ${table} where ${column} = $1`, [company.scope.companyId])).rowCount;
  await forgetOldEvents(driver.deliverer.db, KEPT_DAYS);
  expect(await rowsOf('webhook_deliveries', 'company_id')).toBe(2);
  await world.admin.query(
    'alter table webhook_attempts drop constraint webhook_attempts_company_id_environment_delivery_id_fkey',
  );
  const old = newUuid(daysAgo(91));
  for (const [table, column] of [
    ['webhook_deliveries', 'id'],
    ['webhook_attempts', 'delivery_id'],
  ])
    await world.admin.query(
      `update ${table} set ${column} = (left($2, 13) || substr(${column}::text, 14))::uuid where company_id = $1`,
      [company.scope.companyId, old],
    );
  await forgetOldEvents(driver.deliverer.db, KEPT_DAYS);
  for (const table of ['webhook_deliveries', 'webhook_attempts', 'webhook_endpoints'])
    expect(await rowsOf(table, 'company_id'), table).toBe(0);
  expect(uuidOf(endpoint)).not.toBe('');
});
