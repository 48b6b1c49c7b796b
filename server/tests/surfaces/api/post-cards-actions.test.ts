// What an action on a card needs to begin: the state of the card, its other operations, a key. No worker runs here.
import { randomUUID } from 'node:crypto';
import { cardActions } from '@cardwright/server/issuer/answers.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { entriesOf } from '../../operations/run/on-its-way.ts';
import { type Company, startWorld, type World } from '../../world.ts';
import { absent, refused } from './orders.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.stop());

const act = (client: Pick<Company, 'post'>, cardId: string, verb: string, more: { body?: object; key?: string } = {}) =>
  client.post<{ id: string }>(
    `/api/v1/cards/${cardId}/${verb}`,
    more.body ?? {},
    more.key === undefined ? {} : { key: more.key },
  );

/** Inserts an unfinished operation of a card. */
async function busyWith(company: Company, cardId: string, type: string, status = 'queued'): Promise<void> {
  const review = status === 'manual_review' ? { review: { reason: 'timeout', openedAt: new Date() } } : {};
  const money = type === 'topup' ? {} : { amount: 0n, fee: 0n };
  await company.insertOperation({ type, status, cardId, ...money, ...review });
}

const from = { freeze: 'active', unfreeze: 'frozen', close: 'active', limits: 'active' } as const;

