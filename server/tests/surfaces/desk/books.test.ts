// What operators find by an id alone, and a company's operations, cards and invoices at the desk.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Company, startWorld, type World } from '../../world.ts';
import { inReview } from './in-review.ts';
import { type AtDesk, browserAt, operatorAt } from './operator.ts';

let world: World;
let ann: AtDesk;
let company: Company;
beforeAll(async () => {
  world = await startWorld({ desk: true });
  ann = await operatorAt(world, 'Ann');
  company = await world.company({ name: 'Zebra Travel' });
});
afterAll(() => world?.stop());

const done = { type: 'topup', status: 'completed' };

type Rows = { data: Record<string, unknown>[]; nextCursor: string | null };

const found = async (id: string) => (await ann.get<Rows>(`/desk/v1/found?ids=${encodeURIComponent(id)}`)).body.data;
const listed = async (list: string, query = '', environment = 'sandbox') =>
  (await ann.get<Rows>(`/desk/v1/companies/${company.id}/${list}?environment=${environment}${query}`)).body;

describe('an id alone', () => {
  test('finds a card, a cardholder, an operation, an invoice and a case of any company, each with its name', async () => {
    const holderId = await company.insertHolder({ name: 'Ada Lovelace' });
    const cardId = await company.insertCard({ holderId, name: 'Travel', last4: '4242' });
    const operationId = await company.insertOperation({ ...done, holderId, cardId, amount: 5_000n });
    const invoiceId = await company.insertInvoice({ deposit: 10_000n });
    const of = { company: { id: company.id, name: 'Zebra Travel' }, environment: 'sandbox' };
    expect(await found(cardId)).toMatchObject([{ kind: 'card', id: cardId, name: 'Travel ••4242', ...of }]);
    expect(await found(` ${holderId} `)).toMatchObject([{ kind: 'holder', id: holderId, name: 'Ada Lovelace', ...of }]);
    expect(await found(operationId)).toMatchObject([
      { kind: 'operation', what: 'topup', name: 'Travel ••4242', amount: '50.00', ...of },
    ]);
    expect(await found(invoiceId)).toMatchObject([{ kind: 'invoice', id: invoiceId, ...of }]);
  });

  test('finds companies, operators and products among several', async () => {
    const ids = [company.id, ann.id, world.products.card, 'nonsense', company.id].join(',');
    const all = await found(ids);
    expect(all).toHaveLength(3);
    expect(all).toContainEqual(expect.objectContaining({ kind: 'company', id: company.id, name: 'Zebra Travel' }));
    expect(all).toContainEqual(expect.objectContaining({ kind: 'operator', id: ann.id, name: 'Ann' }));
    expect(all).toContainEqual(expect.objectContaining({ kind: 'product', id: world.products.card }));
  });

  test('finds a proposal', async () => {
    const limits = { reads: 1, writes: 1, statements: 1, reason: 'made by a test' };
    const put = await ann.ask<{ proposal: { id: string } }>(`/desk/v1/companies/${company.id}/limits`, {
      method: 'PUT',
      json: limits,
    });
    const { id } = put.body.proposal;
    expect(await found(id)).toMatchObject([
      { kind: 'proposal', id, what: 'company.limits', status: 'open', company: { name: 'Zebra Travel' } },
    ]);
  });

  test('that names nothing finds nothing, whatever it looks like', async () => {
    const nothing = [
      'card_01jcp4vsb0e5d8zq6m5k1n7x2t',
      'holder_01jcp4vsb0e5d8zq6m5k1n7x2t',
      'proposal_01jcp4vsb0e5d8zq6m5k1n7x2t',
      'card_',
      "' or true",
      '4242',
    ];
    for (const id of nothing) expect(await found(id), id).toEqual([]);
  });

  test('says nothing to somebody who is not signed in', async () => {
    const cardId = await company.insertCard();
    for (const path of [
      `found?ids=${cardId}`,
      `cards/${cardId}`,
      `companies/${company.id}/cards?environment=sandbox`,
    ]) {
      expect(await browserAt(world).get(`/desk/v1/${path}`), path).toMatchObject({ status: 401 });
    }
  });
});

describe('the books of a company', () => {
  test('show operations with card, cardholder and product by name, newest first and in pages', async () => {
    const holderId = await company.insertHolder({ name: 'Grace Hopper' });
    const cardId = await company.insertCard({ holderId, name: 'Ads', last4: '1111' });
    const createdAt = new Date(Date.now() - 60_000);
    const first = await company.insertOperation({ ...done, holderId, cardId, amount: 5_000n, createdAt });
    const second = await company.insertOperation({ ...done, holderId, cardId, amount: 6_000n });
    const page = await listed('operations', `&cardId=${cardId}&limit=1`);
    expect(page.data).toMatchObject([
      {
        id: second,
        amount: '60.00',
        card: { id: cardId, name: 'Ads', last4: '1111' },
        holder: { name: 'Grace Hopper' },
      },
    ]);
    expect(page.data[0]?.['product']).not.toBe('');
    const next = await listed('operations', `&cardId=${cardId}&limit=1&cursor=${page.nextCursor}`);
    expect(next).toMatchObject({ data: [{ id: first }], nextCursor: null });
    expect((await listed('operations', `&holderId=${holderId}`)).data).toHaveLength(2);
  });

  test('show of a card only its name, last four digits, status and balance', async () => {
    const holderId = await company.insertHolder({ name: 'Edsger Dijkstra' });
    const cardId = await company.insertCard({ holderId, name: 'Books', last4: '2222' });
    const shown = ['balance', 'createdAt', 'holder', 'id', 'last4', 'name', 'product', 'status'];
    const [row] = (await listed('cards', `&holderId=${holderId}`)).data;
    expect(Object.keys(row ?? {}).toSorted()).toEqual(shown);
    const { body } = await ann.get(`/desk/v1/cards/${cardId}`);
    expect(Object.keys(body).toSorted()).toEqual([...shown, 'company', 'environment'].toSorted());
    expect(body).toMatchObject({ name: 'Books', last4: '2222', company: { name: 'Zebra Travel' } });
    expect((await ann.get(`/desk/v1/holders/${holderId}`)).body).toMatchObject({
      name: 'Edsger Dijkstra',
      company: { id: company.id },
      environment: 'sandbox',
    });
  });

  test('show invoices, and each environment by itself', async () => {
    const { company: other } = await inReview(world);
    const id = await company.insertInvoice({ status: 'completed' });
    expect((await listed('invoices')).data.map((row) => row['id'])).toContain(id);
    for (const list of ['operations', 'cards', 'invoices']) {
      expect(await listed(list, '', 'live'), list).toEqual({ data: [], nextCursor: null });
      expect(JSON.stringify(await listed(list)), list).not.toContain(other.id);
    }
  });

  test('of nobody are not found', async () => {
    for (const path of ['cards/nonsense', 'holders/nonsense', 'companies/nonsense/cards?environment=live']) {
      expect(await ann.get(`/desk/v1/${path}`), path).toMatchObject({ status: 404 });
    }
  });
});
