// The seventeen scenarios over real HTTP: the answer, the effect, the log entry and the notification of each.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../../server/tests/until.ts';
import { newCard } from './cards.ts';
import { startTestIssuer, type TestIssuer } from './issuer.ts';

let world: TestIssuer;
beforeAll(async () => {
  world = await startTestIssuer();
});
afterAll(() => world.stop());

const order = () => ({
  reference: `op_${randomUUID()}`,
  kind: 'service',
  product: 'prod_service',
  amount: '12.34',
  currency: 'USD',
  recipient: 'desk@example.com',
});

const deposit = () => ({ reference: `inv_${randomUUID()}`, amount: '100.00' });

const limits = async (account?: string) => ({
  reference: `op_${randomUUID()}`,
  kind: 'limits',
  product: 'prod_card',
  amount: '0.00',
  currency: 'USD',
  card: await newCard(world, account === undefined ? {} : { account }),
  limits: { perTransaction: '5.00', perDay: null, perMonth: '100.00' },
});

const close = async (account?: string) => {
  const { limits: _none, ...order } = await limits(account);
  return { ...order, kind: 'close' };
};

/** Longer than any scenario's answer but the slow one. */
const PATIENCE_MS = 1_000;

type OnRecord = {
  port: string;
  scenario: string | null;
  ending: string;
  status: number | null;
  signatureValid: boolean;
};

async function recordOf(reference: string): Promise<OnRecord[]> {
  const { body } = await world.ask(`/sandbox/requests?reference=${reference}`);
  return (body['data'] as (OnRecord & { method: string })[]).filter(({ method }) => method === 'POST');
}

/** Expects no notification about it, although everything due is sent. */
async function expectSilence(reference: string): Promise<void> {
  await world.ask('/sandbox/notifications/deliver', { body: {} });
  await sleep(50);
  expect(world.receiver.of(reference)).toEqual([]);
}

const things = [
  { name: 'an order', thing: 'order', path: '/v1/orders', make: order, good: 'done' },
  { name: 'limits of a card', thing: 'order', path: '/v1/orders', make: limits, good: 'done' },
  { name: 'closing a card', thing: 'order', path: '/v1/orders', make: close, good: 'done' },
  { name: 'a deposit', thing: 'deposit', path: '/v1/deposits', make: deposit, good: 'waiting' },
] as const;

