// One company's backlogs, locks and replays never delay another's deliveries.
import { setTimeout as sleep } from 'node:timers/promises';
import { fanOut } from '@cardwright/server/events/deliveries/fan-out.ts';
import { openSemaphore } from '@cardwright/server/events/deliveries/semaphore.ts';
import { stepReplay, takeWebhooks } from '@cardwright/server/events/deliveries/sql.ts';
import { startDelivering } from '@cardwright/server/events/deliveries/work.ts';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { until } from '../../until.ts';
import { type Company, startWorld, type World } from '../../world.ts';
import {
  type Delivery,
  type Driver,
  deliveriesOf,
  type Endpoint,
  listen,
  openDriver,
  PATH,
  tell,
  uuidOf,
} from './delivering.ts';
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
  await world.admin.query(`update webhook_endpoints set status = 'deleted', next_at = null`);
});
afterAll(() => world?.stop());

/** Puts deliveries of past events into the table, as many as replays make. */
const fill = (company: Company, endpoint: Endpoint, { count, status }: { count: number; status: string }) =>
  world.admin.query(
    `insert into webhook_deliveries (company_id, environment, id, endpoint_id, sequence, event_id, event_type, replay, status, next_at,
                                     finished_at, created_at)
     select $1, 'sandbox', new_id(), $2, n, new_id(), 'card.updated', new_id(), $4, case when $4 = 'pending' then now() end,
            case when $4 <> 'pending' then now() end, now()
       from generate_series(1, $3::integer) as n`,
    [company.scope.companyId, uuidOf(endpoint), count, status],
  );
const isSome = (count: number) => count > 0;
const remove = (company: Company, { id }: Endpoint) => company.ask(`${PATH}/${id}`, { method: 'DELETE' });
const pendingTo = async (endpoint: Endpoint) => {
  const { rows } = await world.admin.query<{ count: number }>(
    `select count(*)::integer as count from webhook_deliveries where endpoint_id = $1 and status = 'pending'`,
    [uuidOf(endpoint)],
  );
  return rows[0]?.count;
};

/** Locks an endpoint, as somebody does who hangs in the middle of changing it. */
async function lock(endpoint: Endpoint): Promise<pg.Client> {
  const client = new pg.Client(world.stack.databaseUrl);
  await client.connect();
  await client.query('begin');
  await client.query('select from webhook_endpoints where id = $1 for no key update', [uuidOf(endpoint)]);
  return client;
}

test('deleting endpoints with 50,000 deliveries leaves the deliveries of others as quick as they were', async () => {
  driver = openDriver(world);
  const [busy, other] = [await world.company(), await world.company()];
  const { receiver } = await listen(other, receivers);
  const old = await listen(busy, receivers);
  await fill(busy, old.endpoint, { count: 20_000, status: 'delivered' });
  await world.admin.query('analyze webhook_deliveries'); // nothing was pending when Postgres last counted
  const gone = [await listen(busy, receivers), await listen(busy, receivers), await listen(busy, receivers)];
  for (const { endpoint } of gone) {
    await fill(busy, endpoint, { count: 17_000, status: 'pending' });
    await world.admin.query('update webhook_endpoints set next_at = now() where id = $1', [uuidOf(endpoint)]);
    expect((await remove(busy, endpoint)).status).toBe(200);
  }
  const errors: unknown[] = [];
  const delivering = startDelivering({ ...driver.deliverer, onError: (error) => errors.push(error) });
  try {
    await sleep(1_000);
    const from = performance.now();
    await tell(world, other, ['card.created']);
    await until(() => receiver.got.length, isSome);
    expect(performance.now() - from).toBeLessThan(3_000);
    for (const { endpoint } of gone)
      await until(
        () => pendingTo(endpoint),
        (count) => count === 0,
      );
    expect(errors).toEqual([]);
  } finally {
    await delivering.stop();
  }
});

test('a locked endpoint holds up neither the handing on nor the noting of others', async () => {
  driver = openDriver(world);
  const [stuck, other] = [await world.company(), await world.company()];
  const held = await listen(stuck, receivers);
  const { receiver, endpoint } = await listen(other, receivers);
  held.receiver.answer({ afterMs: 500 });
  const delivering = startDelivering(driver.deliverer);
  let hanging: pg.Client | undefined;
  try {
    await tell(world, stuck, ['card.created']);
    await until(() => held.receiver.got.length, isSome);
    hanging = await lock(held.endpoint); // while its attempt is under way: neither that nor the next event can be stored
    await tell(world, stuck, ['card.created']);
    await sleep(1_000);
    await tell(world, other, ['card.created']);
    await until(() => receiver.got.length, isSome);
    await until(
      () => deliveriesOf(other, endpoint),
      ([first]) => first?.status === 'delivered',
    );
    await hanging.query('rollback');
    const areDelivered = (all: Delivery[]) => all.filter(({ status }) => status === 'delivered').length === 2;
    await until(() => deliveriesOf(stuck, held.endpoint), areDelivered);
    expect(held.receiver.got).toHaveLength(2);
  } finally {
    await hanging?.end();
    await delivering.stop();
  }
});

