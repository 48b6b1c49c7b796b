import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWorld, type World } from '../../world.ts';
import { describeList, describeRange, idsOf, type ListUnderTest, minutesLater } from './list-promises.ts';

const path = '/api/v1/operations';
const types = ['issue', 'topup', 'service'] as const;
const statuses = ['queued', 'processing', 'completed', 'failed', 'manual_review'] as const;

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

  test('400 for a type that does not exist, and for a filter of another list', async () => {
    const company = await world.company();
    for (const query of ['type=transfer', 'type=', 'cardId=x', 'occurredFrom=2026-03-10T12:00:00Z'])
      expect(await company.get(`${path}?${query}`), query).toMatchObject({ status: 400 });
  });
});
