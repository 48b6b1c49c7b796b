// No worker runs here: an operation that is accepted stays queued, and nothing is sent to anybody.
import { fromId } from '@cardwright/server/foundation/ids.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWorld, type World } from '../../world.ts';
import { ordersOf, path } from './orders.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.stop());

const { issue, service, topup } = ordersOf(() => world.products);

describe(`POST ${path}`, () => {
  test('201 for an issue: queued, with its price, where it can be read, and the total held', async () => {
    const company = await world.company({ available: '100.00' });
    const holderId = await company.insertHolder();
    const answer = await company.post<{ id: string; createdAt: string }>(path, issue(holderId, { name: 'Travel' }));
    const { id, createdAt } = answer.body;
    expect(answer).toMatchObject({ status: 201 });
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^op_[0-9a-z]{26}$/),
      type: 'issue',
      status: 'queued',
      amount: '50.00',
      fee: '3.10',
      total: '53.10',
      result: {},
      createdAt,
      productId: world.products.card,
      holderId,
      cardId: '',
      name: 'Travel',
      recipient: '',
      metadata: {},
      updatedAt: createdAt,
      completedAt: null,
    });
    expect(createdAt).toBe(new Date(createdAt).toISOString());
    expect(answer.headers.get('location')).toBe(`${path}/${id}`);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.headers.get('idempotent-replayed')).toBeNull();
    expect(await company.balance()).toEqual({ available: '46.90', held: '53.10' });
    const { body } = await company.get('/api/v1/balance');
    expect(body['holds']).toMatchObject([{ operationId: id, amount: '53.10', reason: 'Card issue' }]);
  });

  test('201 for a top-up, which takes its product from the card or names the same', async () => {
    const company = await world.company({ available: '101.00' });
    const holderId = await company.insertHolder();
    const cardId = await company.insertCard({ holderId });
    const price = { fee: '0.10', total: '50.10' };
    const about = { productId: world.products.card, holderId, cardId, name: '', recipient: '' };
    const queued = { status: 201, body: { type: 'topup', status: 'queued', ...price, result: {}, ...about } };
    expect(await company.post(path, topup(cardId))).toMatchObject(queued);
    expect(await company.post(path, topup(cardId, { productId: world.products.card }))).toMatchObject(queued);
    expect(await company.balance()).toEqual({ available: '0.80', held: '100.20' });
  });

  test('201 for a service', async () => {
    const company = await world.company({ available: '5.00' });
    const price = { amount: '5.00', fee: '0.00', total: '5.00' };
    const about = {
      productId: world.products.service,
      holderId: '',
      cardId: '',
      name: '',
      recipient: 'ada@example.com',
    };
    const queued = { type: 'service', status: 'queued', ...price, result: {}, ...about };
    const ordered = service({ recipient: 'ada@example.com' });
    expect(await company.post(path, ordered)).toMatchObject({ status: 201, body: queued });
    expect(await company.balance()).toEqual({ available: '0.00', held: '5.00' });
  });

  test('201 whatever the recipient looks like: only texts that people write are looked through for card numbers', async () => {
    const company = await world.company({ available: '5.00' });
    expect(await company.post(path, service({ recipient: '4242424242424242' }))).toMatchObject({ status: 201 });
  });

  test('the fee is rounded up to the cent', async () => {
    const company = await world.company({ available: '100.00' });
    const cardId = await company.insertCard();
    const answer = await company.post(path, topup(cardId, { amount: '10.01', expectedTotal: '10.04' }));
    expect(answer).toMatchObject({ status: 201, body: { fee: '0.03', total: '10.04' } });
  });

  test('the expected total may be left out, and may be written in another way', async () => {
    const company = await world.company({ available: '15.00' });
    const { expectedTotal: _, ...without } = service();
    for (const order of [without, service({ expectedTotal: '5' }), service({ expectedTotal: '05.0' })])
      expect(await company.post(path, order)).toMatchObject({ status: 201 });
  });

  test('the bytes of the answer are those that reading the queued operation answers', async () => {
    const company = await world.company({ available: '200.00' });
    const orders = [issue(await company.insertHolder()), topup(await company.insertCard()), service()];
    for (const order of orders) {
      const made = await company.post(path, order);
      const read = await company.get(made.headers.get('location') ?? '');
      expect(read).toMatchObject({ status: 200, text: made.text });
    }
  });

  test('a card is called as the client says, or else as its product', async () => {
    const company = await world.company({ available: '200.00' });
    const holderId = await company.insertHolder();
    const nameOf = async (order: object) => {
      const { body } = await company.post<{ id: string }>(path, order);
      const found =
        'select o.name, p.name as product from operations o join products p on p.id = product_id where o.id = $1';
      return (await world.admin.query(found, [fromId('operation', body.id)])).rows[0];
    };
    expect(await nameOf(issue(holderId, { name: 'Travel é "1"' }))).toMatchObject({ name: 'Travel é "1"' });
    for (const order of [issue(holderId), issue(holderId, { name: '' })]) {
      const { name, product } = await nameOf(order);
      expect(name).toBe(product);
    }
  });

  test('exactly all that is available can be spent', async () => {
    const company = await world.company({ available: '53.10' });
    expect(await company.post(path, issue(await company.insertHolder()))).toMatchObject({ status: 201 });
    expect(await company.balance()).toEqual({ available: '0.00', held: '53.10' });
  });

  test('it is due immediately, for any worker', async () => {
    const company = await world.company({ available: '100.00' });
    const { body } = await company.post<{ id: string }>(path, service());
    const { rows } = await world.admin.query(
      `select next_at <= now() as is_due, lease_token, attempts, parked_at from operations where id = $1`,
      [fromId('operation', body.id)],
    );
    expect(rows).toEqual([{ is_due: true, lease_token: null, attempts: 0, parked_at: null }]);
  });
});
