import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Company, startWorld, type World } from '../../world.ts';
import { describeList, describeRange, idsOf, type ListUnderTest, minutesLater, noon } from './list-promises.ts';

const path = '/api/v1/transactions';
const types = ['purchase', 'refund', 'reversal', 'withdrawal', 'fee'] as const;
const statuses = ['pending', 'settled', 'declined', 'reversed'] as const;

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const cards = new Map<Company, Promise<string>>();
/** One card for each company, made when it is first needed. */
const cardOf = (company: Company) => {
  const card = cards.get(company) ?? company.insertCard();
  cards.set(company, card);
  return card;
};

const list: ListUnderTest = {
  path,
  permission: 'operations:read',
  world: () => world,
  insert: async (company, occurredAt) => company.insertTransaction({ cardId: await cardOf(company), occurredAt }),
};
describeList(list);
describeRange(list, { from: 'occurredFrom', to: 'occurredTo' });

describe(`GET ${path}`, () => {
  test('200 shows a payment with every field, signed and with two decimals', async () => {
    const company = await world.company();
    const cardId = await cardOf(company);
    const id = await company.insertTransaction({
      cardId,
      reference: 'ISS-1',
      amount: -5n,
      description: 'Pocket edition',
      occurredAt: noon,
    });
    const { body } = await company.get(path);
    expect(body).toEqual({
      data: [
        {
          id,
          cardId,
          reference: 'ISS-1',
          type: 'purchase',
          status: 'settled',
          amount: '-0.05',
          currency: 'USD',
          merchant: 'Bookshop',
          country: 'DE',
          description: 'Pocket edition',
          occurredAt: noon.toISOString(),
          declineReason: '',
        },
      ],
      nextCursor: null,
    });
  });

  test('200 shows what is unknown as empty text, never as null', async () => {
    const company = await world.company();
    await company.insertTransaction({
      cardId: await cardOf(company),
      merchant: '',
      country: '',
      amount: 1_234_567_89n,
    });
    const { body } = await company.get<{ data: object[] }>(path);
    expect(body.data[0]).toMatchObject({ merchant: '', country: '', description: '', amount: '1234567.89' });
  });

  test('each filter and each combination of status, type and card shows exactly the rows that fit', async () => {
    const company = await world.company();
    const pair = [await company.insertCard(), await company.insertCard()];
    const rows: { id: string; cardId: string; type: string; status: string }[] = [];
    for (const [c, cardId] of pair.entries()) {
      for (const [t, type] of types.entries()) {
        for (const [s, status] of statuses.entries()) {
          const occurredAt = minutesLater(c * 100 + t * 10 + s);
          rows.unshift({
            id: await company.insertTransaction({ cardId, type, status, occurredAt }),
            cardId,
            type,
            status,
          });
        }
      }
    }
    for (const cardId of [undefined, ...pair]) {
      for (const type of [undefined, 'refund', 'fee']) {
        for (const status of [undefined, 'pending', 'reversed']) {
          const fits = rows.filter(
            (row) =>
              (cardId ?? row.cardId) === row.cardId &&
              (type ?? row.type) === row.type &&
              (status ?? row.status) === row.status,
          );
          const asked = { ...(cardId ? { cardId } : {}), ...(type ? { type } : {}), ...(status ? { status } : {}) };
          const query = new URLSearchParams(asked).toString();
          expect(await idsOf(company, `${path}?${query}`), query).toEqual(fits.map(({ id }) => id));
        }
      }
    }
  });

  test('a card of another company, an id of another kind and a text that is no id match nothing', async () => {
    const company = await world.company();
    const cardId = await cardOf(company);
    await company.insertTransaction({ cardId });
    const other = await world.company();
    const wrongPrefix = cardId.replace('card_', 'holder_');
    for (const id of [await cardOf(other), wrongPrefix, 'nonsense', cardId.toUpperCase(), '', '💸'])
      expect(await idsOf(company, `${path}?cardId=${encodeURIComponent(id)}`), id).toEqual([]);
  });

  test('a holder’s payments are those of all its cards, and of one of them with its id', async () => {
    const company = await world.company();
    const holders = [await company.insertHolder(), await company.insertHolder()];
    const rows: { id: string; cardId: string; holderId: string }[] = [];
    for (const holderId of [...holders, ...holders]) {
      const cardId = await company.insertCard({ holderId });
      const occurredAt = minutesLater(rows.length);
      rows.unshift({ id: await company.insertTransaction({ cardId, occurredAt }), cardId, holderId });
    }
    for (const holderId of holders) {
      const theirs = rows.filter((row) => row.holderId === holderId);
      expect(await idsOf(company, `${path}?holderId=${holderId}`)).toEqual(theirs.map(({ id }) => id));
      expect(await idsOf(company, `${path}?holderId=${holderId}&status=pending`)).toEqual([]);
      for (const { id, cardId, holderId: owner } of rows)
        expect(await idsOf(company, `${path}?holderId=${holderId}&cardId=${cardId}&type=purchase`)).toEqual(
          owner === holderId ? [id] : [],
        );
    }
    const stranger = await (await world.company()).insertHolder();
    for (const id of [stranger, rows[0]?.cardId ?? '', 'nonsense', ''])
      expect(await idsOf(company, `${path}?holderId=${id}`), id).toEqual([]);
  });

  test('400 for a type that does not exist, and for a card id with a NUL', async () => {
    const company = await world.company();
    for (const query of ['type=payment', 'cardId=%00', `cardId=${'x'.repeat(201)}`])
      expect(await company.get(`${path}?${query}`), query).toMatchObject({ status: 400 });
  });
});

describe(`GET ${path}/{id}`, () => {
  test('200 shows one payment as the list does', async () => {
    const company = await world.company();
    const id = await company.insertTransaction({ cardId: await cardOf(company) });
    const listed = await company.get<{ data: object[] }>(path);
    expect(await company.get(`${path}/${id}`)).toMatchObject({ status: 200, body: listed.body.data[0] });
  });

  test('403 without operations:read', async () => {
    const client = await (await world.company()).client({ scopes: ['cards:read'] });
    expect(await client.get(`${path}/txn_x`)).toMatchObject({ status: 403, body: { code: 'scope_missing' } });
  });

  test('404 for another company’s payment and for any text', async () => {
    const company = await world.company();
    const other = await world.company();
    const id = await company.insertTransaction({ cardId: await cardOf(company) });
    for (const answer of [await other.get(`${path}/${id}`), await company.get(`${path}/nonsense`)])
      expect(answer).toMatchObject({ status: 404, body: { code: 'transaction_not_found' } });
  });
});