describe.each(things)('$name', ({ thing, path, make, good }) => {
  const read = async (reference: string) => (await world.ask(`${path}/${reference}`)).body['status'];
  const notified = (reference: string, count: number) =>
    until(
      () => world.receiver.of(reference),
      ({ length }) => length === count,
      5_000,
    );

  test('without a scenario is done at once, and notified, signed', async () => {
    const body = await make();
    expect(await world.ask(path, { body })).toMatchObject({ status: 200, body: { status: good, amount: body.amount } });
    const [notification] = await notified(body.reference, 1);
    const { text } = await world.ask(`${path}/${body.reference}`);
    expect(notification).toMatchObject({ type: `${thing}.${good}`, verified: true, data: JSON.parse(text) as object });
    expect(notification?.id).toMatch(/^evt_/);
  });

  test('rejected: says so, and so does its notification', async () => {
    const body = await make();
    const answer = await world.ask(path, { body, scenario: 'rejected' });
    expect(answer).toMatchObject({ status: 200, body: { status: 'rejected', rejection: { code: 'declined' } } });
    expect(await notified(body.reference, 1)).toMatchObject([{ type: `${thing}.rejected` }]);
    expect(await read(body.reference)).toBe('rejected');
  });

  test('slow_success: answers after two seconds', async () => {
    const body = await make();
    const started = performance.now();
    expect((await world.ask(path, { body, scenario: 'slow_success' })).body['status']).toBe(good);
    expect(performance.now() - started).toBeGreaterThan(1_900);
  });

  test('notification_first: the notification is there before the answer', async () => {
    const body = await make();
    expect((await world.ask(path, { body, scenario: 'notification_first' })).body['status']).toBe(good);
    expect(world.receiver.of(body.reference)).toMatchObject([{ type: `${thing}.${good}` }]);
  });

  test('duplicate_notification: the same event twice', async () => {
    const body = await make();
    expect((await world.ask(path, { body, scenario: 'duplicate_notification' })).body['status']).toBe(good);
    const [first, second] = await notified(body.reference, 2);
    expect(first).toEqual({ ...second, at: first?.at });
  });

  test('late_notification: an hour later in the time of the account', async () => {
    const account = `late-${randomUUID()}`;
    const body = await make(account);
    expect((await world.ask(path, { body, account, scenario: 'late_notification' })).body['status']).toBe(good);
    await expectSilence(body.reference);
    await world.ask(`/sandbox/accounts/${account}/clock`, { body: { seconds: 3_599 } });
    await expectSilence(body.reference);
    await world.ask(`/sandbox/accounts/${account}/clock`, { body: { seconds: 2 } });
    expect(await notified(body.reference, 1)).toMatchObject([{ type: `${thing}.${good}` }]);
  });

  test('contradicting_notification: the answer says yes, the notification no, the read yes', async () => {
    const body = await make();
    const answer = await world.ask(path, { body, scenario: 'contradicting_notification' });
    expect(answer.body['status']).toBe(good);
    expect(world.receiver.of(body.reference)).toEqual([]);
    expect(await notified(body.reference, 1)).toMatchObject([
      {
        type: `${thing}.rejected`,
        data: { reference: body.reference, status: 'rejected', rejection: { code: 'declined' } },
      },
    ]);
    expect(await read(body.reference)).toBe(good);
  });

  test.each([
    ['timeout_before_effect', undefined, 'absent'],
    ['timeout_after_effect', undefined, good],
    ['error_before_effect', 500, 'absent'],
    ['error_after_effect', 500, good],
    ['broken_json', 200, good],
    ['cut_body', undefined, good],
    ['wrong_reference', 200, good],
    ['wrong_amount', 200, good],
    ['unknown_status', 200, good],
  ] as const)('%s: answers %s, a read says %s, and nothing is notified', async (scenario, status, found) => {
    const body = await make();
    const asked = world.ask(path, { body, scenario, timeoutMs: PATIENCE_MS });
    if (status === undefined) await expect(asked).rejects.toThrow();
    else {
      const answer = await asked;
      expect(answer.status).toBe(status);
      if (scenario === 'broken_json') expect(() => JSON.parse(answer.text) as unknown).toThrow(SyntaxError);
      if (scenario === 'wrong_reference') expect(answer.body['reference']).not.toBe(body.reference);
      if (scenario === 'wrong_amount')
        expect(answer.body).toMatchObject({ reference: body.reference, amount: `9${body.amount}` });
      if (scenario === 'unknown_status') expect(answer.body['status']).toBe('settling');
    }
    expect(await read(body.reference)).toBe(found);
    const endings: Record<string, string> = {
      timeout_before_effect: 'hung',
      timeout_after_effect: 'hung',
      cut_body: 'cut',
    };
    expect(await recordOf(body.reference)).toMatchObject([
      { port: 'main', scenario, ending: endings[scenario] ?? 'answered', signatureValid: true },
    ]);
    await expectSilence(body.reference);
  });

  test('early_close: its address takes the request, does nothing and hangs up', async () => {
    const body = await make();
    const baseUrl = world.issuer.addresses.early_close;
    const error = await world
      .ask(path, { body, scenario: 'early_close', baseUrl })
      .catch((problem: unknown) => problem);
    expect(String((error as Error).cause)).toMatch(/other side closed|ECONNRESET|hang up/);
    expect(await read(body.reference)).toBe('absent');
    expect(await recordOf(body.reference)).toMatchObject([
      { port: 'early_close', scenario: 'early_close', ending: 'closed', status: null, signatureValid: true },
    ]);
  });

  test('connection_refused: nobody ever listens at its address', async () => {
    const body = await make();
    const baseUrl = world.issuer.addresses.connection_refused;
    for (let time = 0; time < 20; time++) {
      const error = await world.ask(path, { body, baseUrl }).catch((problem: unknown) => problem);
      expect((error as Error).cause).toMatchObject({ code: 'ECONNREFUSED' });
    }
    expect(await recordOf(body.reference)).toEqual([]);
  });

  test.each(['no_such_fault', 'early_close', 'connection_refused', 'constructor'])(
    '%s is 400 here',
    async (scenario) => {
      const body = await make();
      expect((await world.ask(path, { body, scenario })).status).toBe(400);
      expect(await read(body.reference)).toBe('absent');
    },
  );
});

test('a request that hangs does not keep the process from stopping', async () => {
  const hanging = world.ask('/v1/orders', { body: order(), scenario: 'timeout_after_effect' }).catch(() => 'dropped');
  await until(
    () => world.ask('/sandbox/requests/counts'),
    ({ body }) => Number(body['requests']) > 0,
    5_000,
  );
  await sleep(100);
  const started = performance.now();
  await world.issuer.process.stop();
  expect(await hanging).toBe('dropped');
  expect(performance.now() - started).toBeLessThan(3_000);
  await world.issuer.restart();
});
