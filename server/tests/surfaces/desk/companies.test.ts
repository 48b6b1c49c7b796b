// Companies, their keys, products with their prices, and pauses at the desk.
import { createKey } from '@cardwright/server/identity/keys/manage.ts';
import { agree } from '@cardwright/stack/operators.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { personOf } from '../../members-of.ts';
import { startWorld, type World } from '../../world.ts';
import { type AtDesk, approveAs, operatorAt, type Proposed } from './operator.ts';

let world: World;
let ann: AtDesk;
let bob: AtDesk;
beforeAll(async () => {
  world = await startWorld({ desk: true });
  ann = await operatorAt(world, 'Ann');
  bob = await operatorAt(world, 'Bob');
});
afterAll(() => world?.stop());

type Found = { data: { id: string; name: string }[]; nextCursor: string | null };
type Key = { id: string; environment: string; state: string };
type Shown = { id: string; suspendedAt: string | null; limits: object; capabilities: object; keys: Key[] };

const find = async (search: string) =>
  (await ann.get<Found>(`/desk/v1/companies?search=${encodeURIComponent(search)}`)).body.data.map(({ name }) => name);
const put = <Body = Shown>(path: string, json: object) => ann.ask<Body>(path, { method: 'PUT', json });
const actionsOf = async (company: string, by = ann) => {
  const { body } = await ann.get<{ data: { action: string; operator: { id: string } | null }[] }>(
    `/desk/v1/audit?companyId=${company}&operatorId=${by.id}`,
  );
  return body.data.map(({ action }) => action);
};

