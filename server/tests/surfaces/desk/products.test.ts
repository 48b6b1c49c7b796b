// Products at the desk: one operator proposes one or its change, another approves.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from '../../world.ts';
import { type AtDesk, approveAs, operatorAt, type Proposed } from './operator.ts';

let world: World;
let ann: AtDesk;
let bob: AtDesk;
beforeAll(async () => {
  world = await startWorld({ api: 0, desk: true });
  ann = await operatorAt(world, 'Ann');
  bob = await operatorAt(world, 'Bob');
});
afterAll(() => world?.stop());

type Product = { id: string; name: string; kind: string; status: string; prices: object[] };

const sums = { fixedFee: '1.00', rateBps: 25, minimumFee: '0.50', minimumAmount: '10', maximumAmount: '5000' };
const card = { name: 'Travel card', kind: 'card', status: 'active', prices: { topup: sums }, reason: 'for travellers' };

const set = (json: object) => ann.post<Proposed>('/desk/v1/products', json);
const find = async (id: string) =>
  (await bob.get<{ data: Product[] }>('/desk/v1/products')).body.data.find((product) => product.id === id);

test('a product is proposed by one and added once another approves, and a change replaces what it names', async () => {
  const proposed = await set(card);
  expect(proposed, proposed.text).toMatchObject({ status: 202, body: { proposal: { action: 'product.set' } } });
  const { subject: id } = proposed.body.proposal;
  expect(await find(id), 'only proposed').toBeUndefined();
  expect(await approveAs(bob, proposed.body)).toMatchObject({ state: 'approved' });
  const prices = [{ ...sums, type: 'topup', minimumAmount: '10.00', maximumAmount: '5000.00', state: 'current' }];
  expect(await find(id)).toMatchObject({ name: 'Travel card', kind: 'card', status: 'active', prices });

  const change = await set({ ...card, productId: id, name: 'Journey card', status: 'inactive', prices: {} });
  await approveAs(bob, change.body);
  expect(await find(id)).toMatchObject({ name: 'Journey card', status: 'inactive', prices });
});

test('what makes no sense is refused, and nothing is proposed', async () => {
  const refusals: [object, number, string][] = [
    [{ ...card, productId: 'prod_01jcp4vsb0e5d8zq6m5k1n7x2t' }, 404, 'product_not_found'],
    [{ ...card, productId: 'nonsense' }, 404, 'product_not_found'],
    [{ ...card, productId: world.products.service }, 409, 'product_kind_fixed'],
    [{ ...card, prices: { service: sums } }, 400, 'price_does_not_fit'],
    [{ ...card, prices: { topup: { ...sums, minimumAmount: '5001' } } }, 400, 'amount_invalid'],
    [{ ...card, prices: { topup: { ...sums, rateBps: 10_001 } } }, 400, 'request_invalid'],
    [{ ...card, prices: { refund: sums } }, 400, 'request_invalid'],
    [{ ...card, name: ' ' }, 400, 'words_refused'],
    [{ ...card, reason: undefined }, 400, 'request_invalid'],
  ];
  for (const [json, status, code] of refusals) expect(await set(json), code).toMatchObject({ status, body: { code } });
  const { rows } = await world.admin.query(
    `select id from proposals where action = 'product.set' and approved_at is null`,
  );
  expect(rows).toEqual([]);
});

type Comparison = { parts: object[]; example: { amount: string; before: string | null; after: string } };

/** The current price of top-ups: 0.20 % of the amount. */
const now = { fixedFee: '0.00', rateBps: 20, minimumFee: '0.00', minimumAmount: '10.00', maximumAmount: '10000.00' };
const then = { ...now, fixedFee: '1.25', rateBps: 25 };

const withTopup = async () => {
  const { body } = await set({ ...card, name: 'Compared', prices: { topup: now } });
  await approveAs(bob, body);
  return body.proposal.subject;
};

test('a new price is compared part by part with the one of today, and by the cost of an example', async () => {
  const id = await withTopup();
  const preview = (sums: object, product = id) =>
    ann.post<Comparison>(`/desk/v1/products/${product}/prices/preview`, { type: 'topup', ...sums });
  const expected = {
    product: { id, name: 'Compared' },
    type: 'topup',
    parts: [
      { part: 'fixedFee', before: '0.00', change: '1.25', after: '1.25' },
      { part: 'rateBps', before: '20', change: '5', after: '25' },
      { part: 'minimumFee', before: '0.00', change: '0.00', after: '0.00' },
      { part: 'minimumAmount', before: '10.00', change: '0.00', after: '10.00' },
      { part: 'maximumAmount', before: '10000.00', change: '0.00', after: '10000.00' },
    ],
    example: { amount: '500.00', before: '501.00', after: '502.50' },
  };
  expect((await preview(then)).body).toEqual(expected);
  const proposed = await ann.post<Proposed>(`/desk/v1/products/${id}/prices`, { type: 'topup', ...then, reason: 'up' });
  const shown = async () => (await bob.get(`/desk/v1/proposals/${proposed.body.proposal.id}`)).body['priceChanges'];
  expect(await shown(), 'the approver sees the same').toEqual([expected]);
  await approveAs(bob, proposed.body);
  expect(await shown(), 'nothing is left to compare with').toEqual([]);

  const outside = { ...then, minimumAmount: '20000', maximumAmount: '30000' };
  expect((await preview(outside)).body.example).toEqual({ amount: '20000.00', before: null, after: '20051.25' });
  expect((await preview({ ...then, rateBps: 3, minimumAmount: '0.01', maximumAmount: '33.34' })).body.example).toEqual({
    amount: '33.34',
    before: '34.68',
    after: '34.61',
  });
  expect(await preview(then, world.products.service)).toMatchObject({
    status: 400,
    body: { code: 'price_does_not_fit' },
  });
  expect(await preview(then, 'nonsense')).toMatchObject({ status: 404, body: { code: 'product_not_found' } });
});
