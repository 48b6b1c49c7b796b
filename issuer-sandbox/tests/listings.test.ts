// Listings: everything of an account, complete and in a stable order, while it grows.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newCard } from './cards.ts';
import { startTestIssuer, type TestIssuer } from './issuer.ts';

let world: TestIssuer;
beforeAll(async () => {
  world = await startTestIssuer();
});
afterAll(() => world.stop());

type Row = Record<string, unknown>;
const newAccount = () => `list-${randomUUID()}`;

/** Reads a listing to its end, in pages of this many rows. */
async function listAll(name: string, account: string, limit = 100): Promise<Row[]> {
  const rows: Row[] = [];
  for (let after: string | null = ''; after !== null; ) {
    const query: string = after === '' ? `limit=${limit}` : `limit=${limit}&after=${after}`;
    const { status, body } = await world.ask(`/v1/${name}?${query}`, { account });
    expect(status).toBe(200);
    rows.push(...(body['data'] as Row[]));
    after = body['next'] as string | null;
  }
  return rows;
}

const service = (recipient = 'desk@example.com') => ({
  reference: `op_${randomUUID()}`,
  kind: 'service',
  product: 'prod_service',
  amount: '1.00',
  currency: 'USD',
  recipient,
});
const createdAt = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;

describe('a listing', () => {
  test('has everything that is needed to rebuild what was asked for', async () => {
    const account = newAccount();
    const card = await newCard(world, { account });
    const order = { product: 'prod_card', currency: 'USD', amount: '0.00' };
    const ask = async (path: string, body: object) => (await world.ask(path, { body, account })).body;
    const limits = { perTransaction: null, perDay: '5.00', perMonth: null };
    const limited = await ask('/v1/orders', { ...order, reference: 'op_2', kind: 'limits', card, limits });
    const rejected = await ask('/v1/orders', { ...order, reference: 'op_3', kind: 'unfreeze', card });
    const served = await ask('/v1/orders', { ...service(), reference: 'op_4', name: 'Printing' });
    const deposit = await ask('/v1/deposits', { reference: 'inv_1', amount: '10.00' });
    const payment = await ask(`/sandbox/cards/${card}/transactions`, {
      type: 'purchase',
      amount: '2.00',
      merchant: 'Cafe',
      country: 'DE',
      description: 'Tea',
    });
    await ask('/v1/orders', { ...order, reference: 'op_5', kind: 'close', card });
    const refund = await ask(`/sandbox/cards/${card}/transactions`, {
      type: 'refund',
      amount: '2.00',
      merchant: 'Cafe',
      country: 'DE',
    });

    const [holder] = await listAll('holders', account);
    expect(holder).toEqual({
      reference: expect.stringMatching(/^h_/) as string,
      token: expect.stringMatching(/^ich_/) as string,
      status: 'active',
      name: 'Ada',
      email: 'ada@example.com',
      kind: 'individual',
      createdAt,
    });
    const orders = await listAll('orders', account);
    expect(orders).toEqual([
      expect.objectContaining({ kind: 'issue', product: 'prod_card', holder: holder?.['token'], name: 'Travel' }),
      { ...limited, product: 'prod_card', cardToken: card, limits, createdAt },
      { ...rejected, product: 'prod_card', cardToken: card, createdAt },
      { ...served, product: 'prod_service', recipient: 'desk@example.com', name: 'Printing', createdAt },
      expect.objectContaining({ kind: 'close', cardToken: card, returned: '48.00', createdAt }),
    ]);
    expect(await listAll('deposits', account)).toEqual([{ ...deposit, createdAt }]);
    const { body: read } = await world.ask(`/v1/cards/${card}`, { account });
    expect(await listAll('cards', account)).toEqual([{ ...read, createdAt }]);
    expect(read).toMatchObject({ issuedBy: orders[0]?.['reference'], status: 'closed', limits });
    expect(await listAll('payments', account)).toEqual([payment, { ...refund, returned: '2.00' }]);
  });

  test('is of one account only', async () => {
    const account = newAccount();
    await newCard(world, { account });
    for (const name of ['orders', 'deposits', 'cards', 'holders', 'payments'])
      expect((await world.ask(`/v1/${name}`, { account: newAccount() })).body).toEqual({ data: [], next: null });
  });

  test('comes in pages, each once and in the order of creation', async () => {
    const account = newAccount();
    const references: string[] = [];
    for (let count = 0; count < 7; count++) {
      const body = service();
      references.push(body.reference);
      await world.ask('/v1/orders', { body, account });
    }
    for (const limit of [1, 3, 7, 1_000])
      expect((await listAll('orders', account, limit)).map((row) => row['reference'])).toEqual(references);
  });

  test('never shows a new row before one that was already listed', async () => {
    const account = newAccount();
    const seen: unknown[] = [];
    let isOver = false;
    const writing = Promise.all(
      Array.from({ length: 5 }, async () => {
        for (let count = 0; count < 10; count++) await world.ask('/v1/orders', { body: service(), account });
      }),
    ).finally(() => {
      isOver = true;
    });
    let after = '';
    for (let isLast = false; !isLast; ) {
      isLast = isOver;
      const { body } = await world.ask(`/v1/orders?limit=3${after}`, { account });
      seen.push(...(body['data'] as Row[]).map((row) => row['reference']));
      const next = body['next'] as string | null;
      if (next !== null) {
        after = `&after=${next}`;
        isLast = false;
      }
    }
    await writing;
    const all = (await listAll('orders', account)).map((row) => row['reference']);
    expect(all).toHaveLength(50);
    // The last page of the reader may be older than the last rows; up to there it has missed none.
    expect(all.slice(0, new Set(seen).size)).toEqual([...new Set(seen)]);
  });

  test('has at most 64 KiB in a page, and still everything', async () => {
    const account = newAccount();
    await Promise.all(
      Array.from({ length: 150 }, () => world.ask('/v1/orders', { body: service('r'.repeat(256)), account })),
    );
    const { text, body } = await world.ask('/v1/orders?limit=1000', { account });
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(64 * 1024);
    expect(body['next']).not.toBeNull();
    expect(await listAll('orders', account, 1_000)).toHaveLength(150);
  });

  test.each(['limit=0', 'limit=1001', 'limit=x', 'after=%20', 'after=eA', 'page=2'])(
    'with %s is 400',
    async (query) => {
      expect((await world.ask(`/v1/orders?${query}`)).status).toBe(400);
    },
  );

  test('needs a signature over its query, and an account', async () => {
    expect((await world.ask('/v1/cards?limit=1', { headers: { 'Issuer-Signature': 'v2=0' } })).status).toBe(401);
    expect((await world.ask('/v1/cards', { headers: { 'Issuer-Account': '' } })).status).toBe(400);
  });
});