describe('companies', () => {
  test('are found by id and by beginnings of the words of their name, and paged newest first', async () => {
    const first = await world.company({ name: 'Zebra Travel GmbH' });
    await world.company({ name: 'Zebra-Müller & Sons' });
    await world.company({ name: 'Travelling Zebras' });
    expect(await find('zebra')).toEqual(['Travelling Zebras', 'Zebra-Müller & Sons', 'Zebra Travel GmbH']);
    expect(await find('trav zeb')).toEqual(['Travelling Zebras', 'Zebra Travel GmbH']);
    expect(await find('müller')).toEqual(['Zebra-Müller & Sons']);
    expect(await find(first.id)).toEqual(['Zebra Travel GmbH']);
    for (const nothing of ['ebra', '%', "' | '", ':*', 'com_01jcp4vsb0e5d8zq6m5k1n7x2t']) {
      expect(await find(nothing), nothing).toEqual([]);
    }
    const page = (await ann.get<Found>('/desk/v1/companies?search=zebra&limit=2')).body;
    expect(page.data).toHaveLength(2);
    const next = (await ann.get<Found>(`/desk/v1/companies?search=zebra&limit=2&cursor=${page.nextCursor}`)).body;
    expect(next.data.map(({ name }) => name)).toEqual(['Zebra Travel GmbH']);
    expect(next.nextCursor).toBeNull();
    const all = (await ann.get<Found>('/desk/v1/companies?limit=1')).body;
    expect(all.data).toMatchObject([{ name: 'Travelling Zebras' }]);
  });

  test('are shown with limits, balances and keys, and never the text of a key or what a person acts with', async () => {
    const company = await world.company({ available: '12.34' });
    const owner = await personOf(world, { company });
    const asked = { name: 'server', scopes: [], reason: 'made by a test' };
    const key = await createKey(world.tools, { ...company.scope, environment: 'live' }, asked);
    await agree(world.tools, key);
    const { body, text } = await ann.get<Shown>(`/desk/v1/companies/${company.id}`);
    expect(body).toMatchObject({
      id: company.id,
      verification: 'approved',
      suspendedAt: null,
      limits: { reads: null, writes: null, statements: null },
      members: [{ name: owner.name, email: owner.email, role: 'owner', hasSecondFactor: false }],
      balances: { sandbox: { available: '12.34', held: '0.00' }, live: { available: '0.00', held: '0.00' } },
    });
    expect(body.keys.map(({ environment, state }) => `${environment} ${state}`)).toEqual([
      'live works',
      'sandbox works',
    ]);
    expect(text).not.toContain(key.text);
    expect(text).not.toContain(company.key);
    expect(text).not.toMatch(/hash|pepper/);
    expect(await ann.get('/desk/v1/companies/nonsense')).toMatchObject({
      status: 404,
      body: { code: 'company_not_found' },
    });
  });

  test('are suspended with a code of the second factor, and let write again', async () => {
    const company = await world.company();
    const suspend = () => ann.post<Shown>(`/desk/v1/companies/${company.id}/suspend`, { reason: 'chargebacks' });
    await ann.stepUp();
    expect(await suspend()).toMatchObject({ status: 200, body: { suspensionReason: 'chargebacks' } });
    expect(await suspend()).toMatchObject({ status: 409, body: { code: 'stands_already' } });
    const resume = () => ann.post<Shown>(`/desk/v1/companies/${company.id}/resume`);
    expect(await resume()).toMatchObject({ status: 200, body: { suspendedAt: null } });
    expect(await resume()).toMatchObject({ status: 409, body: { code: 'stands_already' } });
    expect(await actionsOf(company.id)).toEqual(['company.resume', 'company.suspend']);
  });

  test('get capabilities and limits of their own', async () => {
    const company = await world.company();
    const path = `/desk/v1/companies/${company.id}`;
    const capability = { capability: 'direct_invoices', enabled: true, reason: 'asked for it' };
    const set = (json: object) => put<Proposed>(`${path}/capabilities`, json);
    const shown = async () => (await ann.get<Shown>(path)).body;
    expect(await set({ ...capability, reason: undefined })).toMatchObject({ status: 400 });
    const activating = await set(capability);
    expect(activating).toMatchObject({
      status: 202,
      body: { proposal: { action: 'company.activate', state: 'open' } },
    });
    expect(await set(capability)).toMatchObject({ status: 409, body: { code: 'proposed_already' } });
    expect((await shown()).capabilities, 'not yet').toEqual({ directInvoices: false, liveServices: false });
    await approveAs(bob, activating.body);
    expect((await shown()).capabilities).toEqual({ directInvoices: true, liveServices: false });
    expect(await set(capability)).toMatchObject({ status: 409, body: { code: 'stands_already' } });
    const off = await put(`${path}/capabilities`, { capability: 'direct_invoices', enabled: false });
    expect(off).toMatchObject({ status: 200, body: { capabilities: { directInvoices: false } } });

    const limits = { reads: 200, writes: null, statements: 5 };
    const limit = (json: object, at = path) => put<Proposed>(`${at}/limits`, json);
    expect(await limit(limits)).toMatchObject({ status: 400, body: { code: 'request_invalid' } });
    const limiting = await limit({ ...limits, reason: 'a nightly import' });
    expect(limiting).toMatchObject({ status: 202, body: { proposal: { action: 'company.limits', details: limits } } });
    expect((await shown()).limits, 'not yet').toEqual({ reads: null, writes: null, statements: null });
    await approveAs(bob, limiting.body);
    expect((await shown()).limits).toEqual(limits);
    expect(await limit({ ...limits, reads: 0, reason: 'x' })).toMatchObject({ status: 400 });
    const nobody = '/desk/v1/companies/nonsense';
    expect(await limit({ ...limits, reason: 'x' }, nobody)).toMatchObject({ status: 404 });
    expect(await actionsOf(company.id)).toEqual([
      'company.limits.propose',
      'company.deactivate',
      'company.activate.propose',
    ]);
    expect(await actionsOf(company.id, bob)).toEqual(['company.limits', 'company.activate']);
  });

  test('lose a key that is revoked, at once', async () => {
    const company = await world.company();
    const client = await company.client();
    const { body } = await ann.get<Shown>(`/desk/v1/companies/${company.id}`);
    const [key] = body.keys;
    const revoke = (id = key?.id, environment = 'sandbox') =>
      ann.post<Shown>(`/desk/v1/companies/${company.id}/keys/${id}/revoke`, { environment });
    expect(await revoke(key?.id, 'live')).toMatchObject({ status: 404, body: { code: 'key_not_found' } });
    expect(await revoke('key_01jcp4vsb0e5d8zq6m5k1n7x2t')).toMatchObject({ status: 404 });
    expect((await revoke()).body.keys).toContainEqual(expect.objectContaining({ id: key?.id, state: 'revoked' }));
    expect(await revoke()).toMatchObject({ status: 409, body: { code: 'stands_already' } });
    await new Promise((resolve) => setTimeout(resolve, 1_100)); // a process may trust a key for a second
    expect((await client.get('/api/v1/balance')).status).toBe(401);
    expect(await actionsOf(company.id)).toEqual(['key.revoke']);
  });
});

type Product = { id: string; prices: { type: string; fixedFee: string; state: string; setBy: object | null }[] };
const price = {
  type: 'topup',
  fixedFee: '1.00',
  rateBps: 0,
  minimumFee: '0',
  minimumAmount: '10',
  maximumAmount: '1000',
  reason: 'costs have changed',
};

