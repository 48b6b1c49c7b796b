// Sandbox requests reach the issuer once, although the worker, the issuer or a response may be lost in between.
import { randomUUID } from 'node:crypto';
import { fromId } from '@cardwright/server/foundation/ids.ts';
import type { RunningProcess } from '@cardwright/stack/processes.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openPort } from '../issuer/port.ts';
import { becomes, newHolder, order, traces } from '../operations/run/on-its-way.ts';
import { until } from '../until.ts';
import { type Company, startWorld, type World } from '../world.ts';

const transactions = '/api/v1/sandbox/transactions';
const advance = '/api/v1/sandbox/clock/advance';

let world: World;
let company: Company;
let cardId: string;
let worker: RunningProcess | undefined;
beforeAll(async () => {
  world = await startWorld({ issuer: true });
  await startWorker();
  company = await world.company({ available: '100.00' });
  const id = await order(company, issue(await newHolder(company)));
  cardId = (await becomes(company, id, 'completed')).result.cardId ?? '';
  await killWorker();
});
afterAll(() => world?.stop());
afterEach(killWorker);

const { issue } = traces(() => world);

async function startWorker(): Promise<void> {
  worker = await world.stack.spawn('worker');
}

async function killWorker(): Promise<void> {
  if (worker === undefined) return;
  const ended = new Promise((resolve) => worker?.child.once('exit', resolve));
  worker.child.kill('SIGKILL');
  await ended;
  worker = undefined;
}

const wish = (more: object = {}) => ({
  cardId,
  type: 'purchase',
  amount: '1.00',
  merchant: 'Bookshop',
  country: 'DE',
  status: 'settled',
  ...more,
});

const rowsOf = async (text: string, ...values: unknown[]) => (await world.admin.query(text, values)).rows;

/** What the issuer has of a payment, and how often it told us. */
const atIssuer = async (reference: string) => ({
  payments: (await rowsOf('select 1 from issuer_sandbox.card_transactions where reference = $1', reference)).length,
  notices: (
    await rowsOf(
      `select 1 from issuer_sandbox.notifications where body::json -> 'data' ->> 'reference' = $1`,
      reference,
    )
  ).length,
});

const stateOf = async (id: string) =>
  (await rowsOf('select state from simulated_payments where id = $1', fromId('transaction', id)))[0]?.state as string;

const balance = async () => Number((await company.get<{ balance: string }>(`/api/v1/cards/${cardId}`)).body.balance);

/** The payment as it is read, once it can be. */
const arrived = (id: string) =>
  until(
    () => company.get(`/api/v1/transactions/${id}`),
    ({ status }) => status === 200,
  );

const clocksOf = async ({ id, scope }: Company) => {
  const [row] = await rowsOf(
    `select extract(epoch from b.clock_offset)::integer as ours, extract(epoch from a.ahead)::integer as issuers
       from ledger.books b left join issuer_sandbox.accounts a on a.account = $2
      where b.company_id = $1 and b.environment = 'sandbox'`,
    scope.companyId,
    id,
  );
  return row as { ours: number; issuers: number | null };
};

