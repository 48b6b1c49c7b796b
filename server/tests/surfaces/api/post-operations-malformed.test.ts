import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWorld, type World } from '../../world.ts';
import { expectNothingHappened, ordersOf, path, refused } from './orders.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.stop());

const { issue, service, topup } = ordersOf(() => world.products);

describe(`POST ${path}, malformed`, () => {
  const holderId = 'holder_x';
  test.each<[string, () => object]>([
    ['an issue without holderId', () => ({ ...issue(holderId), holderId: undefined })],
    ['an issue without productId', () => ({ ...issue(holderId), productId: undefined })],
    ['an issue without amount', () => ({ ...issue(holderId), amount: undefined })],
    ['an issue with a cardId', () => issue(holderId, { cardId: 'card_x' })],
    ['an issue with a recipient', () => issue(holderId, { recipient: 'ada@example.com' })],
    ['a top-up without cardId', () => ({ ...topup('card_x'), cardId: undefined })],
    ['a top-up with a holderId', () => topup('card_x', { holderId })],
    ['a top-up with a recipient', () => topup('card_x', { recipient: 'ada@example.com' })],
    ['a top-up with a name', () => topup('card_x', { name: 'Travel' })],
    ['a service without recipient', () => service({ recipient: undefined })],
    ['a service without productId', () => service({ productId: undefined })],
    ['a service with an empty recipient', () => service({ recipient: '' })],
    ['a service with a holderId', () => service({ holderId })],
    ['a service with a cardId', () => service({ cardId: 'card_x' })],
    ['a service with a name', () => service({ name: 'Travel' })],
    ['no type', () => service({ type: undefined })],
    ['an unknown type', () => service({ type: 'refund' })],
    ['an unknown property', () => service({ note: 'x' })],
    ['an amount that is a number', () => service({ amount: 5 })],
    ['an amount with three decimals', () => service({ amount: '5.000' })],
    ['a negative amount', () => service({ amount: '-5.00' })],
    ['an expected total that is no amount', () => service({ expectedTotal: 'five' })],
    ['a name of 201 characters', () => issue(holderId, { name: 'x'.repeat(201) })],
    ['a name with a control character', () => issue(holderId, { name: 'a\u0000b' })],
    ['a recipient of 321 characters', () => service({ recipient: 'x'.repeat(321) })],
    ['an id that is a number', () => issue(holderId, { productId: 7 })],
    ['no object', () => []],
  ])('400 for %s', async (_what, order) => {
    const company = await world.company({ available: '100.00' });
    const key = randomUUID();
    expect(await company.post(path, order(), { key })).toMatchObject(refused(400, 'request_invalid'));
    await expectNothingHappened(world, company, key, '100.00');
  });

  test.each(['0', '0.00', '1000000000.01'])('400 amount_invalid for %s', async (amount) => {
    const company = await world.company({ available: '100.00' });
    expect(await company.post(path, service({ amount }))).toMatchObject(refused(400, 'amount_invalid'));
  });

  test('400 for a name that looks like a card number', async () => {
    const company = await world.company({ available: '100.00' });
    const key = randomUUID();
    const order = issue(await company.insertHolder(), { name: 'my 4242424242424242' });
    expect(await company.post(path, order, { key })).toMatchObject(refused(400, 'card_number_refused'));
    await expectNothingHappened(world, company, key, '100.00');
  });

  test('400 without an Idempotency-Key, with an empty one, and with one of 129 characters', async () => {
    const company = await world.company({ available: '100.00' });
    for (const key of [null, '', 'x'.repeat(129)])
      expect(await company.post(path, service(), { key })).toMatchObject(refused(400, 'idempotency_key_invalid'));
  });

  test('400 for a query parameter and for an unknown scenario', async () => {
    const company = await world.company({ available: '100.00' });
    const key = randomUUID();
    expect(await company.post(`${path}?x=1`, service(), { key })).toMatchObject(refused(400, 'request_invalid'));
    const headers = { 'sandbox-scenario': 'earthquake' };
    expect(await company.post(path, service(), { key, headers })).toMatchObject(refused(400, 'scenario_invalid'));
    await expectNothingHappened(world, company, key, '100.00');
  });

  test('413 for a body too large, 415 for another media type', async () => {
    const company = await world.company();
    expect(await company.post(path, service({ recipient: 'x'.repeat(70_000) }))).toMatchObject({ status: 413 });
    const headers = { 'content-type': 'text/plain', 'idempotency-key': randomUUID() };
    expect(await company.ask(path, { method: 'POST', raw: '{}', headers })).toMatchObject({ status: 415 });
  });
});