test('a replay that fails is put off, and those of others go on', async () => {
  driver = openDriver(world);
  const companies = [await world.company(), await world.company()];
  const range = { from: new Date(Date.now() - 3_600_000), to: new Date(Date.now() + 3_600_000) };
  const endpoints: Endpoint[] = [];
  for (const company of companies) {
    const { endpoint } = await listen(company, receivers);
    endpoints.push(endpoint);
    await tell(world, company, ['card.updated', 'card.created']);
    expect((await company.post(`${PATH}/${endpoint.id}/replay`, { ...range, count: 2 })).status).toBe(200);
  }
  const [poisoned = '', healthy] = [endpoints[0] && uuidOf(endpoints[0]), endpoints[1]];
  await world.admin.query(`
    create function refuse_poisoned() returns trigger language plpgsql as $$ begin raise exception 'poisoned'; end $$;
    create trigger poisoned before insert or update on webhook_deliveries for each row when (new.endpoint_id = '${poisoned}')
      execute function refuse_poisoned()`);
  try {
    const at = driver.now();
    const { db } = driver.deliverer;
    await expect(stepReplay(db, { at, events: 50 })).rejects.toThrow('P0001');
    expect(await stepReplay(db, { at, events: 50 })).toBe(true);
    expect(await stepReplay(db, { at, events: 50 })).toBe(false);
    expect(healthy && (await pendingTo(healthy))).toBe(2);
  } finally {
    await world.admin.query('drop function refuse_poisoned() cascade');
  }
});

test('endpoints are taken in turns of companies: sixteen that wait do not keep a single one waiting', async () => {
  driver = openDriver(world);
  const [large, small] = [await world.company(), await world.company()];
  for (let n = 0; n < 16; n++) {
    const { endpoint } = await listen(large, receivers);
    await world.admin.query(`update webhook_endpoints set next_at = now() - interval '1 hour' where id = $1`, [
      uuidOf(endpoint),
    ]);
  }
  const { endpoint } = await listen(small, receivers);
  await world.admin.query('update webhook_endpoints set next_at = now() where id = $1', [uuidOf(endpoint)]);
  const take = (most: number) =>
    takeWebhooks(driver.deliverer.db, {
      token: crypto.randomUUID(),
      at: new Date(Date.now() + 1_000),
      leaseSeconds: 45,
      isSlow: false,
      most,
    });
  const taken = [...(await take(1)), ...(await take(1))];
  expect(taken.map(({ scope }) => scope.companyId)).toEqual([large.scope.companyId, small.scope.companyId]);
  const rest = await take(64);
  expect(rest).toHaveLength(15);
  expect(await take(64)).toEqual([]);
});

test('an endpoint with a long backlog makes room after its turn, and waits from then on', async () => {
  driver = openDriver(world);
  const company = await world.company();
  const { receiver, endpoint } = await listen(company, receivers);
  receiver.answer({ afterMs: 1_000 });
  await tell(
    world,
    company,
    Array.from({ length: 200 }, () => 'card.updated'),
  );
  await fanOut(driver.deliverer);
  const due = () =>
    world.admin
      .query<{ next_at: Date }>('select next_at from webhook_endpoints where id = $1', [uuidOf(endpoint)])
      .then(({ rows }) => rows[0]?.next_at.getTime() ?? 0);
  const before = await due();
  const delivering = startDelivering(driver.deliverer);
  try {
    await until(due, (at) => at > before + 1_000);
    expect(await pendingTo(endpoint)).toBeGreaterThan(0);
  } finally {
    await delivering.stop();
  }
});

test('owners take turns for permits', async () => {
  driver = openDriver(world);
  const permits = openSemaphore(1);
  const leave = await permits.take('large');
  const order: string[] = [];
  const waits = ['large', 'large', 'large', 'small'].map(async (owner) => {
    const done = await permits.take(owner);
    order.push(owner);
    done();
  });
  leave();
  leave(); // a second time gives nothing back
  await Promise.all(waits);
  expect(order).toEqual(['large', 'small', 'large', 'large']);
});
