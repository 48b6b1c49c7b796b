// Notifications as background work: each is processed by one worker, none waits for another company's, and one that is
// poisoned parks alone.
import { randomUUID } from 'node:crypto';
import { fromId } from '@cardwright/server/foundation/ids.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newCard, purchase } from '../cards/transactions/told.ts';
import { becomes, order, traces } from '../operations/run/on-its-way.ts';
import { until } from '../until.ts';
import { startWorld, type World } from '../world.ts';
import { notify, outcomeOf, send } from './notify.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ issuer: true, workers: 2 });
});
afterAll(() => world?.stop());

const { attemptsOf, service } = traces(() => world);

const paid = (data: object) => ({ type: 'card.transaction', data });

test('two workers process each notification once', async () => {
  const company = await world.company({ available: '5.00' });
  const id = await order(company, service(), 'error_before_effect');
  await becomes(company, id, 'manual_review');
  // Each of these adds a row of evidence whenever it is processed.
  const data = { reference: id, kind: 'service', amount: '6.00', currency: 'USD', status: 'done', receipt: 'R' };
  const ids = await Promise.all(Array.from({ length: 60 }, () => send(world, { type: 'order.done', data })));
  for (const eventId of ids) expect(await outcomeOf(world, eventId)).toBe('noted');
  expect((await attemptsOf(id)).filter(({ kind }) => kind === 'notification')).toHaveLength(60);
});

test('a notification that fails for good parks alone, beside others of its batch', async () => {
  await world.admin.query(`
    create function refuse_poison() returns trigger language plpgsql as $$
      begin raise exception 'poison' using errcode = 'XX000'; end $$;
    create trigger poisoned before insert on transactions for each row when (new.merchant = 'Poison') execute function refuse_poison();`);
  const { token, balance } = await newCard(world);
  const poisoned = purchase(token, { merchant: 'Poison' });
  const ids = await Promise.all(
    [poisoned, ...Array.from({ length: 20 }, () => purchase(token, { amount: '-1.00' }))].map((data) =>
      send(world, paid(data)),
    ),
  );
  for (const id of ids.slice(1)) expect(await outcomeOf(world, id)).toBe('recorded');
  expect(await balance()).toBe('80.00');
  const parked = async () =>
    (await world.admin.query('select event_id, last_error from issuer_notifications where parked_at is not null')).rows;
  const rows = await until(parked, ({ length }) => length > 0);
  expect(rows).toEqual([{ event_id: ids[0], last_error: expect.stringContaining('XX000') }]);
  // Once its cause is gone, an operator has it tried again.
  await world.admin.query('drop trigger poisoned on transactions');
  await world.admin.query(`select unpark_work('notification', 'sandbox', null, null)`);
  expect(await outcomeOf(world, ids[0] ?? '')).toBe('recorded');
});

test('a notification about an operation has the company of the operation from the start', async () => {
  const company = await world.company({ available: '5.00' });
  const id = await order(company, service());
  await becomes(company, id, 'completed');
  const eventId = `evt_${randomUUID()}`;
  await notify(world, { id: eventId, type: 'order.done', data: { reference: id, status: 'done' } });
  const { rows } = await world.admin.query('select company_id from issuer_notifications where event_id = $1', [
    eventId,
  ]);
  expect(rows).toEqual([{ company_id: fromId('company', company.id) }]);
});

test('a backlog of one company does not delay a notification about another', async () => {
  const [busy, calm] = [await newCard(world), await newCard(world)];
  await world.admin.query(
    `with backlog as (
       insert into issuer_notifications (environment, event_id, body_digest, contradicts, key_id, signature, received_at, company_id)
       select 'sandbox', 'evt_backlog_' || n, sha256(convert_to(n::text, 'UTF8')), false, 'n1', 't=1,ed25519=AAAA',
              date_trunc('month', now()), $1
         from generate_series(1, 10000) as n
       returning environment, id, received_at)
     insert into issuer_notification_bodies select environment, id, received_at, convert_to('{}', 'UTF8') from backlog`,
    [busy.company.scope.companyId],
  );
  expect(await notify(world, paid(purchase(calm.token)))).toBe('recorded');
  const left = `select count(*)::integer as left from issuer_notifications where event_id like 'evt_backlog_%' and processed_at is null`;
  expect((await world.admin.query(left)).rows[0].left).toBeGreaterThan(5_000);
});