describe('a price', () => {
  const products = async () => (await ann.get<{ data: Product[] }>('/desk/v1/products')).body.data;
  const card = async () => (await products()).find(({ id }) => id === world.products.card);
  const set = (json: object, id = world.products.card) => ann.post<Proposed>(`/desk/v1/products/${id}/prices`, json);
  /** Proposed by one and approved by another. */
  const agreed = async (json: object) => {
    const answer = await set(json);
    expect(answer.status, answer.text).toBe(202);
    return approveAs(bob, answer.body);
  };
  const feeOf = async (company: Awaited<ReturnType<World['company']>>, cardId: string) =>
    (await company.post('/api/v1/operations/preview', { type: 'topup', cardId, amount: '100.00' }, { key: null })).body[
      'fee'
    ];

  test('is compared by an example that costs what an order of it costs', async () => {
    const company = await world.company();
    const cardId = await company.insertCard();
    for (const maximumAmount of ['500.00', '33.33', '12.34']) {
      const { reason: _reason, ...sums } = { ...price, maximumAmount };
      const path = `/desk/v1/products/${world.products.card}/prices/preview`;
      const { body } = await ann.post<{ example: { amount: string; before: string } }>(path, sums);
      const order = { type: 'topup', cardId, amount: body.example.amount };
      const { body: asked } = await company.post('/api/v1/operations/preview', order, { key: null });
      expect(asked['total'], maximumAmount).toBe(body.example.before);
    }
  });

  test('begins at its moment and not before, and leaves its predecessor in the history', async () => {
    const company = await world.company({ available: '500.00' });
    const cardId = await company.insertCard();
    expect(await feeOf(company, cardId)).toBe('0.20');
    const soon = new Date(Date.now() + 5_000);
    const proposed = await set({ ...price, effectiveFrom: soon.toISOString() });
    expect(proposed, proposed.text).toMatchObject({ status: 202, body: { proposal: { action: 'product.price' } } });
    expect(await set(price)).toMatchObject({ status: 409, body: { code: 'proposed_already' } });
    const topups = async () => (await card())?.prices.filter(({ type }) => type === 'topup');
    expect(await topups(), 'only proposed').toMatchObject([{ state: 'current', fixedFee: '0.00' }]);
    await approveAs(bob, proposed.body);
    expect(await topups()).toMatchObject([
      { state: 'scheduled', fixedFee: '1.00', effectiveFrom: soon.toISOString(), setBy: { name: 'Ann' } },
      { state: 'current', fixedFee: '0.00' },
    ]);
    expect(await feeOf(company, cardId), 'not yet').toBe('0.20');
    await agreed({ ...price, fixedFee: '2.00', effectiveFrom: soon.toISOString() });
    await new Promise((resolve) => setTimeout(resolve, soon.getTime() - Date.now() + 50));
    expect(await feeOf(company, cardId)).toBe('2.00');
    expect(await topups()).toMatchObject([
      { state: 'current', fixedFee: '2.00' },
      { state: 'past', fixedFee: '0.00' },
    ]);
    await agreed({ ...price, fixedFee: '3.00' });
    expect(await feeOf(company, cardId), 'from now on').toBe('3.00');
  });

  test('is refused in the past, for another kind of product, for none, and out of bounds', async () => {
    const refusals: [object, string | undefined, number, string][] = [
      [{ ...price, effectiveFrom: '2026-01-01T00:00:00Z' }, undefined, 400, 'price_in_the_past'],
      [price, world.products.service, 400, 'price_does_not_fit'],
      [price, 'prod_01jcp4vsb0e5d8zq6m5k1n7x2t', 404, 'product_not_found'],
      [price, 'nonsense', 404, 'product_not_found'],
      [{ ...price, minimumAmount: '2000' }, undefined, 400, 'amount_invalid'],
      [{ ...price, rateBps: 10_001 }, undefined, 400, 'request_invalid'],
    ];
    for (const [json, id, status, code] of refusals)
      expect(await set(json, id), code).toMatchObject({ status, body: { code } });
  });
});

test('a pause is added once, listed, seen in the status, and removed', async () => {
  const wish = { environment: 'live', productId: world.products.card, reason: 'recalled' };
  const added = await ann.post<{ id: string }>('/desk/v1/pauses', wish);
  expect(added).toMatchObject({
    status: 201,
    body: { environment: 'live', product: { id: world.products.card }, reason: 'recalled', pausedBy: { name: 'Ann' } },
  });
  expect(await ann.post('/desk/v1/pauses', wish)).toMatchObject({ status: 409, body: { code: 'stands_already' } });
  expect(await ann.post('/desk/v1/pauses', { ...wish, productId: 'nonsense' })).toMatchObject({ status: 404 });
  expect((await ann.get('/desk/v1/pauses')).body).toEqual({ data: [added.body] });
  expect((await ann.get('/desk/v1/status')).body).toMatchObject({ pauses: [added.body] });
  const remove = () => ann.ask(`/desk/v1/pauses/${added.body.id}`, { method: 'DELETE' });
  expect(await remove()).toMatchObject({ status: 200, body: { id: added.body.id } });
  expect(await remove()).toMatchObject({ status: 404, body: { code: 'pause_not_found' } });
});