describe('a simulated payment', () => {
  test('is answered in time while no worker runs, with the bytes that it is read with later', async () => {
    const key = randomUUID();
    const started = performance.now();
    const answer = await company.post<{ id: string }>(transactions, wish(), { key });
    expect(performance.now() - started).toBeLessThan(15_000);
    expect(answer).toMatchObject({ status: 201, body: { status: 'settled', amount: '-1.00' } });
    expect(answer.headers.get('retry-after')).toBe('2');
    expect(await company.get(`/api/v1/transactions/${answer.body.id}`)).toMatchObject({ status: 404 });
    const before = await balance();
    await startWorker();
    expect((await arrived(answer.body.id)).text).toBe(answer.text);
    expect(await balance()).toBe(before - 1);
    const replay = await company.post(transactions, wish(), { key });
    expect(replay).toMatchObject({ status: 201, text: answer.text });
    expect(replay.headers.get('idempotent-replayed')).toBe('true');
    expect(replay.headers.get('retry-after')).toBeNull();
  });

  test('whose carrier died behind the issuer’s answer happens once, however often it is carried', async () => {
    const { body } = await company.post<{ id: string; occurredAt: string }>(transactions, wish({ amount: '2.00' }));
    const [{ issuer_token: cardToken }] = await rowsOf(
      'select issuer_token from cards where id = $1',
      fromId('card', cardId),
    );
    const issuer = openPort(world);
    const { type, status, merchant, country } = {
      type: 'purchase',
      status: 'settled',
      merchant: 'Bookshop',
      country: 'DE',
    };
    const payment = { account: company.id, reference: body.id, cardToken, type, status, merchant, country };
    for (let time = 0; time < 2; time++) {
      const told = await issuer.simulatePayment({ ...payment, amount: '2.00', occurredAt: body.occurredAt });
      expect(told).toEqual({ kind: 'done' });
    }
    expect(await stateOf(body.id)).toBe('waiting');
    const before = await balance();
    await startWorker();
    await arrived(body.id);
    await until(
      () => stateOf(body.id),
      (state) => state === 'carried',
    );
    expect(await atIssuer(body.id)).toEqual({ payments: 1, notices: 1 });
    expect(await balance()).toBe(before - 2);
    // Told once more after it changed there, it stays as it is.
    const shown = `update issuer_sandbox.card_transactions set status = 'reversed' where reference = $1`;
    await rowsOf(shown, body.id);
    await issuer.simulatePayment({ ...payment, amount: '2.00', occurredAt: body.occurredAt });
    expect(await rowsOf('select status from issuer_sandbox.card_transactions where reference = $1', body.id)).toEqual([
      { status: 'reversed' },
    ]);
    await issuer.close();
  });

  test('waits while the issuer is away, and happens when it is back', async () => {
    await startWorker();
    world.stack.issuer?.process.child.kill('SIGKILL');
    const { body, headers } = await company.post<{ id: string }>(transactions, wish({ amount: '3.00' }));
    expect(headers.get('retry-after')).toBe('2');
    expect(await stateOf(body.id)).toBe('waiting');
    await world.stack.issuer?.restart();
    await arrived(body.id);
    expect(await atIssuer(body.id)).toEqual({ payments: 1, notices: 1 });
  });

  test('that the issuer refuses is our mistake: 500, never a payment that will not be', async () => {
    await startWorker();
    const unknown = await company.insertCard(); // its token names nothing at the issuer
    const key = randomUUID();
    for (let time = 0; time < 2; time++) {
      const answer = await company.post(transactions, wish({ cardId: unknown }), { key });
      expect(answer).toMatchObject({ status: 500, body: { code: 'internal' } });
    }
    const states = await rowsOf(
      'select state from simulated_payments where company_id = $1 and card_id = $2',
      company.scope.companyId,
      fromId('card', unknown),
    );
    expect(states).toEqual([{ state: 'refused' }]);
  });
});

describe('a sandbox’s clock', () => {
  test('moves while no worker runs, and the issuer’s ends at the same place', async () => {
    const owner = await world.company();
    const started = performance.now();
    expect(await owner.post(advance, { seconds: 100 })).toMatchObject({ status: 200 });
    expect(performance.now() - started).toBeLessThan(15_000);
    await owner.post(advance, { seconds: 11 });
    expect(await clocksOf(owner)).toEqual({ ours: 111, issuers: null });
    await startWorker();
    await until(
      () => clocksOf(owner),
      ({ issuers }) => issuers === 111,
    );
    expect(await owner.post(advance, { seconds: 9 })).toMatchObject({ status: 200 });
    expect(await clocksOf(owner)).toEqual({ ours: 120, issuers: 120 });
  });

  test('whose carrier died behind the issuer’s answer moves nothing twice', async () => {
    const owner = await world.company();
    await owner.post(advance, { seconds: 50 });
    const issuer = openPort(world);
    for (let time = 0; time < 2; time++) expect(await issuer.putClock(owner.id, 50)).toEqual({ kind: 'done' });
    await issuer.close();
    await startWorker();
    const unfollowed = 'select 1 from clock_advances where company_id = $1 and followed_at is null';
    await until(
      () => rowsOf(unfollowed, owner.scope.companyId),
      ({ length }) => length === 0,
    );
    expect(await clocksOf(owner)).toEqual({ ours: 50, issuers: 50 });
  });

  test('that an old carrier tells late does not go back', async () => {
    const owner = await world.company();
    const issuer = openPort(world);
    await issuer.putClock(owner.id, 500);
    expect(await issuer.putClock(owner.id, 100)).toEqual({ kind: 'done' });
    await issuer.close();
    expect((await clocksOf(owner)).issuers).toBe(500);
  });

  test('follows when the issuer is back, and workers are killed in between', async () => {
    const owner = await world.company();
    world.stack.issuer?.process.child.kill('SIGKILL');
    for (let time = 1; time <= 3; time++) {
      await startWorker();
      expect(await owner.post(advance, { seconds: 10 * time })).toMatchObject({ status: 200 });
      await killWorker();
    }
    await world.stack.issuer?.restart();
    await startWorker();
    await until(
      () => clocksOf(owner),
      ({ issuers }) => issuers === 60,
    );
    expect(await clocksOf(owner)).toEqual({ ours: 60, issuers: 60 });
  });
});
