import { setProduct } from '@cardwright/server/cards/products/products.ts';
import { usd } from '@cardwright/server/foundation/money/usd.ts';
import { agree } from '@cardwright/stack/operators.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWorld, type World } from '../../world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

describe('GET /api/v1/products', () => {
  test('200 shows the seeded catalogue, oldest first, to a key without any permission', async () => {
    const company = await world.company();
    const client = await company.client({ scopes: [] });
    const bounds = { minimumAmount: '10.00', maximumAmount: '1000000.00' };
    expect((await client.get('/api/v1/products')).body).toEqual({
      data: [
        {
          id: world.products.card,
          name: 'Business card',
          kind: 'card',
          status: 'active',
          pricing: {
            issue: { fixedFee: '3.00', rateBps: 20, ...bounds },
            topup: { fixedFee: '0.00', rateBps: 20, ...bounds },
          },
        },
        {
          id: world.products.service,
          name: 'Service order',
          kind: 'service',
          status: 'active',
          pricing: { service: { fixedFee: '0.00', rateBps: 0, minimumAmount: '1.00', maximumAmount: '1000000.00' } },
        },
      ],
    });
  });

  test('the catalogue is the same for every company and environment', async () => {
    const company = await world.company();
    const other = await world.company({ kind: 'individual' });
    const live = await company.client({ environment: 'live' });
    const texts = await Promise.all([company, other, live].map(async (c) => (await c.get('/api/v1/products')).text));
    expect(new Set(texts).size).toBe(1);
  });

  test('a product that operators add or take out of use shows at once', async () => {
    const company = await world.company();
    const price = {
      fixedFee: usd(1n),
      rateBps: 1n,
      minimumFee: usd(0n),
      minimumAmount: usd(1n),
      maximumAmount: usd(2n),
    };
    const prices = { service: price };
    const gift = { name: 'Gift', kind: 'service', status: 'inactive', prices, reason: 'a test' } as const;
    await agree(world.tools, await setProduct(world.tools, gift));
    const { body } = await company.get<{ data: object[] }>('/api/v1/products');
    expect(body.data.at(-1)).toMatchObject({
      name: 'Gift',
      status: 'inactive',
      pricing: { service: { fixedFee: '0.01', rateBps: 1, minimumAmount: '0.01', maximumAmount: '0.02' } },
    });
  });

  test('401 without a key, 403 for a company that is not verified, 400 for a query parameter', async () => {
    expect(await world.ask('/api/v1/products')).toMatchObject({ status: 401 });
    const pending = await world.company({ verification: 'pending' });
    expect(await pending.get('/api/v1/products')).toMatchObject({ status: 403 });
    const company = await world.company();
    expect(await company.get('/api/v1/products?kind=card')).toMatchObject({ status: 400 });
  });
});
