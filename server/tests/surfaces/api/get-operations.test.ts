import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Company, startWorld, type World } from '../../world.ts';
import { describeList, describeRange, idsOf, type ListUnderTest, minutesLater } from './list-promises.ts';

const path = '/api/v1/operations';
const types = ['issue', 'topup', 'service'] as const;
const statuses = ['queued', 'processing', 'completed', 'failed', 'manual_review'] as const;

/** One undecided status and one final status. */
const status = ['queued', 'completed'];

type ListPage = { data: { id: string }[]; nextCursor: string | null };
type Row = Record<string, string>;

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const list: ListUnderTest = {
  path,
  permission: 'operations:read',
  world: () => world,
  insert: (company, createdAt) => company.insertOperation({ createdAt }),
};
describeList(list);
describeRange(list, { from: 'createdFrom', to: 'createdTo' });

describe(`GET ${path}`, () => {
  test('200 answers 50 rows and a cursor unless a limit is given', async () => {
    const company = await world.company();
    for (let index = 0; index < 51; index++) await company.insertOperation({ createdAt: minutesLater(index) });
    const { body, headers } = await company.get<{ data: unknown[]; nextCursor: string }>(path);
    expect(body.data).toHaveLength(50);
    expect(body.nextCursor).toEqual(expect.any(String));
    expect(headers.get('link')).toBeNull();
    expect(await idsOf(company, `${path}?cursor=${body.nextCursor}`)).toHaveLength(1);
  });

  test('200 answers an empty list with a cursor of null', async () => {
    const company = await world.company();
    expect(await company.get(path)).toMatchObject({ status: 200, text: '{"data":[],"nextCursor":null}' });
  });

  test('each filter and each combination of two shows exactly the rows that fit', async () => {
    const company = await world.company();
    const rows: { id: string; type: string; status: string }[] = [];
    for (const [t, type] of types.entries()) {
      for (const [s, status] of statuses.entries()) {
        const review = { reason: 'timeout', openedAt: minutesLater(0) };
        const id = await company.insertOperation({ type, status, review, createdAt: minutesLater(t * 10 + s) });
        rows.unshift({ id, type, status });
      }
    }
    for (const type of [undefined, ...types]) {
      for (const status of [undefined, ...statuses]) {
        const fits = rows.filter((row) => (type ?? row.type) === row.type && (status ?? row.status) === row.status);
        const query = new URLSearchParams({ ...(type ? { type } : {}), ...(status ? { status } : {}) });
        expect(await idsOf(company, `${path}?${query.toString()}`), query.toString()).toEqual(fits.map(({ id }) => id));
      }
    }
  });

  test('a filter, a range of time and pages work together', async () => {
    const company = await world.company();
    const topups: string[] = [];
    for (let index = 0; index < 6; index++) {
      await company.insertOperation({ type: 'issue', createdAt: minutesLater(index) });
      topups.unshift(await company.insertOperation({ type: 'topup', createdAt: minutesLater(index) }));
    }
    const range = `type=topup&createdFrom=${minutesLater(1).toISOString()}&createdTo=${minutesLater(5).toISOString()}`;
    const first = await company.get<{ data: { id: string }[]; nextCursor: string }>(`${path}?${range}&limit=3`);
    const second = await idsOf(company, `${path}?${range}&limit=3&cursor=${first.body.nextCursor}`);
    expect([...first.body.data.map(({ id }) => id), ...second]).toEqual(topups.slice(1, 5));
  });

  test('each combination of card, holder, product, type and status shows exactly the rows that fit', async () => {
    const company = await world.company();
    const { rows, holders, cards } = await ordersOfTwoHolders(company);
    const products = Object.values(world.products);
    let shown = 0;
    const values = { cardId: cards.slice(1, 3), holderId: holders, productId: products, type: ['topup'], status };
    for (const asked of combinationsOf(values)) {
      const ids = await idsOf(company, `${path}?${new URLSearchParams(asked).toString()}`);
      const fits = rows.filter((row) => Object.entries(asked).every(([name, value]) => row[name] === value));
      expect(ids, JSON.stringify(asked)).toEqual(fits.map(({ id }) => id));
      shown += ids.length;
    }
    expect(shown).toBeGreaterThan(0);
  });

  test('decided and undecided operations of a card are paged in one order', async () => {
    const company = await world.company();
    const cardId = await company.insertCard();
    const ids: string[] = [];
    for (let index = 0; index < 10; index++) {
      const status = statuses[index % 4] ?? 'queued';
      ids.unshift(await company.insertOperation({ cardId, type: 'topup', status, createdAt: minutesLater(index) }));
    }
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const query: string = `cardId=${cardId}&limit=3${cursor === '' ? '' : `&cursor=${cursor}`}`;
      const page: { body: ListPage } = await company.get<ListPage>(`${path}?${query}`);
      seen.push(...page.body.data.map(({ id }) => id));
      cursor = page.body.nextCursor;
    }
    expect(seen).toEqual(ids);
  });

  test('ids of another company, of another kind and of no form at all match nothing', async () => {
    const [company, other] = [await world.company(), await world.company()];
    const { holders, cards } = await ordersOfTwoHolders(company);
    const theirs = await ordersOfTwoHolders(other);
    const filters = { cardId: theirs.cards[0], holderId: theirs.holders[0], productId: holders[0] };
    for (const [name, foreign] of Object.entries(filters))
      for (const id of [foreign, 'nonsense', '', '💸', `${cards[0]}x`])
        expect(await idsOf(company, `${path}?${name}=${encodeURIComponent(id ?? '')}`), `${name} ${id}`).toEqual([]);
  });

  test('400 for a type that does not exist, for a filter of another list and for an id with a NUL', async () => {
    const company = await world.company();
    for (const query of [
      'type=transfer',
      'type=',
      'kind=individual',
      'cardId=%00',
      'occurredFrom=2026-03-10T12:00:00Z',
    ])
      expect(await company.get(`${path}?${query}`), query).toMatchObject({ status: 400 });
  });
});

/** Two cards of each of two holders, each card with a decided and an undecided order of two types; newest first. */
async function ordersOfTwoHolders(company: Company): Promise<{ rows: Row[]; holders: string[]; cards: string[] }> {
  const rows: Row[] = [];
  const holders = [await company.insertHolder(), await company.insertHolder()];
  const cards: string[] = [];
  for (const holderId of holders) {
    for (const productId of Object.values(world.products)) {
      const cardId = await company.insertCard({ holderId, productId });
      cards.push(cardId);
      for (const type of ['issue', 'topup']) {
        for (const each of status) {
          const order = { cardId, holderId, productId, type, status: each };
          const id = await company.insertOperation({ ...order, createdAt: minutesLater(rows.length) });
          rows.unshift({ id, ...order });
        }
      }
    }
  }
  return { rows, holders, cards };
}

/** Every choice of one value or none for each filter. */
function combinationsOf(filters: Record<string, readonly string[]>): Row[] {
  let some: Row[] = [{}];
  for (const [name, values] of Object.entries(filters))
    some = some.flatMap((each) => [each, ...values.map((value) => ({ ...each, [name]: value }))]);
  return some;
}
