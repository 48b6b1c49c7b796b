// No event is lost on its way to an endpoint, despite crashes and concurrent workers.
import { setTimeout as sleep } from 'node:timers/promises';
import { fanOut } from '@cardwright/server/events/deliveries/fan-out.ts';
import { startDelivering } from '@cardwright/server/events/deliveries/work.ts';
import { neverStopped } from '@cardwright/server/platform/work/stop.ts';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { until } from '../../until.ts';
import { startWorld, type World } from '../../world.ts';
import { type Driver, deliveriesOf, listen, openDriver, tell, uuidOf } from './delivering.ts';
import type { Receiver } from './receiver.ts';

let world: World;
const drivers: Driver[] = [];
const receivers: Receiver[] = [];
const workers: { stop(): Promise<void> }[] = [];
beforeAll(async () => {
  world = await startWorld();
});
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  await Promise.all(drivers.splice(0).map((driver) => driver.close()));
  await Promise.all(receivers.splice(0).map((receiver) => receiver.close()));
});
afterAll(() => world?.stop());

const open = () => {
  const driver = openDriver(world);
  drivers.push(driver);
  return driver;
};
const idsOf = ({ got }: Receiver) => new Set(got.map(({ event }) => event.id));

test('events that are told side by side, handed on and sent by two at once, reach every endpoint', async () => {
  const company = await world.company();
  const endpoints = [await listen(company, receivers), await listen(company, receivers)];
  const all: string[] = [];
  const [first, second] = [open(), open()];
  const told = new AbortController();
  const telling = Promise.all(
    Array.from({ length: 3 }, async () => {
      for (let round = 0; round < 15; round++)
        all.push(...(await tell(world, company, ['card.updated', 'card.created'])));
    }),
  ).finally(() => told.abort());
  const delivering = [first, second].map(async (driver) => {
    while (!told.signal.aborted) await driver.deliver();
  });
  await Promise.all([telling, ...delivering]);
  await Promise.all([first.deliver(), second.deliver()]);
  for (const { receiver, endpoint } of endpoints) {
    expect(idsOf(receiver)).toEqual(new Set(all));
    const { rows } = await world.admin.query(
      'select count(*)::int as deliveries, count(distinct sequence)::int as events from webhook_deliveries where endpoint_id = $1',
      [uuidOf(endpoint)],
    );
    expect(rows).toEqual([{ deliveries: 90, events: 90 }]);
  }
});

test('an event that commits while others are handed on is not passed over', async () => {
  const company = await world.company();
  const { receiver } = await listen(company, receivers);
  const driver = open();
  const [before = ''] = await tell(world, company, ['card.updated']);
  const slow = new pg.Client(world.stack.databaseUrl);
  await slow.connect();
  await slow.query('begin');
  const { companyId } = company.scope;
  const id = '01900000-0000-7000-8000-0000000000aa';
  await slow.query(
    `select append_events(array[$1]::uuid[], array['sandbox']::environment[], array[$2]::uuid[], array['evt_late'], array[$3],
                        array['card.created'], array['{}'], array[now()])`,
    [companyId, id, company.id],
  );
  const handing = fanOut(driver.deliverer); // waits for the counter, or does not see the event; either way it comes
  await new Promise((resolve) => setTimeout(resolve, 200));
  await slow.query('commit');
  await slow.end();
  await handing;
  const [after = ''] = await tell(world, company, ['card.updated']);
  await driver.deliver();
  expect(idsOf(receiver)).toEqual(new Set([before, 'evt_late', after]));
});

test('a worker that dies before the commit has dispatched nothing, and the next one does it', async () => {
  const company = await world.company();
  const { receiver, endpoint } = await listen(company, receivers);
  const ids = await tell(world, company, ['card.updated', 'card.created']);
  const dying = new pg.Client(world.stack.databaseUrl);
  dying.on('error', () => undefined);
  await dying.connect();
  await dying.query('begin');
  await dying.query(`select fan_out_events('00000000-0000-0000-0000-000000000000', 'sandbox', now(), 10, 10)`);
  await dying.query('select pg_terminate_backend(pg_backend_pid())').catch(() => undefined);
  expect(await deliveriesOf(company, endpoint)).toEqual([]);
  await open().deliver();
  expect(idsOf(receiver)).toEqual(new Set(ids));
});

test('after a kill in the middle of an attempt, another worker tells it again', async () => {
  const company = await world.company();
  const { receiver, endpoint } = await listen(company, receivers);
  receiver.answer({ afterMs: 'forever' });
  const killed = await world.stack.spawn('worker');
  const [id = ''] = await tell(world, company, ['operation.completed']);
  await until(
    () => receiver.got.length,
    (requests) => requests === 1,
  );
  killed.child.kill('SIGKILL');
  receiver.answer({ status: 200 });
  const next = await world.stack.spawn('worker');
  workers.push(next);
  await world.admin.query('update webhook_endpoints set lease_until = now() where id = $1', [uuidOf(endpoint)]);
  const [delivery] = await until(
    () => deliveriesOf(company, endpoint),
    ([each]) => each?.status === 'delivered',
  );
  expect(delivery).toMatchObject({ eventId: id, attempts: [{ number: 1, status: 200 }] });
  expect(receiver.got.map(({ event }) => event.id)).toEqual([id, id]);
});

test('a worker that is told to stop releases what it serves', async () => {
  const company = await world.company();
  const { receiver, endpoint } = await listen(company, receivers);
  receiver.answer({ status: 500 });
  const worker = await world.stack.spawn('worker');
  await tell(world, company, ['operation.completed']);
  await until(
    () => receiver.got.length,
    (requests) => requests >= 1,
  );
  await worker.stop();
  const { rows } = await world.admin.query(
    'select lease, next_at > now() as later from webhook_endpoints where id = $1',
    [uuidOf(endpoint)],
  );
  expect(rows).toEqual([{ lease: null, later: true }]);
});

test('a stop in the middle of a backlog: what is under way ends, nothing more is sent, and the rest arrives afterwards', async () => {
  const company = await world.company();
  const { receiver, endpoint } = await listen(company, receivers);
  receiver.answer({ afterMs: 300 });
  const ids = await tell(world, company, Array<string>(60).fill('card.updated'));
  let isStopped = false;
  const stop = { ...neverStopped, isOn: () => isStopped };
  const delivering = startDelivering({ ...open().deliverer, stop });
  workers.push(delivering);
  await until(
    () => receiver.got.length,
    (got) => got > 0,
  );
  isStopped = true;
  await sleep(1_000);
  const sent = receiver.got.length;
  expect(sent).toBeLessThan(60);
  await sleep(2_000);
  expect(receiver.got).toHaveLength(sent);
  const { rows } = await world.admin.query(
    `select count(*) filter (where d.status = 'delivered')::int as delivered, count(e.lease)::int as leased
       from webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id where e.id = $1`,
    [uuidOf(endpoint)],
  );
  expect(rows).toEqual([{ delivered: sent, leased: 0 }]);
  isStopped = false;
  await until(
    () => idsOf(receiver).size,
    (size) => size === 60,
  );
  expect(idsOf(receiver)).toEqual(new Set(ids));
  expect(receiver.got).toHaveLength(60);
});
