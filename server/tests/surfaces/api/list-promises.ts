// Tests that every list must pass, used by each list's own file.

import type { KeyScope } from '@cardwright/server/foundation/key-scopes.ts';
import { keyScopes } from '@cardwright/server/foundation/key-scopes.ts';
import { describe, expect, test } from 'vitest';
import type { Client } from '../../client.ts';
import type { Company, World } from '../../world.ts';

export type Listed<Row> = { data: Row[]; nextCursor?: string | null };

export type ListUnderTest = {
  path: string;
  /** Each of these alone is sufficient. */
  permission: KeyScope | readonly KeyScope[];
  world: () => World;
  /** Inserts a row with this time and returns its id. */
  insert: (company: Company, at: Date) => Promise<string>;
};

/** A fixed past: tests that compare times must not depend on when they run. */
export const noon = new Date('2026-03-10T12:00:00.000Z');

/** A time some minutes after noon. */
export const minutesLater = (minutes: number) => new Date(noon.getTime() + minutes * 60_000);

/** The ids in the response to a query, in order. */
export async function idsOf(client: Client, path: string): Promise<string[]> {
  const answer = await client.get<Listed<{ id: string }>>(path);
  expect(answer, path).toMatchObject({ status: 200 });
  return answer.body.data.map((row) => row.id);
}

/** Walks a list page by page; `between` runs after each page. */
async function walk(
  client: Client,
  path: string,
  limit: number,
  between: () => Promise<unknown> = async () => undefined,
): Promise<string[]> {
  const seen: string[] = [];
  let cursor: string | null | undefined;
  do {
    const from = cursor === undefined ? '' : `&cursor=${cursor}`;
    const { body } = await client.get<Listed<{ id: string }>>(`${path}?limit=${limit}${from}`);
    seen.push(...body.data.map((row) => row.id));
    cursor = body.nextCursor;
    await between();
  } while (cursor !== null && cursor !== undefined);
  return seen;
}

const cursorAt = (at: number | string, id = '018f4d2e-0000-7000-8000-000000000000') =>
  Buffer.from(`${at} ${id}`).toString('base64url');

/** Registers the tests that every list must pass. */
export function describeList(list: ListUnderTest): void {
  describe(`GET ${list.path}, as a list`, () => {
    describeWhoMayAsk(list);
    describeWhatIsRefused(list);
    describePages(list);
  });
}

function describeWhoMayAsk({ path, permission, world, insert }: ListUnderTest): void {
  test('401 without a key', async () => {
    expect(await world().ask(path)).toMatchObject({ status: 401, body: { code: 'key_invalid' } });
  });

  test('403 for a company that is not verified', async () => {
    const company = await world().company({ verification: 'pending' });
    expect(await company.get(path)).toMatchObject({ status: 403, body: { code: 'verification_required' } });
  });

  const permissions = [permission].flat();
  const words = permissions.join(' and ');
  test(`403 for a key with every permission but ${words}, 200 for a key with one of these alone`, async () => {
    const company = await world().company();
    const others = await company.client({ scopes: keyScopes.filter((scope) => !permissions.includes(scope)) });
    expect(await others.get(path)).toMatchObject({ status: 403, body: { code: 'scope_missing' } });
    for (const each of permissions) {
      const alone = await company.client({ scopes: [each] });
      expect(await alone.get(path), each).toMatchObject({ status: 200, body: { data: [] } });
    }
  });

  test('rows of another company and of the other environment are not shown', async () => {
    const company = await world().company();
    const other = await world().company();
    const mine = await insert(company, noon);
    await insert(other, noon);
    expect(await idsOf(company, path)).toEqual([mine]);
    expect(await idsOf(await company.client({ environment: 'live' }), path)).toEqual([]);
  });
}

function describeWhatIsRefused({ path, world }: ListUnderTest): void {
  const refused: [string, string][] = [
    ['a limit of 0', 'limit=0'],
    ['a limit of 101', 'limit=101'],
    ['a limit below zero', 'limit=-1'],
    ['a limit that is no number', 'limit=abc'],
    ['a limit with decimals', 'limit=1.5'],
    ['a limit in exponent form', 'limit=1e1'],
    ['an empty limit', 'limit='],
    ['a repeated limit', 'limit=10&limit=20'],
    ['a cursor that is none', 'cursor=nonsense'],
    ['an empty cursor', 'cursor='],
    ['a cursor of 201 characters', `cursor=${'A'.repeat(201)}`],
    ['a cursor with something behind it', `cursor=${cursorAt(1)}AA`],
    ['a cursor without an id', `cursor=${cursorAt(1, '')}`],
    ['a cursor whose time is no number', `cursor=${cursorAt('x')}`],
    ['a repeated cursor', `cursor=${cursorAt(1)}&cursor=${cursorAt(2)}`],
    ['an unknown parameter', 'nosuchfilter=1'],
    ['a parameter named __proto__', '__proto__=1'],
    ['a status that does not exist', 'status=nonsense'],
    ['a repeated filter', 'status=active&status=active'],
  ];
  test.each(refused)('400 for %s', async (_what, query) => {
    const company = await world().company();
    expect(await company.get(`${path}?${query}`)).toMatchObject({ status: 400, body: { code: 'request_invalid' } });
  });
}

