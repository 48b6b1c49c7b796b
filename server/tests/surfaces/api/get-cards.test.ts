import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertCards } from '../../rows.ts';
import { type Company, startWorld, type World } from '../../world.ts';
import { describeList, idsOf, type Listed, type ListUnderTest, minutesLater, noon } from './list-promises.ts';

const path = '/api/v1/cards';
const statuses = ['active', 'frozen', 'blocked', 'closed', 'expired'] as const;

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const list: ListUnderTest = {
  path,
  permission: 'cards:read',
  world: () => world,
  insert: (company, createdAt) => company.insertCard({ createdAt }),
};
describeList(list);

/** Puts many cards of one holder in at once. */
async function insertMany(company: Company, count: number): Promise<void> {
  const holderId = await company.insertHolder();
  const rows = Array.from({ length: count }, (_, index) => ({
    holderId,
    productId: world.products.card,
    createdAt: minutesLater(index),
  }));
  await insertCards(world.admin, company.scope, rows);
}

/** The path and query that a Link header points to next. */
const nextOf = (link: string | null) => /^<(\/api\/v1\/[^>]+)>; rel="next"$/.exec(link ?? '')?.[1];

describe(`GET ${path}`, () => {
  test('200 shows a masked card with every field and nothing more', async () => {
    const company = await world.company();
    const holderId = await company.insertHolder();
    const id = await company.insertCard({ holderId, name: 'Travel', last4: '0042', balance: 50_00n, createdAt: noon });
    expect((await company.get(path)).body).toEqual({
      data: [
        {
          id,
          name: 'Travel',
          holderId,
          last4: '0042',
          status: 'active',
          balance: '50.00',
          productId: world.products.card,
          createdAt: noon.toISOString(),
          limits: { perTransaction: null, perDay: null, perMonth: null },
          metadata: {},
        },
      ],
    });
  });

  test('a balance below zero shows as 0.00 and says how far it is overdrawn', async () => {
    const company = await world.company();
    const id = await company.insertCard({ balance: -1_25n });
    const { body } = await company.get<Listed<object>>(path);
    expect(body.data[0]).toMatchObject({ id, balance: '0.00', overdrawn: '1.25' });
    expect((await company.get(`${path}/${id}`)).body).toMatchObject({ balance: '0.00', overdrawn: '1.25' });
  });

  test('a balance of zero is not overdrawn', async () => {
    const company = await world.company();
    await company.insertCard({ balance: 0n });
    const { body } = await company.get<Listed<object>>(path);
    expect(body.data[0]).toMatchObject({ balance: '0.00' });
    expect(body.data[0]).not.toHaveProperty('overdrawn');
  });

  test('without a limit, 1,000 cards come whole: no Link, no nextCursor', async () => {
    const company = await world.company();
    await insertMany(company, 1_000);
    const { body, headers } = await company.get<Listed<object>>(path);
    expect(body.data).toHaveLength(1_000);
    expect(body).not.toHaveProperty('nextCursor');
    expect(headers.get('link')).toBeNull();
  });

  test('without a limit, the 1,001st card is behind a Link, whose page ends the list', async () => {
    const company = await world.company();
    await insertMany(company, 1_001);
    const first = await company.get<Listed<{ id: string }>>(path);
    expect(first.body.data).toHaveLength(1_000);
    expect(first.body.nextCursor).toEqual(expect.any(String));
    const next = nextOf(first.headers.get('link'));
    const second = await company.get<Listed<{ id: string }>>(next ?? '');
    expect(second.body.data).toHaveLength(1);
    expect(second.headers.get('link')).toBeNull();
    expect(first.body.data.map(({ id }) => id)).not.toContain(second.body.data[0]?.id);
  });

  test('with a limit, Link carries limit and filters on, and nextCursor says the same', async () => {
    const company = await world.company();
    const holderId = await company.insertHolder();
    for (let index = 0; index < 3; index++) await company.insertCard({ holderId, createdAt: minutesLater(index) });
    await company.insertCard({ holderId, status: 'frozen', createdAt: minutesLater(9) });
    const first = await company.get<Listed<{ id: string }>>(`${path}?limit=2&holderId=${holderId}&status=active`);
    const next = nextOf(first.headers.get('link')) ?? '';
    expect(Object.fromEntries(new URL(next, 'http://x').searchParams)).toEqual({
      limit: '2',
      holderId,
      status: 'active',
      cursor: first.body.nextCursor,
    });
    const second = await company.get<Listed<{ id: string }>>(next);
    expect(second.body.data).toHaveLength(1);
    expect(second.body.nextCursor).toBeNull();
    expect(second.headers.get('link')).toBeNull();
  });

  test('each filter and each combination of holder, product and status shows exactly the rows that fit', async () => {
    const company = await world.company();
    const holders = [await company.insertHolder(), await company.insertHolder()];
    const products = [world.products.card, world.products.service];
    const rows: { id: string; holderId: string; productId: string; status: string }[] = [];
    for (const holderId of holders) {
      for (const productId of products) {
        for (const status of statuses) {
          const createdAt = minutesLater(rows.length);
          const id = await company.insertCard({ holderId, productId, status, createdAt });
          rows.unshift({ id, holderId, productId, status });
        }
      }
    }
    for (const holderId of [undefined, ...holders]) {
      for (const productId of [undefined, ...products]) {
        for (const status of [undefined, 'active', 'closed']) {
          const fits = rows.filter(
            (row) =>
              (holderId ?? row.holderId) === row.holderId &&
              (productId ?? row.productId) === row.productId &&
              (status ?? row.status) === row.status,
          );
          const asked = {
            ...(holderId ? { holderId } : {}),
            ...(productId ? { productId } : {}),
            ...(status ? { status } : {}),
          };
          const query = new URLSearchParams(asked).toString();
          expect(await idsOf(company, `${path}?${query}`), query).toEqual(fits.map(({ id }) => id));
        }
      }
    }
  });

  test('ids of another kind, of another company or of no form at all match nothing', async () => {
    const company = await world.company();
    const other = await world.company();
    const cardId = await company.insertCard();
    const otherHolder = await other.insertHolder();
    for (const query of [
      `holderId=${cardId}`,
      `holderId=${otherHolder}`,
      'holderId=nonsense',
      'holderId=',
      `productId=${cardId}`,
      'productId=prod_x',
      `productId=${world.products.service}`,
    ])
      expect(await idsOf(company, `${path}?${query}`), query).toEqual([]);
  });

  test('400 for a filter with a NUL and for one of another list', async () => {
    const company = await world.company();
    for (const query of ['holderId=%00', 'productId=%00', 'type=card', 'createdFrom=2026-03-10T12:00:00Z'])
      expect(await company.get(`${path}?${query}`), query).toMatchObject({ status: 400 });
  });
});

describe(`GET ${path}/{id}`, () => {
  test('200 shows one card as the list does', async () => {
    const company = await world.company();
    const id = await company.insertCard();
    const { body } = await company.get<Listed<object>>(path);
    expect(await company.get(`${path}/${id}`)).toMatchObject({ status: 200, body: body.data[0] });
  });

  test('401 without a key, 403 without cards:read', async () => {
    expect(await world.ask(`${path}/card_x`)).toMatchObject({ status: 401 });
    const client = await (await world.company()).client({ scopes: ['cards:write'] });
    expect(await client.get(`${path}/card_x`)).toMatchObject({ status: 403, body: { code: 'scope_missing' } });
  });

  test('404 for another company’s card and for any text', async () => {
    const company = await world.company();
    const id = await company.insertCard();
    const other = await world.company();
    for (const answer of [await other.get(`${path}/${id}`), await company.get(`${path}/nonsense`)])
      expect(answer).toMatchObject({ status: 404, body: { code: 'card_not_found' } });
  });
});
