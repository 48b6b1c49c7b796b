import { randomUUID } from 'node:crypto';
import { fromId } from '@cardwright/server/foundation/ids.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Company, startWorld, type World } from '../../world.ts';
import {
  absent,
  expectNothingHappened,
  insertInactiveProduct,
  ordersOf,
  path,
  refused,
  setUsed,
  usedOf,
} from './orders.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.stop());

const { issue, service, topup } = ordersOf(() => world.products);

/** A request that is refused, made by what it does to a company. */
type Case = [expected: ReturnType<typeof refused>, what: string, order: (company: Company) => Promise<object>];

/** Everything below is wrong with these too: too little money, and a total that nobody computes. */
const wrong = { amount: '0.50', expectedTotal: '77.77' };
const fitting = { expectedTotal: undefined };

describe(`POST ${path}, refused in this order`, () => {
  const cases: Case[] = [
    [refused(404, 'holder_not_found'), 'an unknown holder', async () => issue(absent('holder'), wrong)],
    [refused(404, 'holder_not_found'), 'an id of a card as holder', async (c) => issue(await c.insertCard(), wrong)],
    [refused(404, 'holder_not_found'), 'any text as holder', async () => issue('x', wrong)],
    [
      refused(404, 'holder_not_found'),
      'another company’s holder',
      async () => issue(await (await world.company()).insertHolder(), wrong),
    ],
    [refused(404, 'card_not_found'), 'an unknown card', async () => topup(absent('card'), wrong)],
    [refused(404, 'card_not_found'), 'any text as card', async () => topup('', wrong)],
    [
      refused(404, 'card_not_found'),
      'another company’s card',
      async () => topup(await (await world.company()).insertCard(), wrong),
    ],
    [
      refused(404, 'product_not_found'),
      'an unknown product, before a holder that is blocked',
      async (c) => issue(await c.insertHolder({ status: 'blocked' }), { ...wrong, productId: absent('product') }),
    ],
    [
      refused(404, 'product_not_found'),
      'an unknown product, before a card that is frozen',
      async (c) => topup(await c.insertCard({ status: 'frozen' }), { ...wrong, productId: 'x' }),
    ],
    [
      refused(404, 'product_not_found'),
      'an unknown product for a service',
      async () => service({ productId: 'x', ...wrong }),
    ],
    ...['frozen', 'blocked', 'closed', 'expired'].map<Case>((status) => [
      refused(400, status === 'closed' ? 'card_closed' : 'card_not_active'),
      `a ${status} card, before a product that is not the card’s`,
      async (c) => topup(await c.insertCard({ status }), { ...wrong, productId: world.products.service }),
    ]),
    ...['pending', 'blocked', 'rejected'].map<Case>((status) => [
      status === 'pending' ? refused(400, 'holder_pending', { retry: 'same_key' }) : refused(400, 'holder_not_active'),
      `a ${status} holder, before a product that issues no cards`,
      async (c) => issue(await c.insertHolder({ status }), { ...wrong, productId: world.products.service }),
    ]),
    [
      refused(400, 'product_unavailable'),
      'an issue of a service product, before its amount',
      async (c) => issue(await c.insertHolder(), { ...wrong, productId: world.products.service }),
    ],
    [
      refused(400, 'product_unavailable'),
      'a product that is not offered any more, before the amount',
      async (c) => issue(await c.insertHolder(), { ...wrong, productId: await insertInactiveProduct(world) }),
    ],
    [
      refused(400, 'product_unavailable'),
      'a top-up with another product than the card’s',
      async (c) => topup(await c.insertCard(), { ...wrong, productId: await insertInactiveProduct(world) }),
    ],
    [
      refused(400, 'product_unavailable'),
      'a service of a card product',
      async () => service({ ...wrong, productId: world.products.card }),
    ],
    [
      refused(400, 'amount_below_minimum'),
      'an amount below the minimum, before the total',
      async (c) => issue(await c.insertHolder(), { ...wrong, amount: '9.99' }),
    ],
    [
      refused(400, 'amount_above_maximum'),
      'an amount above the maximum, before the total',
      async (c) => topup(await c.insertCard(), { ...wrong, amount: '1000000.01' }),
    ],
    [
      refused(409, 'quote_changed', { currentTotal: '53.10', retry: 'new_key' }),
      'another total than expected, before the quota',
      async (c) => issue(await c.insertHolder(), { expectedTotal: '53.09' }),
    ],
    [refused(400, 'quota_exceeded'), 'the quota, before the money', async (c) => issue(await c.insertHolder())],
    [refused(400, 'insufficient_funds', { retry: 'new_key' }), 'one cent too little', async () => service(fitting)],
  ];
  test.each(cases)('%o for %s', async (expected, _what, order) => {
    const company = await world.company({ kind: 'individual', available: '4.99' });
    await setUsed(world, company, 500);
    const key = randomUUID();
    expect(await company.post(path, await order(company), { key })).toMatchObject(expected);
    await expectNothingHappened(world, company, key, '4.99');
    expect(await usedOf(world, company)).toBe(500);
  });

  test('malformed comes before the permission, and the permission before a conflict', async () => {
    const company = await world.company({ available: '100.00' });
    const none = await company.client({ scopes: [] });
    const key = randomUUID();
    expect(await company.post(path, service(), { key })).toMatchObject({ status: 201 });
    for (const more of [{ note: 'x' }, { name: 'x' }])
      expect(await none.post(path, service(more), { key })).toMatchObject(refused(400, 'request_invalid'));
    const headers = { 'sandbox-scenario': 'earthquake' };
    expect(await none.post(path, service(), { key, headers })).toMatchObject(refused(400, 'scenario_invalid'));
    for (const order of [service(), issue('x')])
      expect(await none.post(path, order, { key })).toMatchObject(refused(403, 'scope_missing'));
  });

  test('a replay and a conflict come before anything that is wrong by now', async () => {
    const company = await world.company({ available: '53.10' });
    const holderId = await company.insertHolder();
    const key = randomUUID();
    const first = await company.post(path, issue(holderId), { key });
    await world.admin.query(`update holders set status = 'blocked' where id = $1`, [fromId('holder', holderId)]);
    expect(await company.post(path, issue(holderId), { key })).toMatchObject({ status: 201, text: first.text });
    const conflict = refused(409, 'idempotency_conflict');
    expect(await company.post(path, issue(absent('holder'), wrong), { key })).toMatchObject(conflict);
  });
});