function describePages({ path, world, insert }: ListUnderTest): void {
  test('200 for the limits 1 and 100', async () => {
    const company = await world().company();
    for (const limit of [1, 100]) expect(await company.get(`${path}?limit=${limit}`)).toMatchObject({ status: 200 });
  });

  test('newest first, and rows of the same moment by id', async () => {
    const company = await world().company();
    const sameMoment = [await insert(company, noon), await insert(company, noon), await insert(company, noon)];
    const older = await insert(company, minutesLater(-1));
    const newer = await insert(company, minutesLater(1));
    expect(await idsOf(company, path)).toEqual([newer, ...sameMoment.toSorted().toReversed(), older]);
  });

  test('pages neither repeat nor skip a row, even among rows of one moment', async () => {
    const company = await world().company();
    for (let index = 0; index < 7; index++) await insert(company, minutesLater(Math.floor(index / 3)));
    const whole = await idsOf(company, path);
    expect(whole).toHaveLength(7);
    for (const limit of [1, 2, 3, 7, 8]) expect(await walk(company, path, limit)).toEqual(whole);
  });

  test('a last page that is exactly full says that nothing follows', async () => {
    const company = await world().company();
    for (let index = 0; index < 4; index++) await insert(company, minutesLater(index));
    const first = await company.get<Listed<unknown>>(`${path}?limit=2`);
    const second = await company.get<Listed<unknown>>(`${path}?limit=2&cursor=${first.body.nextCursor}`);
    expect(second.body.data).toHaveLength(2);
    expect(second.body.nextCursor).toBeNull();
  });

  test('rows that arrive while a client pages change nothing about the older ones', async () => {
    const company = await world().company();
    for (let index = 0; index < 6; index++) await insert(company, minutesLater(index));
    const before = await idsOf(company, path);
    let arrivals = 0;
    const seen = await walk(company, path, 2, () => insert(company, minutesLater(100 + arrivals++)));
    expect(arrivals).toBeGreaterThan(0);
    expect(seen).toEqual(before);
  });

  test('a cursor is a position and no more: with it another company sees its own rows only', async () => {
    const company = await world().company();
    const other = await world().company();
    for (let index = 0; index < 2; index++) await insert(company, minutesLater(index));
    const own = await insert(other, minutesLater(-1));
    const { body } = await company.get<Listed<unknown>>(`${path}?limit=1`);
    expect(await idsOf(other, `${path}?limit=1&cursor=${body.nextCursor}`)).toEqual([own]);
  });

  test('a cursor far outside of any time we know is answered, not failed', async () => {
    const company = await world().company();
    const row = await insert(company, noon);
    expect(await idsOf(company, `${path}?cursor=${cursorAt('999999999999999')}`)).toEqual([row]);
    expect(await idsOf(company, `${path}?cursor=${cursorAt(0)}`)).toEqual([]);
  });
}

/** Registers the tests of a list's range of time, whose first bound is inclusive and whose second is not. */
export function describeRange({ path, world, insert }: ListUnderTest, names: { from: string; to: string }): void {
  describe(`GET ${path}, within ${names.from} and ${names.to}`, () => {
    test(`${names.from} is inclusive, ${names.to} is exclusive, and each works alone`, async () => {
      const company = await world().company();
      const [first, second, third] = [
        await insert(company, noon),
        await insert(company, minutesLater(1)),
        await insert(company, minutesLater(2)),
      ];
      const [at1, at2] = [minutesLater(1).toISOString(), minutesLater(2).toISOString()];
      expect(await idsOf(company, `${path}?${names.from}=${at1}`)).toEqual([third, second]);
      expect(await idsOf(company, `${path}?${names.to}=${at2}`)).toEqual([second, first]);
      expect(await idsOf(company, `${path}?${names.from}=${at1}&${names.to}=${at2}`)).toEqual([second]);
      expect(await idsOf(company, `${path}?${names.from}=${at2}&${names.to}=${at1}`)).toEqual([]);
    });

    test('an instant may be written in any time zone', async () => {
      const company = await world().company();
      const row = await insert(company, noon);
      const sameInstant = encodeURIComponent('2026-03-10T14:00:00+02:00');
      expect(await idsOf(company, `${path}?${names.from}=${sameInstant}`)).toEqual([row]);
    });

    test.each(['2026-03-10', 'noon', '', '2026-13-01T00:00:00Z', '2026-02-30T00:00:00Z', '2026-03-10T12:00:00', '1'])(
      '400 for %j, which is no instant',
      async (text) => {
        const company = await world().company();
        const answer = await company.get(`${path}?${names.from}=${encodeURIComponent(text)}`);
        expect(answer).toMatchObject({ status: 400, body: { code: 'request_invalid' } });
      },
    );

    test.each([
      '2016-12-31T23:59:60Z', // a leap second: a valid instant that JavaScript cannot say
      '2026-03-10T12:00:00+02',
      '2026-03-10T12:00:00+0200',
      '2026-03-10 12:00:00Z',
      '2026-03-10t12:00:00z',
      '0000-01-01T00:00:00Z',
      '9999-12-31T23:59:59Z',
    ])('%s is understood or refused, and never fails', async (text) => {
      const company = await world().company();
      const answer = await company.get(`${path}?${names.from}=${encodeURIComponent(text)}`);
      expect([200, 400], answer.text).toContain(answer.status);
    });
  });
}
