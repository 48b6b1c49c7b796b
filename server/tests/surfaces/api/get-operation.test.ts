import { toId } from '@cardwright/server/foundation/ids.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Company, startWorld, type World } from '../../world.ts';

const openedAt = new Date('2026-03-10T12:00:00.000Z');

let world: World;
let company: Company;
beforeAll(async () => {
  world = await startWorld();
  company = await world.company();
});
afterAll(() => world.stop());

const read = (id: string) => company.get(`/api/v1/operations/${id}`);

describe('GET /api/v1/operations/{id}', () => {
  test.each(['queued', 'processing'])('200 shows a %s operation without a result and asks to wait', async (status) => {
    const id = await company.insertOperation({ status, amount: 10_01n, fee: 3n, createdAt: openedAt });
    const answer = await read(id);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('retry-after')).toBe('1');
    expect(answer.body).toEqual({
      id,
      type: 'issue',
      status,
      amount: '10.01',
      fee: '0.03',
      total: '10.04',
      result: {},
      createdAt: '2026-03-10T12:00:00.000Z',
      productId: world.products.card,
      holderId: '',
      cardId: '',
      name: '',
      recipient: '',
      metadata: {},
      updatedAt: '2026-03-10T12:00:00.000Z',
      completedAt: null,
    });
  });

  test.each(['issue', 'topup'])(
    '200 shows a completed %s with its card and receipt, and asks no more',
    async (type) => {
      const cardId = await company.insertCard();
      const answer = await read(await company.insertOperation({ type, status: 'completed', cardId, receipt: 'R-1' }));
      expect(answer.body).toMatchObject({ status: 'completed', result: { cardId, receipt: 'R-1' } });
      expect(answer.body).not.toHaveProperty('failure');
      expect(answer.body).not.toHaveProperty('review');
      expect(answer.headers.get('retry-after')).toBeNull();
    },
  );

  test('200 shows a completed service with its receipt alone', async () => {
    const answer = await read(await company.insertOperation({ type: 'service', status: 'completed', receipt: 'R-2' }));
    expect(answer.body).toMatchObject({ status: 'completed' });
    expect(answer.body['result']).toEqual({ receipt: 'R-2' });
  });

  test('200 shows why a failed operation failed', async () => {
    const failure = { code: 'issuer_rejected', message: 'The issuer refused.' };
    const answer = await read(await company.insertOperation({ status: 'failed', failure }));
    expect(answer.body).toMatchObject({ status: 'failed', result: {}, failure });
    expect(answer.headers.get('retry-after')).toBeNull();
  });

  test('200 shows a review with what is known of it, and null for what is not', async () => {
    const fresh = await read(
      await company.insertOperation({ status: 'manual_review', review: { reason: 'timeout', openedAt } }),
    );
    expect(fresh.body['review']).toEqual({
      reason: 'timeout',
      openedAt: openedAt.toISOString(),
      lastCheckedAt: null,
      nextCheckAt: null,
    });
    const nextAt = new Date('2026-03-10T12:06:00.000Z');
    const checkedAt = new Date('2026-03-10T12:01:00.000Z');
    const checked = await read(
      await company.insertOperation({
        status: 'manual_review',
        review: { reason: 'timeout', openedAt, checkedAt, nextAt },
      }),
    );
    expect(checked.body['review']).toMatchObject({
      lastCheckedAt: checkedAt.toISOString(),
      nextCheckAt: nextAt.toISOString(),
    });
    expect(checked.body['result']).toEqual({});
  });

  test('Retry-After is sent while an operation in review may still be decided', async () => {
    const id = await company.insertOperation({ status: 'manual_review', review: { reason: 'timeout', openedAt } });
    expect((await read(id)).headers.get('retry-after')).toBe('1');
  });

  test('403 without operations:read', async () => {
    const client = await company.client({ scopes: ['cards:write', 'cards:read'] });
    expect(await client.get('/api/v1/operations/op_x')).toMatchObject({ status: 403, body: { code: 'scope_missing' } });
  });

  test('404, in the same words, for what is missing, of another company, of the other environment or no id at all', async () => {
    const id = await company.insertOperation();
    const other = await world.company();
    const live = await company.client({ environment: 'live' });
    const cardId = await company.insertCard();
    const answers = [
      await other.get(`/api/v1/operations/${id}`),
      await live.get(`/api/v1/operations/${id}`),
      await read(toId('operation', '018f4d2e-0000-7000-8000-000000000000')),
      await read(cardId), // an id of something else
      await read(id.toUpperCase()),
      await read(encodeURIComponent("x' or 1=1 --")),
      await read('%00'),
      await read('%F0%9F%92%B8'),
      await read('x'.repeat(900)),
    ];
    for (const { status, body } of answers) {
      expect({ status, body }).toEqual({
        status: 404,
        body: {
          statusCode: 404,
          code: 'operation_not_found',
          message: 'Operation not found.',
          retry: 'never',
          requestId: expect.any(String),
        },
      });
    }
  });

  test('400 for a query parameter, because it has none', async () => {
    const id = await company.insertOperation();
    expect(await company.get(`/api/v1/operations/${id}?expand=card`)).toMatchObject({ status: 400 });
  });
});
