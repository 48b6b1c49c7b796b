// Freezing, unfreezing and closing cards, and their limits: the orders, and what they mean for payments.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../../server/tests/until.ts';
import { newCard, orderOn, pay } from './cards.ts';
import { startTestIssuer, type TestIssuer } from './issuer.ts';

let world: TestIssuer;
beforeAll(async () => {
  world = await startTestIssuer();
});
afterAll(() => world.stop());

const readCard = async (token: string) => (await world.ask(`/v1/cards/${token}`)).body;
const rejected = (code: string) => ({
  status: 200,
  body: { status: 'rejected', rejection: { code, message: expect.any(String) as string } },
});
const none = { perTransaction: null, perDay: null, perMonth: null };

describe('an order', () => {
  test('to freeze and to unfreeze changes the status, and nothing else', async () => {
    const token = await newCard(world);
    const before = await readCard(token);
    expect(before).toEqual({
      token,
      last4: expect.stringMatching(/^\d{4}$/) as string,
      status: 'active',
      balance: '50.00',
      limits: none,
      holder: expect.stringMatching(/^ich_/) as string,
      product: 'prod_card',
      name: 'Travel',
      issuedBy: expect.stringMatching(/^op_/) as string,
    });
    const frozen = await orderOn(world, token, 'freeze');
    expect(frozen.body).toEqual({
      reference: expect.any(String) as string,
      status: 'done',
      kind: 'freeze',
      amount: '0.00',
      currency: 'USD',
      receipt: expect.stringMatching(/^R-[0-9A-F]{12}$/) as string,
      card: { token, last4: before['last4'] },
      balance: '50.00',
    });
    expect(await readCard(token)).toEqual({ ...before, status: 'frozen' });
    expect((await orderOn(world, token, 'unfreeze')).body).toMatchObject({ status: 'done', kind: 'unfreeze' });
    expect(await readCard(token)).toEqual(before);
  });

  test('to close returns the balance, is notified under its account, and is final', async () => {
    const token = await newCard(world);
    const reference = `op_${randomUUID()}`;
    const { body, text } = await orderOn(world, token, 'close', { reference });
    expect(body).toMatchObject({ status: 'done', kind: 'close', balance: '0.00', returned: '50.00' });
    expect(await readCard(token)).toMatchObject({ status: 'closed', balance: '0.00' });
    expect((await world.ask(`/v1/orders/${reference}`)).text).toBe(text);
    const [told] = await until(
      () => world.receiver.of(reference),
      ({ length }) => length === 1,
      5_000,
    );
    expect(told).toMatchObject({ type: 'order.done', account: 'acme', verified: true, data: body });
    for (const kind of ['freeze', 'unfreeze', 'close', 'topup'])
      expect(await orderOn(world, token, kind)).toMatchObject(rejected('card_closed'));
    expect(await orderOn(world, token, 'limits', { limits: none })).toMatchObject(rejected('card_closed'));
  });

  test('on a frozen card may close it and set its limits, and may not pay into it', async () => {
    const token = await newCard(world);
    await orderOn(world, token, 'freeze');
    expect(await orderOn(world, token, 'topup')).toMatchObject(rejected('card_not_active'));
    expect(await orderOn(world, token, 'freeze')).toMatchObject(rejected('card_not_active'));
    const limits = { perTransaction: '1.00', perDay: '2.00', perMonth: null };
    expect((await orderOn(world, token, 'limits', { limits })).body).toMatchObject({ status: 'done', limits });
    expect(await readCard(token)).toMatchObject({ status: 'frozen', balance: '50.00', limits });
    expect((await orderOn(world, token, 'limits', { limits: none })).body).toMatchObject({ limits: none });
    expect((await orderOn(world, token, 'close')).body).toMatchObject({ status: 'done', returned: '50.00' });
  });

  test('that the card does not allow is rejected', async () => {
    const token = await newCard(world);
    expect(await orderOn(world, token, 'unfreeze')).toMatchObject(rejected('card_not_frozen'));
    expect(await orderOn(world, 'ict_nobody', 'freeze')).toMatchObject(rejected('card_unknown'));
    expect(await orderOn(world, await newCard(world, { account: 'other' }), 'close')).toMatchObject(
      rejected('card_unknown'),
    );
    await pay(world, token, '50.01', { status: 'settled' });
    expect(await orderOn(world, token, 'close')).toMatchObject(rejected('card_overdrawn'));
    expect(await readCard(token)).toMatchObject({ status: 'active', balance: '-0.01' });
  });

  test('happens once: the same reference again is the first answer, with other limits 409', async () => {
    const token = await newCard(world);
    const reference = `op_${randomUUID()}`;
    const limits = { ...none, perDay: '20.00' };
    const first = await orderOn(world, token, 'limits', { reference, limits });
    await orderOn(world, token, 'limits', { limits: none });
    expect((await orderOn(world, token, 'limits', { reference, limits })).text).toBe(first.text);
    expect((await orderOn(world, token, 'limits', { reference, limits: none })).status).toBe(409);
    expect(await readCard(token)).toMatchObject({ limits: none });
  });

  test('after its deadline has no effect', async () => {
    const token = await newCard(world);
    const answer = await world.ask('/v1/orders', {
      body: {
        reference: `op_${randomUUID()}`,
        kind: 'close',
        product: 'prod_card',
        amount: '0.00',
        currency: 'USD',
        card: token,
      },
      headers: { 'Issuer-Deadline': String(Math.floor(Date.now() / 1_000) - 5) },
    });
    expect(answer).toMatchObject(rejected('expired'));
    expect(await readCard(token)).toMatchObject({ status: 'active', balance: '50.00' });
  });

  test.each([
    ['an amount', 'freeze', { amount: '1.00' }],
    ['limits of a freeze', 'freeze', { limits: none }],
    ['no card', 'close', { card: undefined }],
    ['no limits', 'limits', {}],
    ['two limits', 'limits', { limits: { perDay: null, perMonth: null } }],
    ['a limit of zero', 'limits', { limits: { ...none, perDay: '0.00' } }],
    ['a limit with one decimal', 'limits', { limits: { ...none, perDay: '1.0' } }],
  ])('with %s is 400', async (_what, kind, change) => {
    expect((await orderOn(world, 'ict_some', kind, change)).status).toBe(400);
  });
});

