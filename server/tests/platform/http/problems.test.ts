// Errors that a client can act on: every problem with its field, the numbers of a refusal, the methods of a path.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ordersOf } from '../../surfaces/api/orders.ts';
import { type Company, startWorld, type World } from '../../world.ts';

let world: World;
let company: Company;
beforeAll(async () => {
  world = await startWorld({ issuer: true });
  company = await world.company({ available: '20.00' });
});
afterAll(() => world?.stop());

const { issue, service } = ordersOf(() => world.products);
type Problems = { code: string; message: string; errors: { field: string; message: string }[] };

describe('a malformed request', () => {
  test('names every problem at once, with its field and the allowed values', async () => {
    const wrong = { name: '', email: 'no', kind: 'robot', nickname: 'x', metadata: { 'a b': 'v', team: 7 } };
    const { status, body } = await company.post<Problems>('/api/v1/holders', wrong);
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'request_invalid' });
    const of = (field: string) => body.errors.find((error) => error.field === field)?.message;
    expect(body.errors.map(({ field }) => field).toSorted()).toEqual([
      'email',
      'kind',
      'metadata.a b',
      'metadata.team',
      'name',
      'nickname',
    ]);
    expect(of('kind')).toBe('must be one of individual, corporate');
    expect(of('nickname')).toBe('is not a field of this request');
    expect(body.message).toMatch(/^body\.\w+ .+\.$/);
  });

  test('names each field once, with all its problems', async () => {
    const wrong = { name: '', email: 'no', kind: 'robot' };
    const { body } = await company.post<Problems>('/api/v1/holders', wrong);
    expect(body.errors.toSorted((a, b) => a.field.localeCompare(b.field))).toEqual([
      { field: 'email', message: 'must NOT have fewer than 3 characters and must match format "email"' },
      { field: 'kind', message: 'must be one of individual, corporate' },
      { field: 'name', message: 'must NOT have fewer than 1 characters' },
    ]);
  });

  test('names the alternatives of a field', async () => {
    const path = `/api/v1/cards/${await company.insertCard()}/limits`;
    const { body } = await company.post<Problems>(path, { perDay: 5, perMonth: null });
    expect(body.errors).toEqual([{ field: 'perDay', message: 'must be string or must be null' }]);
  });

  test('names a missing field', async () => {
    const { body } = await company.post<Problems>('/api/v1/holders', { name: 'Ada', kind: 'individual' });
    expect(body.errors).toEqual([{ field: 'email', message: 'is required' }]);
  });

  test('names what its type of operation lacks and does not take, beside the other problems', async () => {
    const wrong = { type: 'issue', amount: 'five', cardId: 'card_1', note: 'x' };
    const { body } = await company.post<Problems>('/api/v1/operations', wrong);
    expect(new Map(body.errors.map(({ field, message }) => [field, message]))).toEqual(
      new Map([
        ['amount', expect.stringContaining('must match pattern')],
        ['productId', 'is required'],
        ['holderId', 'is required'],
        ['cardId', 'is not a field of this type'],
        ['note', 'is not a field of this request'],
      ]),
    );
  });

  test('names the date of a range that ends before it begins', async () => {
    const { body } = await company.get<Problems>('/api/v1/account-statements?from=2026-02-03&to=2026-02-01');
    expect(body.errors).toEqual([{ field: 'to', message: 'must not be before query.from' }]);
    expect(body.message).toBe('query.to must not be before query.from.');
  });

  test('names the body when it is not JSON', async () => {
    const headers = { 'idempotency-key': 'k' };
    const { body } = await company.ask<Problems>('/api/v1/holders', { method: 'POST', raw: '{', headers });
    expect(body.errors).toEqual([{ field: 'body', message: 'is not valid JSON' }]);
  });

  test('names a wrong query parameter', async () => {
    const { body } = await company.get<Problems>('/api/v1/operations?limit=0&status=open');
    expect(body.errors.map(({ field }) => field).toSorted()).toEqual(['limit', 'status']);
  });

  test('names a repeated query parameter', async () => {
    const { body } = await company.get<Problems>('/api/v1/operations?limit=1&limit=2&status=open');
    expect(new Map(body.errors.map(({ field, message }) => [field, message]))).toEqual(
      new Map([
        ['limit', 'is given more than once and must be integer'],
        ['status', expect.stringMatching(/^must be one of queued, /)],
      ]),
    );
  });

  test('with thousands of wrong fields names the first of them', async () => {
    const many = Object.fromEntries(Array.from({ length: 4_000 }, (_, index) => [`x${index}`, 1]));
    const { status, body } = await company.post<Problems>('/api/v1/holders', many);
    expect(status).toBe(400);
    expect(body.errors).toHaveLength(30);
  });
});

describe('a refusal carries its numbers', () => {
  test('the minimum and the maximum of the product', async () => {
    const holderId = await company.insertHolder();
    const low = issue(holderId, { amount: '5.00', expectedTotal: '8.01' });
    expect((await company.post('/api/v1/operations', low)).body).toMatchObject({
      code: 'amount_below_minimum',
      minimum: '10.00',
    });
    const high = issue(holderId, { amount: '1000001.00', expectedTotal: '1002004.01' });
    expect((await company.post('/api/v1/operations', high)).body).toMatchObject({
      code: 'amount_above_maximum',
      maximum: '1000000.00',
    });
  });

  test('the available balance and what is required', async () => {
    const dear = service({ amount: '21.00', expectedTotal: '21.00' });
    expect((await company.post('/api/v1/operations', dear)).body).toMatchObject({
      code: 'insufficient_funds',
      available: '20.00',
      required: '21.00',
    });
  });
});

test('an unknown scenario names the known ones', async () => {
  const headers = { 'sandbox-scenario': 'nonsense' };
  const { status, body } = await company.post<Problems>('/api/v1/operations', service(), { headers });
  expect({ status, code: body.code }).toEqual({ status: 400, code: 'scenario_invalid' });
  for (const name of ['rejected', 'timeout_after_effect']) expect(body.message).toContain(name);
});

test.each([
  ['DELETE', '/api/v1/operations', ['GET', 'POST']],
  ['PUT', '/api/v1/operations/op_1', ['GET']],
  ['GET', '/api/v1/operations/op_1/cancel', ['POST']],
])('405 with Allow for %s %s', async (method, path, allowed) => {
  const answer = await company.ask(path, { method });
  expect(answer).toMatchObject({ status: 405, body: { code: 'method_not_allowed', retry: 'never' } });
  const names = answer.headers.get('allow')?.split(', ') ?? [];
  expect(names).toEqual(expect.arrayContaining(allowed));
  expect(names).not.toContain(method);
});

test('amounts are compared by value', async () => {
  const own = await world.company({ available: '20.00' });
  const first = await own.post('/api/v1/operations', service({ amount: '5', expectedTotal: '5.00' }), { key: 'k' });
  expect(first).toMatchObject({ status: 201 });
  const again = await own.post('/api/v1/operations', service({ amount: '5.00', expectedTotal: '5' }), { key: 'k' });
  expect(again.text).toBe(first.text);
  const other = await own.post('/api/v1/operations', service({ amount: '5.01' }), { key: 'k' });
  expect(other).toMatchObject({ status: 409, body: { differs: ['amount'] } });
});
