import { keyScopes } from '@cardwright/server/foundation/key-scopes.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Ledger, ledgerOf } from '../../ledger-of.ts';
import { startWorld, type World } from '../../world.ts';

let world: World;
let ledger: Ledger;
beforeAll(async () => {
  world = await startWorld();
  ledger = ledgerOf(world.stack);
});
afterAll(async () => {
  await ledger.close();
  await world.stop();
});

type Balance = { available: string; held: string; holds: { operationId: string; amount: string }[] };

describe('GET /api/v1/balance', () => {
  test('200 shows a new company nothing available and nothing held', async () => {
    const company = await world.company();
    expect((await company.get('/api/v1/balance')).body).toEqual({
      currency: 'USD',
      available: '0.00',
      held: '0.00',
      holds: [],
    });
  });

  test('200 lists each open hold, oldest first, with what it is for; they sum to held', async () => {
    const company = await world.company({ available: '100.00' });
    await ledger.reserve(company.scope, 'op_first', 53_10n, 'Card issue');
    await ledger.reserve(company.scope, 'op_second', 10_02n, 'Card top-up');
    expect((await company.get('/api/v1/balance')).body).toEqual({
      currency: 'USD',
      available: '36.88',
      held: '63.12',
      holds: [
        { operationId: 'op_first', amount: '53.10', reason: 'Card issue', createdAt: expect.any(String) },
        { operationId: 'op_second', amount: '10.02', reason: 'Card top-up', createdAt: expect.any(String) },
      ],
    });
  });

  test('a captured hold is gone with its money, a released one gives it back', async () => {
    const company = await world.company({ available: '100.00' });
    await ledger.reserve(company.scope, 'op_done', 50_10n);
    await ledger.reserve(company.scope, 'op_failed', 20_00n);
    await ledger.capture(company.scope, 'op_done', 50_00n, 10n);
    await ledger.release(company.scope, 'op_failed', 20_00n);
    const { body } = await company.get<Balance>('/api/v1/balance');
    expect(body).toMatchObject({ available: '49.90', held: '0.00', holds: [] });
  });

  test('of more than 1,000 holds the oldest are listed, and held is still the whole', async () => {
    const company = await world.company({ available: '20.00' });
    const { companyId, environment } = company.scope;
    const numbers = Array.from({ length: 1_001 }, (_, index) => `op_${String(index).padStart(4, '0')}`);
    await world.admin.query(`select ledger.reserve($1, $2, $3, $4, $5)`, [
      numbers.map(() => companyId),
      numbers.map(() => environment),
      numbers,
      numbers.map(() => 1),
      numbers.map(() => 'Service'),
    ]);
    const { body } = await company.get<Balance>('/api/v1/balance');
    expect(body.holds).toHaveLength(1_000);
    expect(body).toMatchObject({ available: '9.99', held: '10.01' });
  });

  test('sandbox money is not live money, nor another company’s', async () => {
    const company = await world.company({ available: '5.00' });
    const live = await company.client({ environment: 'live' });
    const other = await world.company();
    for (const client of [live, other])
      expect((await client.get('/api/v1/balance')).body).toMatchObject({ available: '0.00', held: '0.00', holds: [] });
  });

  test('401 without a key, 403 without balance:read, 403 without verification, 400 for a query parameter', async () => {
    expect(await world.ask('/api/v1/balance')).toMatchObject({ status: 401 });
    const company = await world.company();
    const others = await company.client({ scopes: keyScopes.filter((scope) => scope !== 'balance:read') });
    expect(await others.get('/api/v1/balance')).toMatchObject({ status: 403, body: { code: 'scope_missing' } });
    const pending = await world.company({ verification: 'pending' });
    expect(await pending.get('/api/v1/balance')).toMatchObject({ status: 403 });
    expect(await company.get('/api/v1/balance?currency=USD')).toMatchObject({ status: 400 });
  });
});