describe('a payment that the issuer decides on', () => {
  const settled = { status: 'settled', declineReason: '' };
  const declined = (declineReason: string) => ({ status: 'declined', declineReason });

  test('is settled up to the balance, and declined above it', async () => {
    const token = await newCard(world);
    expect((await pay(world, token, '50.01')).body).toMatchObject(declined('insufficient_balance'));
    expect((await pay(world, token, '50.00')).body).toMatchObject(settled);
    expect((await pay(world, token, '0.01', { type: 'fee' })).body).toMatchObject(declined('insufficient_balance'));
    expect((await pay(world, token, '5.00', { type: 'refund' })).body).toMatchObject(settled);
    expect(await readCard(token)).toMatchObject({ balance: '5.00' });
  });

  test('is declined on a frozen or closed card, before anything else', async () => {
    const token = await newCard(world);
    await orderOn(world, token, 'freeze');
    for (const type of ['purchase', 'withdrawal', 'fee'])
      expect((await pay(world, token, '99.00', { type })).body).toMatchObject(declined('card_frozen'));
    expect((await pay(world, token, '1.00', { type: 'refund' })).body).toMatchObject(settled);
    await orderOn(world, token, 'close');
    expect((await pay(world, token, '99.00')).body).toMatchObject(declined('card_closed'));
    expect(await readCard(token)).toMatchObject({ balance: '0.00' });
  });

  test('is declined above a limit: of a payment, of the day and of the month in UTC', async () => {
    const token = await newCard(world);
    await orderOn(world, token, 'limits', { limits: { perTransaction: '10.00', perDay: '15.00', perMonth: '18.00' } });
    const at = (occurredAt: string, type = 'purchase') => ({ occurredAt, type });
    expect((await pay(world, token, '10.01', at('2026-01-31T10:00:00Z'))).body).toMatchObject(
      declined('limit_exceeded'),
    );
    expect((await pay(world, token, '10.00', at('2026-01-31T23:59:59Z'))).body).toMatchObject(settled);
    expect((await pay(world, token, '5.01', at('2026-01-31T00:00:00Z', 'withdrawal'))).body).toMatchObject(
      declined('limit_exceeded'),
    );
    expect((await pay(world, token, '3.00', at('2026-01-31T00:00:00Z', 'withdrawal'))).body).toMatchObject(settled);
    expect((await pay(world, token, '5.01', at('2026-01-01T00:00:00Z'))).body).toMatchObject(
      declined('limit_exceeded'),
    );
    expect((await pay(world, token, '9.00', at('2026-01-31T12:00:00Z', 'fee'))).body).toMatchObject(settled);
    expect((await pay(world, token, '10.00', at('2026-02-01T00:00:00Z'))).body).toMatchObject(settled);
    expect(await readCard(token)).toMatchObject({ balance: '18.00' });
  });

  test('gives back its share of a limit when it is reversed', async () => {
    const token = await newCard(world);
    await orderOn(world, token, 'limits', { limits: { ...none, perDay: '10.00' } });
    const reference = `pay_${randomUUID()}`;
    expect((await pay(world, token, '10.00', { reference, status: 'pending' })).body).toMatchObject({
      status: 'pending',
      declineReason: '',
    });
    expect((await pay(world, token, '1.00')).body).toMatchObject(declined('limit_exceeded'));
    await pay(world, token, '10.00', { reference, status: 'reversed' });
    expect((await pay(world, token, '10.00')).body).toMatchObject(settled);
  });

  test('is settled when it was pending, even on a card that was frozen since', async () => {
    const token = await newCard(world);
    const reference = `pay_${randomUUID()}`;
    await pay(world, token, '20.00', { reference, status: 'pending' });
    await orderOn(world, token, 'freeze');
    expect((await pay(world, token, '21.00', { reference })).body).toMatchObject(settled);
    expect(await readCard(token)).toMatchObject({ balance: '29.00' });
  });

  test('with a status is as told', async () => {
    const token = await newCard(world);
    expect((await pay(world, token, '1.00', { status: 'declined' })).body).toMatchObject(declined('issuer_declined'));
    await orderOn(world, token, 'freeze');
    expect((await pay(world, token, '60.00', { status: 'settled' })).body).toMatchObject(settled);
    expect(await readCard(token)).toMatchObject({ balance: '-10.00' });
  });
});

