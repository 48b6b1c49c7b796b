import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWorld, type World } from '../world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

describe('GET /api/v1/balance', () => {
  test('200 shows a new company nothing available and nothing held', async () => {
    const company = await world.company();
    expect(await company.get('/api/v1/balance')).toMatchObject({
      status: 200,
      body: { currency: 'USD', available: '0.00', held: '0.00', holds: [] },
    });
  });
});
