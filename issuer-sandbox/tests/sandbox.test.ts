// Sandbox calls: transfers, card transactions, time, retries, and the log of requests.
import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../../server/tests/until.ts';
import { newCard } from './cards.ts';
import { startTestIssuer, type TestIssuer } from './issuer.ts';

let world: TestIssuer;
beforeAll(async () => {
  world = await startTestIssuer();
});
afterAll(() => world.stop());

const notified = (reference: string, count = 1) =>
  until(
    () => world.receiver.of(reference),
    ({ length }) => length === count,
    5_000,
  );

describe('a deposit', () => {
  const open = async (account = 'acme') => {
    const reference = `inv_${randomUUID()}`;
    const { body } = await world.ask('/v1/deposits', { body: { reference, amount: '100.00' }, account });
    await notified(reference);
    const transfer = (amount: string, occurredAt?: string) =>
      world.ask(`/sandbox/deposits/${reference}/transfers`, { body: { amount, occurredAt }, account });
    return { reference, body, payAmount: String(body['payAmount']), transfer };
  };

  test('has a true TRON address of its own, an amount of its own and an hour', async () => {
    const { body, reference } = await open();
    const other = (await open()).body;
    expect(bytesOf(String(body['address']))).toMatchObject({ prefix: 0x41, length: 25, checks: true });
    expect(body['address']).not.toBe(other['address']);
    expect(body['payAmount']).toMatch(/^100\.\d{6}$/);
    expect(body['payAmount']).not.toBe('100.000000');
    expect(body['payAmount']).not.toBe(other['payAmount']);
    expect(body).toMatchObject({ reference, status: 'waiting', asset: 'USDT', network: 'TRON', transfers: [] });
    const minutes = (Date.parse(String(body['expiresAt'])) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(59);
    expect(minutes).toBeLessThanOrEqual(60);
  });

  test('is paid by one transfer of the exact amount, and says so', async () => {
    const { reference, payAmount, transfer } = await open();
    const answer = await transfer(payAmount);
    expect(answer.body).toMatchObject({ status: 'paid', transfers: [{ amount: payAmount }] });
    const [, paid] = await notified(reference, 2);
    expect(paid).toMatchObject({ type: 'deposit.paid', verified: true, data: answer.body });
    expect((await world.ask(`/v1/deposits/${reference}`)).text).toBe(answer.text);
  });

  test('is mismatched by another amount in time', async () => {
    const { transfer } = await open();
    expect((await transfer('99.5')).body).toMatchObject({ status: 'mismatched', transfers: [{ amount: '99.500000' }] });
  });

  test('expires in the time of its account; late is when the transfer happened, not when it was told', async () => {
    const account = `expiry-${randomUUID()}`;
    const early = await open(account);
    const late = await open(account);
    const inTime = new Date().toISOString();
    await world.ask(`/sandbox/accounts/${account}/clock`, { body: { seconds: 3_601 } });
    expect((await world.ask(`/v1/deposits/${late.reference}`, { account })).body['status']).toBe('expired');
    expect((await late.transfer(late.payAmount)).body).toMatchObject({ status: 'expired', transfers: [{}] });
    expect((await early.transfer(early.payAmount, inTime)).body['status']).toBe('paid');
    expect((await open(account)).body['status']).toBe('waiting');
  });

  test('that is not there, or another account’s, takes no transfer', async () => {
    const { reference } = await open();
    const asked = { body: { amount: '1' }, account: 'other' };
    expect((await world.ask(`/sandbox/deposits/${reference}/transfers`, asked)).status).toBe(404);
  });
});

describe('a card transaction', () => {
  test('moves the balance, is notified, and changes under the same reference', async () => {
    const token = await newCard(world);
    const reference = `pay_${randomUUID()}`;
    const purchase = { type: 'purchase', amount: '20.00', merchant: 'Cafe', country: 'DE', reference };
    const path = `/sandbox/cards/${token}/transactions`;
    const balance = async () => (await world.ask(`/v1/cards/${token}`)).body['balance'];
    expect((await world.ask(path, { body: { ...purchase, status: 'pending' } })).body).toMatchObject({
      amount: '-20.00',
    });
    expect(await balance()).toBe('30.00');
    await world.ask(path, { body: { ...purchase, amount: '21.00' } });
    expect(await balance()).toBe('29.00');
    await world.ask(path, { body: { ...purchase, amount: '21.00', status: 'reversed' } });
    expect(await balance()).toBe('50.00');
    const notifications = await notified(reference, 3);
    expect(notifications.map(({ type, data }) => [type, data['status'], data['card']])).toEqual([
      ['card.transaction', 'pending', token],
      ['card.transaction', 'settled', token],
      ['card.transaction', 'reversed', token],
    ]);
    expect((await world.ask('/sandbox/cards/ict_none/transactions', { body: purchase })).status).toBe(404);
  });

  test('that is to happen once stays as it is when it is told again, and is notified once', async () => {
    const token = await newCard(world);
    const reference = `pay_${randomUUID()}`;
    const path = `/sandbox/cards/${token}/transactions`;
    const occurredAt = '2026-10-01T12:00:00.000Z';
    const body = {
      type: 'purchase',
      amount: '20.00',
      merchant: 'Cafe',
      country: 'DE',
      reference,
      occurredAt,
      once: true,
    };
    const first = await world.ask(path, { body });
    expect(first.body).toMatchObject({ amount: '-20.00', status: 'settled', occurredAt });
    await notified(reference);
    expect((await world.ask(path, { body })).text).toBe(first.text);
    expect((await world.ask(path, { body: { ...body, status: 'reversed' } })).text).toBe(first.text);
    await world.ask('/sandbox/notifications/deliver', { body: {} });
    expect(world.receiver.of(reference)).toHaveLength(1);
    expect((await world.ask(`/v1/cards/${token}`)).body['balance']).toBe('30.00');
    expect((await world.ask(path, { body: { ...body, occurredAt: '2026-13-01T12:00:00Z' } })).status).toBe(400);
  });
});

describe('the clock of an account', () => {
  const put = (account: string, body: object) => world.ask(`/sandbox/accounts/${account}/clock`, { body });

  test('is put to a place as often as it is told, never moves back, and what was due follows by as much', async () => {
    const account = `clock-${randomUUID()}`;
    const late = `op_${randomUUID()}`;
    const body = { ...service(), reference: late };
    await world.ask('/v1/orders', { body, account, scenario: 'late_notification' });
    expect((await put(account, { aheadSeconds: 100 })).body).toEqual({ account, aheadSeconds: 100 });
    expect((await put(account, { aheadSeconds: 100 })).body).toEqual({ account, aheadSeconds: 100 });
    expect((await put(account, { aheadSeconds: 50 })).body).toEqual({ account, aheadSeconds: 100 });
    expect(world.receiver.of(late)).toHaveLength(0);
    expect((await put(account, { seconds: 20 })).body).toMatchObject({ account });
    expect((await put(account, { aheadSeconds: 3_700 })).body).toEqual({ account, aheadSeconds: 3_700 });
    await notified(late); // an hour later, in the account's time
    const { rows } = await world.admin.query(
      'select extract(epoch from ahead)::integer as ahead from issuer_sandbox.accounts where account = $1',
      [account],
    );
    expect(rows).toEqual([{ ahead: 3_700 }]);
  });

  test('moved and put at once ends at the sum, or at the place', async () => {
    const account = `clock-${randomUUID()}`;
    await Promise.all(Array.from({ length: 10 }, () => put(account, { aheadSeconds: 60 })));
    expect((await put(account, { aheadSeconds: 0 })).body).toEqual({ account, aheadSeconds: 60 });
    for (const wrong of [
      {},
      { seconds: 0 },
      { aheadSeconds: -1 },
      { seconds: 1, aheadSeconds: 1 },
      { aheadSeconds: 1.5 },
    ])
      expect((await put(account, wrong)).status).toBe(400);
  });
});

const service = () => ({
  reference: `op_${randomUUID()}`,
  kind: 'service',
  product: 'prod_service',
  amount: '1.00',
  currency: 'USD',
  recipient: 'desk@example.com',
});

describe('a notification', () => {
  test('that is not accepted comes again, the same event with a new signature, even after kill -9', async () => {
    world.receiver.answerWith(503);
    const body = service();
    await world.ask('/v1/orders', { body });
    const [first] = await until(
      () => world.receiver.of(body.reference),
      ({ length }) => length >= 1,
      5_000,
    );
    process.kill(world.issuer.process.pid, 'SIGKILL');
    world.receiver.answerWith(204);
    const before = world.receiver.of(body.reference).length;
    await world.issuer.restart();
    const all = await until(
      () => world.receiver.of(body.reference),
      ({ length }) => length > before,
      8_000,
    );
    expect(all.at(-1)).toMatchObject({ id: first?.id, verified: true });
    await world.ask('/sandbox/notifications/deliver', { body: {} });
    expect(world.receiver.of(body.reference)).toHaveLength(all.length);
  });
});

describe('the record', () => {
  test('has every request of the protocol, refused ones too, and no secret', async () => {
    const body = service();
    await world.ask('/v1/orders', { body, headers: { 'Issuer-Signature': 'v1=wrong' } });
    await world.ask('/v1/orders', { body: { ...body, amount: 'much' } });
    await world.ask(`/v1/orders/${body.reference}`);
    await world.ask('/v1/orders', { body });
    const { body: record, text } = await world.ask('/sandbox/requests');
    const latest = (record['data'] as Record<string, unknown>[]).slice(-4);
    expect(latest.map(({ method, status, signatureValid }) => [method, status, signatureValid])).toEqual([
      ['POST', 401, false],
      ['POST', 400, true],
      ['GET', 404, true],
      ['POST', 200, true],
    ]);
    expect(latest.slice(1).map(({ reference, account }) => [reference, account])).toEqual(
      Array.from({ length: 3 }, () => [body.reference, 'acme']),
    );
    expect(text).not.toContain(world.stack.secrets.issuer.requestKey.split(':')[1]);
    expect(text).not.toContain('desk@example.com');
  });

  test('has what cannot be stored as it came', async () => {
    const reference = `odd-${randomUUID()}`;
    expect((await world.ask(`/v1/orders/${reference}%00`)).status).toBe(400);
    expect(
      (await world.ask('/v1/orders', { body: { ...service(), reference: `${reference}\u0000\ud800` } })).status,
    ).toBe(400);
    const { body } = await world.ask('/sandbox/requests');
    const latest = (body['data'] as Record<string, unknown>[]).slice(-2);
    expect(latest.map((request) => request['reference'])).toEqual([`${reference}?`, `${reference}??`]);
  });

  test('comes before the answer: what cannot be written down is not answered', async () => {
    const body = service();
    await world.ask('/v1/orders', { body });
    await world.admin.query('alter table issuer_sandbox.requests rename to requests_elsewhere');
    try {
      expect(await world.ask(`/v1/orders/${body.reference}`)).toMatchObject({
        status: 500,
        body: { code: 'internal', message: 'Something went wrong.' },
      });
    } finally {
      await world.admin.query('alter table issuer_sandbox.requests_elsewhere rename to requests');
    }
    expect((await world.ask(`/v1/orders/${body.reference}`)).status).toBe(200);
  });

  test('is read in pages and counted by how often a reference came', async () => {
    const body = service();
    await world.ask('/v1/orders', { body });
    await world.ask('/v1/orders', { body });
    const { body: page } = await world.ask('/sandbox/requests?limit=1');
    const [first] = page['data'] as { id: string }[];
    const { body: next } = await world.ask(`/sandbox/requests?limit=1&after=${first?.id}`);
    expect(Number((next['data'] as { id: string }[])[0]?.id)).toBeGreaterThan(Number(first?.id));
    const { body: often } = await world.ask('/sandbox/requests/counts?atLeast=2');
    expect(often['data']).toContainEqual({ reference: body.reference, path: '/v1/orders', received: 2 });
  });
});

/** Decodes a base58check text. */
function bytesOf(address: string): { prefix: number | undefined; length: number; checks: boolean } {
  const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
  const number = address.split('').reduce((sum, letter) => sum * 58n + BigInt(alphabet.indexOf(letter)), 0n);
  const bytes = Buffer.from(number.toString(16), 'hex');
  const sha256 = (data: Buffer) => createHash('sha256').update(data).digest();
  const checks = sha256(sha256(bytes.subarray(0, -4)))
    .subarray(0, 4)
    .equals(bytes.subarray(-4));
  return { prefix: bytes[0], length: bytes.length, checks };
}
