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
