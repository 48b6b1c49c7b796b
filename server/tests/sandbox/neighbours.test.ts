// Requests of one sandbox delay nobody else's: neither many of them, nor one that fails.
import { fromId } from '@cardwright/server/foundation/ids.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { becomes, newHolder, order, traces } from '../operations/run/on-its-way.ts';
import { until } from '../until.ts';
import { type Company, startWorld, type World } from '../world.ts';

/** More than a worker of one loop for all would carry within the time that a client waits. */
const BACKLOG = 3_000;

let world: World;
beforeAll(async () => {
  world = await startWorld({ issuer: true, workers: 1 });
});
afterAll(() => world?.stop());

const { issue } = traces(() => world);

const rowsOf = async <Row extends object>(text: string, ...values: unknown[]) =>
  (await world.admin.query<Row>(text, values)).rows;

/** A company with a card that the issuer knows. */
async function withCard(): Promise<{ company: Company; cardId: string }> {
  const company = await world.company({ available: '100.00' });
  const id = await order(company, issue(await newHolder(company)));
  return { company, cardId: (await becomes(company, id, 'completed')).result.cardId ?? '' };
}

/** Puts in simulated payments that wait for a worker. */
const ask = ({ company, cardId }: { company: Company; cardId: string }, count: number, merchant = 'Bookshop') =>
  rowsOf(
    `insert into simulated_payments (company_id, environment, id, card_id, type, status, amount, merchant, country, description, occurred_at,
                                     asked_at, state)
     select $1, 'sandbox', gen_random_uuid(), $2, 'purchase', 'settled', -1, $4, 'DE', '', now(), now(), 'waiting'
       from generate_series(1, $3)`,
    company.scope.companyId,
    fromId('card', cardId),
    count,
    merchant,
  );

const waiting = async ({ scope }: Company) =>
  await rowsOf<{ attempts: number; last_error: string; is_parked: boolean; in_seconds: number }>(
    `select attempts, last_error, parked_at is not null as is_parked, extract(epoch from next_at - clock_timestamp())::float8 as in_seconds
         from simulated_payments where company_id = $1 and state = 'waiting'`,
    scope.companyId,
  );

const wish = (cardId: string) => ({ cardId, type: 'purchase', amount: '1.00', merchant: 'Cafe', country: 'DE' });

test('thousands of requests of one company delay no other’s payment and no clock', async () => {
  const [busy, calm] = [await withCard(), await withCard()];
  await ask(busy, BACKLOG);
  const payment = await calm.company.post('/api/v1/sandbox/transactions', wish(calm.cardId));
  expect(payment).toMatchObject({ status: 201 });
  expect(payment.headers.get('retry-after')).toBeNull(); // it has come back from the issuer
  const started = performance.now();
  expect(await calm.company.post('/api/v1/sandbox/clock/advance', { seconds: 60 })).toMatchObject({ status: 200 });
  expect(performance.now() - started).toBeLessThan(4_000);
  expect((await rowsOf(`select 1 from simulated_payments where state = 'waiting' limit 1`)).length).toBe(1);
  await rowsOf(`delete from simulated_payments where state = 'waiting'`);
});

test('a request that cannot be stored is parked, and the next one of the same company goes on', async () => {
  const busy = await withCard();
  await rowsOf(`
    create function refuse_poison() returns trigger language plpgsql as $$ begin raise exception 'poison'; end $$`);
  await rowsOf(`
    create trigger refuse_poison before update of state on simulated_payments
      for each row when (new.merchant = 'Poison') execute function refuse_poison()`);
  await ask(busy, 1, 'Poison');
  const [row] = await until(
    () => waiting(busy.company),
    ([first]) => first?.is_parked === true,
  );
  expect(row).toMatchObject({ attempts: 1, last_error: 'database error P0001 (exec_stmt_raise)' });
  expect((await busy.company.post('/api/v1/sandbox/transactions', wish(busy.cardId))).status).toBe(201);
  expect(await waiting(busy.company)).toHaveLength(1);
});

test('a request that the issuer never answers backs off', async () => {
  const busy = await withCard();
  world.stack.issuer?.process.child.kill('SIGKILL');
  await ask(busy, 1);
  const [row] = await until(
    () => waiting(busy.company),
    ([first]) => (first?.attempts ?? 0) >= 3 && (first?.last_error ?? '') !== '' && (first?.in_seconds ?? 0) > 1,
  );
  expect(row).toMatchObject({ is_parked: false });
  await world.stack.issuer?.restart();
  await until(
    () => waiting(busy.company),
    ({ length }) => length === 0,
  );
});
