// No worker runs here: invoices are put in as they are to be found, and stay so.
import { toId } from '@cardwright/server/foundation/ids.ts';
import { keyScopes } from '@cardwright/server/foundation/key-scopes.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Invoice, PATH } from '../../funding/invoices/on-its-way.ts';
import { type Company, startWorld, type World } from '../../world.ts';

const createdAt = new Date('2026-03-10T12:00:00.000Z');
const expiresAt = new Date('2026-03-10T13:00:00.000Z');
const openedAt = new Date('2026-03-10T12:30:00.000Z');

let world: World;
let company: Company;
beforeAll(async () => {
  world = await startWorld();
  company = await world.company();
});
afterAll(() => world?.stop());

const read = (id: string, client: Pick<Company, 'get'> = company) => client.get<Invoice>(`${PATH}/${id}`);

/** A company of its own: one unresolved invoice is all that a company can have. */
async function readUnresolved(values: Parameters<Company['insertInvoice']>[0]) {
  const owner = await world.company();
  return read(await owner.insertInvoice(values), owner);
}

describe(`GET ${PATH}/{id}`, () => {
  test('200 shows a pending invoice with what is to be paid, and asks to wait', async () => {
    const answer = await readUnresolved({ status: 'pending', createdAt, expiresAt });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('retry-after')).toBe('2');
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^inv_[0-9a-z]{26}$/),
      environment: 'sandbox',
      status: 'pending',
      depositAmount: '100.00',
      fee: '1.50',
      creditAmount: '98.50',
      address: 'TJgsxpbw7dPjXe2UyHBvzzNzpCDGzPqKYt',
      payAmount: '100.004217',
      asset: 'USDT',
      network: 'TRON',
      expiresAt: '2026-03-10T13:00:00.000Z',
      createdAt: '2026-03-10T12:00:00.000Z',
      requestedAmount: '100.00',
      observedTransfers: [],
      policy: {
        exact: expect.any(String),
        less: expect.any(String),
        more: expect.any(String),
        late: expect.any(String),
        again: expect.any(String),
        networkFee: expect.any(String),
      },
    });
  });

  test('200 shows null for what is not known of one that is being created, and asks to wait', async () => {
    const answer = await readUnresolved({ status: 'creating' });
    expect(answer.body).toMatchObject({ status: 'creating', address: null, payAmount: null, expiresAt: null });
    expect(answer.headers.get('retry-after')).toBe('2');
  });

  test('200 shows a completed invoice with what arrived, the first one first, and asks no more', async () => {
    const transfers = [
      { id: 'tx_second', amount: 1n, occurredAt: expiresAt },
      { id: 'tx_first', amount: 100_004_217n, occurredAt: openedAt },
    ];
    const answer = await read(await company.insertInvoice({ transfers }));
    expect(answer.body).toMatchObject({
      status: 'completed',
      observedTransfers: [
        { id: 'tx_first', amount: '100.004217', occurredAt: openedAt.toISOString() },
        { id: 'tx_second', amount: '0.000001', occurredAt: expiresAt.toISOString() },
      ],
    });
    expect(answer.body).not.toHaveProperty('failure');
    expect(answer.body).not.toHaveProperty('review');
    expect(answer.headers.get('retry-after')).toBeNull();
  });

  test('200 shows what was asked for beside what operators accepted instead', async () => {
    const answer = await read(await company.insertInvoice({ requested: 100_00n, deposit: 99_50n, fee: 1_50n }));
    expect(answer.body).toMatchObject({
      requestedAmount: '100.00',
      depositAmount: '99.50',
      fee: '1.50',
      creditAmount: '98.00',
    });
  });

  test('200 shows why a failed invoice failed', async () => {
    const failure = { code: 'issuer_rejected', message: 'The issuer refused.' };
    const answer = await read(await company.insertInvoice({ status: 'failed', failure }));
    expect(answer.body).toMatchObject({ status: 'failed', address: null, failure });
    expect(answer.headers.get('retry-after')).toBeNull();
  });

  test('200 shows a review with what is known of it, and null for what is not', async () => {
    const fresh = await readUnresolved({ status: 'manual_review', review: { reason: 'timeout', openedAt } });
    expect(fresh.body.review).toEqual({ reason: 'timeout', openedAt: openedAt.toISOString(), lastCheckedAt: null });
    const review = { reason: 'timeout', openedAt, checkedAt: expiresAt };
    const checked = await readUnresolved({ status: 'manual_review', review });
    expect(checked.body.review).toMatchObject({ lastCheckedAt: expiresAt.toISOString() });
  });

  test('403 without balance:read and funding:write, 200 with either', async () => {
    const id = await company.insertInvoice();
    const both = ['balance:read', 'funding:write'] as const;
    const others = await company.client({ scopes: keyScopes.filter((scope) => !both.some((each) => each === scope)) });
    expect(await read(id, others)).toMatchObject({
      status: 403,
      body: { code: 'scope_missing', message: expect.stringContaining('balance:read or funding:write') },
    });
    for (const scope of both)
      expect(await read(id, await company.client({ scopes: [scope] })), scope).toMatchObject({ status: 200 });
  });

  test('404, in the same words, for what is missing, of another company, of the other environment or no id at all', async () => {
    const id = await company.insertInvoice();
    const other = await world.company();
    const live = await company.client({ environment: 'live' });
    const operationId = await company.insertOperation();
    const answers = [
      await read(id, other),
      await read(id, live),
      await read(toId('invoice', '018f4d2e-0000-7000-8000-000000000000')),
      await read(operationId), // an id of something else
      await read(id.toUpperCase()),
      await read(encodeURIComponent("x' or 1=1 --")),
      await read('%00'),
      await read('x'.repeat(900)),
    ];
    for (const { status, body } of answers) {
      expect({ status, body }).toEqual({
        status: 404,
        body: {
          statusCode: 404,
          code: 'invoice_not_found',
          message: 'Invoice not found.',
          retry: 'never',
          requestId: expect.any(String),
        },
      });
    }
  });

  test('400 for a query parameter, because it has none', async () => {
    const id = await company.insertInvoice();
    expect(await company.get(`${PATH}/${id}?expand=transfers`)).toMatchObject({ status: 400 });
  });
});