describe('money that reaches a closed card', () => {
  test('goes to the account, and its notification says how much', async () => {
    const token = await newCard(world);
    await orderOn(world, token, 'close');
    const reference = `pay_${randomUUID()}`;
    const { body } = await pay(world, token, '7.50', { type: 'refund', reference });
    expect(body).toMatchObject({ status: 'settled', amount: '7.50', returned: '7.50' });
    expect(await readCard(token)).toMatchObject({ status: 'closed', balance: '0.00' });
    const [told] = await until(
      () => world.receiver.of(reference),
      ({ length }) => length === 1,
      5_000,
    );
    expect(told).toMatchObject({ type: 'card.transaction', account: 'acme', data: body });
    const again = await pay(world, token, '7.50', { type: 'refund', reference });
    expect(again.body).not.toHaveProperty('returned');
  });

  test('covers what the card owes first', async () => {
    const token = await newCard(world);
    await orderOn(world, token, 'close');
    expect((await pay(world, token, '5.00', { status: 'settled' })).body).not.toHaveProperty('returned');
    expect(await readCard(token)).toMatchObject({ balance: '-5.00' });
    expect((await pay(world, token, '8.00', { type: 'refund' })).body).toMatchObject({ returned: '3.00' });
    expect(await readCard(token)).toMatchObject({ balance: '0.00' });
  });
});

test('the versions of the protocol are told to everybody who signs', async () => {
  expect((await world.ask('/v1/protocol')).body).toEqual({ versions: ['1.0', '1.1'] });
  expect((await world.ask('/v1/protocol', { headers: { 'Issuer-Signature': 'v2=0' } })).status).toBe(401);
});