describe('POST /api/v1/cards/{id}/{action}', () => {
  test.each(cardActions)('201: %s is an operation without an amount, with its card and a Location', async (verb) => {
    const company = await world.company({ available: '10.00' });
    const holderId = await company.insertHolder();
    const cardId = await company.insertCard({ status: from[verb], holderId, balance: 5_00n });
    const answer = await act(company, cardId, verb);
    expect(answer).toMatchObject({
      status: 201,
      body: {
        type: verb,
        status: 'queued',
        amount: '0.00',
        fee: '0.00',
        total: '0.00',
        result: {},
        productId: world.products.card,
        holderId,
        cardId,
        completedAt: null,
      },
    });
    expect(answer.headers.get('location')).toBe(`/api/v1/operations/${answer.body.id}`);
    expect((await company.get(`/api/v1/operations/${answer.body.id}`)).text).toBe(answer.text);
    expect(await company.balance()).toEqual({ available: '10.00', held: '0.00' });
    expect(await entriesOf(company, answer.body.id)).toEqual([]);
    expect((await company.get('/api/v1/balance')).body['holds']).toEqual([]);
  });

  test('201: limits names the limits that it sets; one that is left out is removed', async () => {
    const company = await world.company();
    const cardId = await company.insertCard();
    const answer = await act(company, cardId, 'limits', { body: { perMonth: '1000', perTransaction: '10.5' } });
    expect(answer.text).toContain('"limits":{"perTransaction":"10.50","perDay":null,"perMonth":"1000.00"}');
  });

  test.each([
    ['freeze', 'frozen', 'card_not_active'],
    ['freeze', 'blocked', 'card_not_active'],
    ['unfreeze', 'active', 'card_not_frozen'],
    ['unfreeze', 'expired', 'card_not_frozen'],
    ['limits', 'blocked', 'card_not_active'],
    ['freeze', 'closed', 'card_closed'],
    ['unfreeze', 'closed', 'card_closed'],
    ['close', 'closed', 'card_closed'],
    ['limits', 'closed', 'card_closed'],
  ])('400: %s a card that is %s is %s', async (verb, status, code) => {
    const company = await world.company();
    const cardId = await company.insertCard({ status });
    expect(await act(company, cardId, verb)).toMatchObject(refused(400, code));
  });

  test.each([
    ['freeze', 'topup', 201],
    ['freeze', 'limits', 201],
    ['freeze', 'freeze', 400],
    ['freeze', 'close', 400],
    ['unfreeze', 'topup', 201],
    ['unfreeze', 'freeze', 400],
    ['unfreeze', 'limits', 400],
    ['unfreeze', 'close', 400],
    ['limits', 'topup', 201],
    ['limits', 'freeze', 400],
    ['limits', 'limits', 400],
    ['limits', 'close', 400],
    ['close', 'topup', 400],
    ['close', 'freeze', 400],
    ['close', 'limits', 400],
    ['close', 'close', 400],
  ])('%s beside an unfinished %s: %i', async (verb, other, status) => {
    const company = await world.company();
    for (const unfinished of ['queued', 'manual_review']) {
      const cardId = await company.insertCard({ status: from[verb as keyof typeof from] });
      await busyWith(company, cardId, other, unfinished);
      const expected = status === 201 ? { status } : refused(400, 'card_busy');
      expect(await act(company, cardId, verb)).toMatchObject(expected);
    }
  });

  test('a finished operation and another card’s unfinished one do not matter', async () => {
    const company = await world.company();
    const [cardId, neighbour] = [await company.insertCard(), await company.insertCard()];
    await busyWith(company, cardId, 'freeze', 'failed');
    await busyWith(company, neighbour, 'close');
    expect(await act(company, cardId, 'close')).toMatchObject({ status: 201 });
  });

  test('a top-up beside an unfinished close is card_busy, and of a closed card card_closed', async () => {
    const company = await world.company({ available: '100.00' });
    const topup = (cardId: string) =>
      company.post('/api/v1/operations', { type: 'topup', cardId, amount: '10.00', expectedTotal: '10.02' });
    const closing = await company.insertCard();
    await busyWith(company, closing, 'close', 'manual_review');
    expect(await topup(closing)).toMatchObject(refused(400, 'card_busy'));
    expect(await topup(await company.insertCard({ status: 'closed' }))).toMatchObject(refused(400, 'card_closed'));
    expect(await topup(await company.insertCard({ status: 'frozen' }))).toMatchObject(refused(400, 'card_not_active'));
  });

  test('400: a card with a balance below zero cannot be closed', async () => {
    const company = await world.company();
    const cardId = await company.insertCard({ balance: -1n });
    expect(await act(company, cardId, 'close')).toMatchObject(refused(400, 'card_overdrawn'));
  });

  test('of forty closes at once, one is accepted', async () => {
    const company = await world.company();
    const cardId = await company.insertCard();
    const answers = await Promise.all(Array.from({ length: 40 }, () => act(company, cardId, 'close')));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(39);
  });

  test('a repeated key answers the same bytes; with another action or card it is a conflict', async () => {
    const company = await world.company();
    const [cardId, other] = [await company.insertCard(), await company.insertCard()];
    const key = randomUUID();
    const first = await act(company, cardId, 'freeze', { key });
    const again = await act(company, cardId, 'freeze', { key });
    expect([again.status, again.text]).toEqual([201, first.text]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await act(company, cardId, 'close', { key })).toMatchObject(refused(409, 'idempotency_conflict'));
    expect(await act(company, other, 'freeze', { key })).toMatchObject(refused(409, 'idempotency_conflict'));
  });

  test('400 for a body with fields, for a limit that is no amount, and without a key', async () => {
    const company = await world.company();
    const cardId = await company.insertCard();
    expect(await act(company, cardId, 'freeze', { body: { now: true } })).toMatchObject({ status: 400 });
    for (const perDay of ['-1.00', '0', '1.001', 5]) {
      expect(await act(company, cardId, 'limits', { body: { perDay } })).toMatchObject({ status: 400 });
    }
    expect(await company.post(`/api/v1/cards/${cardId}/freeze`, {}, { key: null })).toMatchObject({ status: 400 });
  });

  test('403 without cards:write; 404 for an unknown id and for another company’s card', async () => {
    const [company, stranger] = await Promise.all([world.company(), world.company()]);
    const cardId = await company.insertCard();
    const reader = await company.client({ scopes: ['cards:read', 'services:write'] });
    for (const verb of cardActions) {
      expect(await act(reader, cardId, verb)).toMatchObject(refused(403, 'scope_missing'));
      expect(await act(stranger, cardId, verb)).toMatchObject(refused(404, 'card_not_found'));
      expect(await act(company, absent('card'), verb)).toMatchObject(refused(404, 'card_not_found'));
      expect(await act(company, 'nonsense', verb)).toMatchObject(refused(404, 'card_not_found'));
    }
  });
});
