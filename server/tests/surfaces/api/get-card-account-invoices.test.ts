// No worker runs here: invoices are put in as they are to be found, and stay so.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PATH as path } from '../../funding/invoices/on-its-way.ts';
import { type Company, startWorld, type World } from '../../world.ts';
import {
  describeList,
  describeRange,
  idsOf,
  type Listed,
  type ListUnderTest,
  minutesLater,
  noon,
} from './list-promises.ts';

const resolved = ['completed', 'expired', 'failed'] as const;
const unresolved = ['creating', 'pending', 'manual_review'] as const;

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.stop());

const list: ListUnderTest = {
  path,
  permission: ['balance:read', 'funding:write'],
  world: () => world,
  insert: (company, createdAt) => company.insertInvoice({ createdAt }),
};
describeList(list);
describeRange(list, { from: 'createdFrom', to: 'createdTo' });

/** An invoice in each resolved status and one that is not resolved, of which there can be no second; newest first. */
async function oneOfEach(company: Company, status: (typeof unresolved)[number]) {
  const rows: { id: string; status: string }[] = [];
  const review = { reason: 'timeout', openedAt: noon };
  for (const [index, each] of [...resolved, status].entries()) {
    const values = { status: each, createdAt: minutesLater(index), ...(each === 'manual_review' ? { review } : {}) };
    rows.unshift({ id: await company.insertInvoice(values), status: each });
  }
  return rows;
}

describe(`GET ${path}`, () => {
  test('200 answers 50 rows and a cursor unless a limit is given', async () => {
    const company = await world.company();
    for (let index = 0; index < 51; index++) await company.insertInvoice({ createdAt: minutesLater(index) });
    const { body, headers } = await company.get<Listed<unknown>>(path);
    expect(body.data).toHaveLength(50);
    expect(body.nextCursor).toEqual(expect.any(String));
    expect(headers.get('link')).toBeNull();
    expect(await idsOf(company, `${path}?cursor=${body.nextCursor}`)).toHaveLength(1);
  });

  test('200 answers an empty list with a cursor of null', async () => {
    const company = await world.company();
    expect(await company.get(path)).toMatchObject({ status: 200, text: '{"data":[],"nextCursor":null}' });
  });

  test('each invoice is listed in the bytes in which it is read', async () => {
    const company = await world.company();
    await oneOfEach(company, 'manual_review');
    const transfers = [{ id: 'tx_1', amount: 100_004_217n, occurredAt: noon }];
    await company.insertInvoice({ transfers, createdAt: minutesLater(10) });
    const listed = await company.get<Listed<{ id: string }>>(path);
    const one: string[] = [];
    for (const { id } of listed.body.data) one.push((await company.get(`${path}/${id}`)).text);
    expect(one).toHaveLength(5);
    expect(listed.text).toBe(`{"data":[${one.join(',')}],"nextCursor":null}`);
  });

  test('each invoice of a page has its own transfers, the first one first', async () => {
    const company = await world.company();
    const amounts = [[], [1n], [3n, 2n]];
    for (const [index, each] of amounts.entries()) {
      const transfers = each.map((amount, at) => ({ id: `tx_${index}_${at}`, amount, occurredAt: minutesLater(-at) }));
      await company.insertInvoice({ transfers, createdAt: minutesLater(index) });
    }
    const { body } = await company.get<Listed<{ observedTransfers: { id: string }[] }>>(path);
    expect(body.data.map(({ observedTransfers }) => observedTransfers.map(({ id }) => id))).toEqual([
      ['tx_2_1', 'tx_2_0'],
      ['tx_1_0'],
      [],
    ]);
  });

  test.each(unresolved)('each status shows exactly the invoices that have it, %s among them', async (status) => {
    const company = await world.company();
    const rows = await oneOfEach(company, status);
    for (const wanted of [...resolved, ...unresolved]) {
      const fits = rows.filter((row) => row.status === wanted).map(({ id }) => id);
      expect(await idsOf(company, `${path}?status=${wanted}`), wanted).toEqual(fits);
    }
  });

  test('a status, a range of time and pages work together', async () => {
    const company = await world.company();
    const expired: string[] = [];
    for (let index = 0; index < 6; index++) {
      await company.insertInvoice({ createdAt: minutesLater(index) });
      expired.unshift(await company.insertInvoice({ status: 'expired', createdAt: minutesLater(index) }));
    }
    const [from, to] = [minutesLater(1).toISOString(), minutesLater(5).toISOString()];
    const range = `status=expired&createdFrom=${from}&createdTo=${to}`;
    const first = await company.get<Listed<{ id: string }>>(`${path}?${range}&limit=3`);
    const second = await idsOf(company, `${path}?${range}&limit=3&cursor=${first.body.nextCursor}`);
    expect([...first.body.data.map(({ id }) => id), ...second]).toEqual(expired.slice(1, 5));
  });

  test('400 for a filter of another list', async () => {
    const company = await world.company();
    for (const query of ['status=', 'status=queued', 'type=topup', 'cardId=x', 'occurredFrom=2026-03-10T12:00:00Z'])
      expect(await company.get(`${path}?${query}`), query).toMatchObject({ status: 400 });
  });
});
