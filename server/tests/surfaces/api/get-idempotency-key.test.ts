import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Company, startWorld, type World } from '../../world.ts';

let world: World;
let company: Company;
beforeAll(async () => {
  world = await startWorld();
  company = await world.company();
});
afterAll(() => world.stop());

const fundWith = (key: string) => company.post('/api/v1/sandbox/funding', { amount: '1.00' }, { key });
const read = (key: string) => company.get(`/api/v1/idempotency-keys/${encodeURIComponent(key)}`);

describe('GET /api/v1/idempotency-keys/{key}', () => {
  test('200 tells what became of a key, to a key without any permission', async () => {
    const key = randomUUID();
    await fundWith(key);
    const client = await company.client({ scopes: [] });
    expect((await client.get(`/api/v1/idempotency-keys/${key}`)).body).toEqual({
      key,
      method: 'POST',
      path: '/api/v1/sandbox/funding',
      status: 200,
      resourceId: expect.stringMatching(/^sbf_/),
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
  });

  test('the resource is the reference of the entry in the statement', async () => {
    const key = randomUUID();
    await fundWith(key);
    const today = new Date().toISOString().slice(0, 10);
    const { body } = await company.get<{ data: { reference: string }[] }>(
      `/api/v1/account-statements?from=${today}&to=${today}`,
    );
    expect(body.data.at(-1)?.reference).toBe((await read(key)).body['resourceId']);
  });

  test.each([
    'a/b',
    'a?b#c',
    'a%2Fb',
    '100%',
    '../../balance',
    "x' or 1=1 --",
    '"quoted" \\ key',
    'a b',
    '*',
    'x'.repeat(128),
    'é',
    'é'.repeat(128),
  ])('200 for a used key with odd characters: %j', async (key) => {
    expect(await fundWith(key)).toMatchObject({ status: 200 });
    expect(await read(key)).toMatchObject({ status: 200, body: { key } });
  });

  test.each(['zahlung-ä', '支払い-1', '💸'.repeat(32)])('a key sent as UTF-8 is found by its text: %j', async (key) => {
    const sent = Buffer.from(key).toString('latin1'); // the bytes of UTF-8, as curl sends them
    expect(await fundWith(sent)).toMatchObject({ status: 200 });
    expect(await read(key)).toMatchObject({ status: 200, body: { key } });
    const again = await fundWith(sent);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  });

  test('404 for a key that was never used, in whatever form', async () => {
    for (const key of [randomUUID(), 'x'.repeat(129), 'x'.repeat(900), '\u0000', 'a\u0000b', '💸', ' ', '%'])
      expect(await read(key), key).toMatchObject({ status: 404, body: { code: 'idempotency_key_not_found' } });
  });

  test('404 for a key whose request was refused, because it was not used up', async () => {
    const key = randomUUID();
    expect(await company.post('/api/v1/sandbox/funding', { amount: '0' }, { key })).toMatchObject({ status: 400 });
    expect(await read(key)).toMatchObject({ status: 404 });
  });

  test('404 for a key of another company or of the other environment', async () => {
    const key = randomUUID();
    await fundWith(key);
    const other = await world.company();
    const live = await company.client({ environment: 'live' });
    for (const client of [other, live])
      expect(await client.get(`/api/v1/idempotency-keys/${key}`)).toMatchObject({ status: 404 });
  });

  test('401 without a key, 403 for a company that is not verified', async () => {
    expect(await world.ask('/api/v1/idempotency-keys/x')).toMatchObject({ status: 401 });
    const pending = await world.company({ verification: 'pending' });
    expect(await pending.get('/api/v1/idempotency-keys/x')).toMatchObject({ status: 403 });
  });
});
