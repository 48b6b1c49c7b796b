import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertHolders } from '../../rows.ts';
import { startWorld, type World } from '../../world.ts';
import { describeList, idsOf, type Listed, type ListUnderTest, minutesLater } from './list-promises.ts';

const path = '/api/v1/holders';
const kinds = ['individual', 'corporate'] as const;
const statuses = ['pending', 'active', 'blocked', 'rejected'] as const;

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const list: ListUnderTest = {
  path,
  permission: 'holders:read',
  world: () => world,
  insert: (company, createdAt) => company.insertHolder({ createdAt }),
};
describeList(list);

describe(`GET ${path}`, () => {
  test('200 shows a cardholder with every field and nothing more; no external id is empty text', async () => {
    const company = await world.company();
    const id = await company.insertHolder({ name: 'Ada Lovelace', email: 'ada@example.com' });
    expect((await company.get(path)).body).toEqual({
      data: [
        {
          id,
          name: 'Ada Lovelace',
          email: 'ada@example.com',
          kind: 'individual',
          status: 'active',
          externalId: '',
          metadata: {},
        },
      ],
    });
  });

  test('without a limit, 1,000 cardholders come whole and the 1,001st is behind a Link', async () => {
    const company = await world.company();
    const rows = (count: number) => Array.from({ length: count }, (_, index) => ({ createdAt: minutesLater(index) }));
    await insertHolders(world.admin, company.scope, rows(1_000));
    const whole = await company.get<Listed<object>>(path);
    expect(whole.body.data).toHaveLength(1_000);
    expect(whole.body).not.toHaveProperty('nextCursor');
    expect(whole.headers.get('link')).toBeNull();

    await insertHolders(world.admin, company.scope, rows(1));
    const first = await company.get<Listed<object>>(path);
    expect(first.body.data).toHaveLength(1_000);
    expect(first.headers.get('link')).toBe(`<${path}?cursor=${first.body.nextCursor}>; rel="next"`);
    expect(await idsOf(company, `${path}?cursor=${first.body.nextCursor}`)).toHaveLength(1);
  });

  test('each filter and each combination of kind, status and external id shows exactly the rows that fit', async () => {
    const company = await world.company();
    const rows: { id: string; kind: string; status: string; externalId: string }[] = [];
    for (const kind of kinds) {
      for (const status of statuses) {
        for (const externalId of ['', 'hr-7', 'a&b=c/ä']) {
          const createdAt = minutesLater(rows.length);
          const id = await company.insertHolder({ kind, status, externalId, createdAt });
          rows.unshift({ id, kind, status, externalId });
        }
      }
    }
    for (const kind of [undefined, ...kinds]) {
      for (const status of [undefined, 'active', 'rejected']) {
        for (const externalId of [undefined, '', 'hr-7', 'a&b=c/ä', 'nobody']) {
          const fits = rows.filter(
            (row) =>
              (kind ?? row.kind) === row.kind &&
              (status ?? row.status) === row.status &&
              (externalId ?? row.externalId) === row.externalId,
          );
          const asked = {
            ...(kind ? { kind } : {}),
            ...(status ? { status } : {}),
            ...(externalId === undefined ? {} : { externalId }),
          };
          const query = new URLSearchParams(asked).toString();
          expect(await idsOf(company, `${path}?${query}`), query).toEqual(fits.map(({ id }) => id));
        }
      }
    }
  });

  test('a Link repeats an external id with odd characters so that it can be followed', async () => {
    const company = await world.company();
    const externalId = 'a&b=c/ä +"<>';
    for (let index = 0; index < 2; index++) await company.insertHolder({ externalId, createdAt: minutesLater(index) });
    const { headers } = await company.get(`${path}?limit=1&externalId=${encodeURIComponent(externalId)}`);
    const next = /^<([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1] ?? '';
    expect(await idsOf(company, next)).toHaveLength(1);
  });

  test('400 for a kind that does not exist, an external id with a NUL, and one of 201 characters', async () => {
    const company = await world.company();
    for (const query of ['kind=person', 'externalId=%00', `externalId=${'x'.repeat(201)}`])
      expect(await company.get(`${path}?${query}`), query).toMatchObject({ status: 400 });
  });
});

describe(`GET ${path}/{id}`, () => {
  test('200 shows one cardholder as the list does', async () => {
    const company = await world.company();
    const id = await company.insertHolder({ externalId: 'hr-7' });
    const { body } = await company.get<Listed<object>>(path);
    expect(await company.get(`${path}/${id}`)).toMatchObject({ status: 200, body: body.data[0] });
  });

  test('401 without a key, 403 without holders:read', async () => {
    expect(await world.ask(`${path}/hold_x`)).toMatchObject({ status: 401 });
    const client = await (await world.company()).client({ scopes: ['holders:write'] });
    expect(await client.get(`${path}/hold_x`)).toMatchObject({ status: 403, body: { code: 'scope_missing' } });
  });

  test('404 for another company’s cardholder and for any text', async () => {
    const company = await world.company();
    const id = await company.insertHolder();
    const other = await world.company();
    for (const answer of [await other.get(`${path}/${id}`), await company.get(`${path}/nonsense`)])
      expect(answer).toMatchObject({ status: 404, body: { code: 'holder_not_found' } });
  });
});
