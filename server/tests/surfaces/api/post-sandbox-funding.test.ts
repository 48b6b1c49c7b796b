import { randomUUID } from 'node:crypto';
import { keyScopes } from '@cardwright/server/foundation/key-scopes.ts';
import { suspendCompany, verifyCompany } from '@cardwright/server/identity/companies/manage.ts';
import { revokeKey } from '@cardwright/server/identity/keys/manage.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ErrorBody } from '../../client.ts';
import { type Company, startWorld, type World } from '../../world.ts';

const path = '/api/v1/sandbox/funding';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const nothing = { available: '0.00', held: '0.00' };

/** A refused request must not have moved anything, nor used up its key. */
async function expectNothingHappened(company: Company, key?: string): Promise<void> {
  expect(await company.balance()).toEqual(nothing);
  if (key !== undefined) expect(await company.get(`/api/v1/idempotency-keys/${key}`)).toMatchObject({ status: 404 });
}

describe(`POST ${path}`, () => {
  test('200 credits the amount and answers an empty object', async () => {
    const company = await world.company();
    const answer = await company.post(path, { amount: '250.50' });
    expect(answer).toMatchObject({ status: 200, text: '{}' });
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.headers.get('idempotent-replayed')).toBeNull();
    expect(await company.balance()).toEqual({ available: '250.50', held: '0.00' });
  });

  test.each([
    ['0.01', '0.01'],
    ['1', '1.00'],
    ['1.5', '1.50'],
    ['007', '7.00'],
    ['1000000000', '1000000000.00'],
    ['1000000000.00', '1000000000.00'],
  ])('200 for the amount %s', async (amount, credited) => {
    const company = await world.company();
    expect(await company.post(path, { amount })).toMatchObject({ status: 200 });
    expect(await company.balance()).toEqual({ available: credited, held: '0.00' });
  });

  const noAmounts = [
    '1.234',
    '-1',
    '+1',
    '1e3',
    'abc',
    '',
    ' 1',
    '1 ',
    '1,00',
    '.5',
    '1.',
    '0x10',
    '1_000',
    'Infinity',
    'NaN',
    '1\n',
    '1.00\u0000',
    '١٠',
    '１',
    '9'.repeat(40),
    '9'.repeat(60_000),
    100,
    1.5,
    null,
    true,
    ['1.00'],
    { amount: '1.00' },
  ];
  test.each(noAmounts.map((amount) => [JSON.stringify(amount).slice(0, 50), amount] as const))(
    '400 for the amount %s',
    async (_text, amount) => {
      const company = await world.company();
      const key = randomUUID();
      expect(await company.post(path, { amount }, { key })).toMatchObject({ status: 400 });
      await expectNothingHappened(company, key);
    },
  );

  test.each(['0', '0.0', '0.00', '00', '1000000000.01', '1000000001', '9999999999.99'])(
    '400 amount_invalid for %s, which is no amount we credit',
    async (amount) => {
      const company = await world.company();
      const key = randomUUID();
      const refused = { status: 400, body: { code: 'amount_invalid', retry: 'new_key' } };
      expect(await company.post(path, { amount }, { key })).toMatchObject(refused);
      await expectNothingHappened(company, key);
    },
  );

  test('400 without an Idempotency-Key, with an empty one, and with one of 129 characters', async () => {
    const company = await world.company();
    for (const key of [null, '', ' ', 'x'.repeat(129)]) {
      const refused = { status: 400, body: { code: 'idempotency_key_invalid' } };
      expect(await company.post(path, { amount: '1.00' }, { key })).toMatchObject(refused);
    }
    await expectNothingHappened(company);
  });

  test('200 with an Idempotency-Key of 1 and of 128 characters', async () => {
    const company = await world.company();
    for (const key of ['x', 'x'.repeat(128)])
      expect(await company.post(path, { amount: '1.00' }, { key })).toMatchObject({ status: 200 });
    expect(await company.balance()).toMatchObject({ available: '2.00' });
  });

  test('400 for a query parameter', async () => {
    const company = await world.company();
    expect(await company.post(`${path}?amount=5`, { amount: '1.00' })).toMatchObject({ status: 400 });
    await expectNothingHappened(company);
  });
});

describe(`POST ${path}, again`, () => {
  test('the same key and request answer the same bytes, marked as replayed, and credit once', async () => {
    const company = await world.company();
    const key = randomUUID();
    const first = await company.post(path, { amount: '250.50' }, { key });
    for (let again = 0; again < 2; again++) {
      const replay = await company.post(path, { amount: '250.50' }, { key });
      expect(replay).toMatchObject({ status: first.status, text: first.text });
      expect(replay.headers.get('idempotent-replayed')).toBe('true');
    }
    expect(await company.balance()).toMatchObject({ available: '250.50' });
  });

  test('headers and white space do not make it another request', async () => {
    const company = await world.company();
    const headers = { 'idempotency-key': randomUUID() };
    await company.ask(path, { method: 'POST', headers, raw: '{"amount":"1.00"}' });
    const replay = await company.ask(path, {
      method: 'POST',
      headers: { ...headers, 'user-agent': 'other', 'content-type': 'application/json; charset=utf-8' },
      raw: '\n{ "amount" : "1.00" }',
    });
    expect(replay.headers.get('idempotent-replayed')).toBe('true');
    expect(await company.balance()).toMatchObject({ available: '1.00' });
  });

  test('another key of the company replays it too, because keys belong to the company', async () => {
    const company = await world.company();
    const key = randomUUID();
    await company.post(path, { amount: '1.00' }, { key });
    const replay = await (await company.client()).post(path, { amount: '1.00' }, { key });
    expect(replay.headers.get('idempotent-replayed')).toBe('true');
  });

  test('409 for the same key with another amount names the first resource and the field, and moves nothing', async () => {
    const company = await world.company();
    const key = randomUUID();
    await company.post(path, { amount: '250.50' }, { key });
    const known = await company.get(`/api/v1/idempotency-keys/${key}`);
    for (const amount of ['250.51', '250']) {
      const conflict = await company.post(path, { amount }, { key });
      expect(conflict).toMatchObject({
        status: 409,
        body: {
          code: 'idempotency_conflict',
          retry: 'new_key',
          resourceId: known.body['resourceId'],
          differs: ['amount'],
        },
      });
    }
    expect(await company.balance()).toMatchObject({ available: '250.50' });
  });

  test('the same key of another company is another key', async () => {
    const key = randomUUID();
    const [one, other] = [await world.company(), await world.company()];
    await one.post(path, { amount: '1.00' }, { key });
    await other.post(path, { amount: '2.00' }, { key });
    expect([await one.balance(), await other.balance()]).toMatchObject([{ available: '1.00' }, { available: '2.00' }]);
  });

  test('a refused request does not use up its key', async () => {
    const company = await world.company();
    const key = randomUUID();
    expect(await company.post(path, { amount: 'x' }, { key })).toMatchObject({ status: 400 });
    expect(await company.post(path, { amount: '1.00' }, { key })).toMatchObject({ status: 200 });
  });

  test('twenty equal requests at once have one effect and twenty equal answers', async () => {
    const company = await world.company();
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => company.post(path, { amount: '7.00' }, { key })),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(new Set(['200 {}']));
    expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1);
    expect(await company.balance()).toMatchObject({ available: '7.00' });
  });

  test('twenty different requests at once with one key: one is credited, the others are conflicts', async () => {
    const company = await world.company();
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => company.post(path, { amount: `${index + 1}.00` }, { key })),
    );
    const statuses = answers.map(({ status }) => status).sort((a, b) => a - b);
    expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
    const credited = answers.findIndex(({ status }) => status === 200) + 1;
    expect(await company.balance()).toMatchObject({ available: `${credited}.00` });
  });

  test('fifty different credits at once all count', async () => {
    const company = await world.company();
    await Promise.all(Array.from({ length: 50 }, () => company.fund('0.01')));
    expect(await company.balance()).toMatchObject({ available: '0.50' });
  });
});

describe(`POST ${path}, by whom`, () => {
  test('401 without a key', async () => {
    const answer = await world.ask(path, { method: 'POST', json: { amount: '1.00' } });
    expect(answer).toMatchObject({ status: 401 });
  });

  test('403 for a company that is not verified', async () => {
    const company = await world.company({ verification: 'rejected' });
    const answer = await company.post(path, { amount: '1.00' });
    expect(answer).toMatchObject({ status: 403, body: { code: 'verification_required' } });
  });

  test('403 for a key with every permission but cards:write, 200 for a key with that one alone', async () => {
    const company = await world.company();
    const others = await company.client({ scopes: keyScopes.filter((scope) => scope !== 'cards:write') });
    const refused = await others.post<ErrorBody>(path, { amount: '1.00' });
    expect(refused).toMatchObject({ status: 403, body: { code: 'scope_missing' } });
    expect(refused.body.message).toContain('cards:write');
    await expectNothingHappened(company);
    const alone = await company.client({ scopes: ['cards:write'] });
    expect(await alone.post(path, { amount: '1.00' })).toMatchObject({ status: 200 });
  });

  test('403 for a live key, and live funds do not move', async () => {
    const company = await world.company();
    const live = await company.client({ environment: 'live' });
    const answer = await live.post(path, { amount: '1.00' });
    expect(answer).toMatchObject({ status: 403, body: { code: 'sandbox_only' } });
    expect((await live.get('/api/v1/balance')).body).toMatchObject({ available: '0.00' });
  });

  test('403 at once for a suspended company, even while a server still trusts its key', async () => {
    const company = await world.company();
    expect(await company.get('/api/v1/balance')).toMatchObject({ status: 200 });
    await suspendCompany(world.tools, company.scope.companyId, 'chargebacks');
    const answer = await company.post(path, { amount: '1.00' });
    expect(answer).toMatchObject({ status: 403, body: { code: 'company_suspended' } });
    await expectNothingHappened(company);
  });

  test('401 at once for a revoked key, even while a server still trusts it', async () => {
    const company = await world.company();
    const client = await company.client();
    expect(await client.get('/api/v1/balance')).toMatchObject({ status: 200 });
    await revokeKey(world.tools, company.scope, client.keyId);
    expect(await client.post(path, { amount: '1.00' })).toMatchObject({ status: 401, body: { code: 'key_invalid' } });
    await expectNothingHappened(company);
  });

  test('403 at once for a company that lost its verification, even while a server still trusts its key', async () => {
    const company = await world.company();
    expect(await company.balance()).toEqual(nothing);
    const decision = { verification: 'rejected', reason: 'documents expired' } as const;
    await verifyCompany(world.tools, company.scope.companyId, decision);
    const answer = await company.post(path, { amount: '1.00' });
    expect(answer).toMatchObject({ status: 403, body: { code: 'verification_required' } });
  });

  test('403 at once for a key that lost its permission, even while a server still trusts it', async () => {
    const company = await world.company();
    const client = await company.client();
    expect(await client.get('/api/v1/balance')).toMatchObject({ status: 200 });
    await world.admin.query(`update api_keys set scopes = '{balance:read}' where id = $1`, [client.keyId]);
    expect(await client.post(path, { amount: '1.00' })).toMatchObject({ status: 403, body: { code: 'scope_missing' } });
    await expectNothingHappened(company);
  });

  test('403 for one company leaves the requests of others that wait with it alone', async () => {
    const companies = await Promise.all(Array.from({ length: 4 }, () => world.company()));
    const [suspended, ...others] = companies;
    if (suspended === undefined) throw new Error('there are four');
    await Promise.all(companies.map((company) => company.balance())); // from now on their keys are trusted for a moment
    await suspendCompany(world.tools, suspended.scope.companyId, 'A test suspends it.');
    const ask = (company: Company) => Array.from({ length: 20 }, () => company.post(path, { amount: '1.00' }));
    const [refused, credited] = await Promise.all([
      Promise.all(ask(suspended)),
      Promise.all(others.flatMap((company) => ask(company))),
    ]);
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([403]));
    expect(new Set(credited.map(({ status }) => status))).toEqual(new Set([200]));
    for (const other of others) expect(await other.balance()).toEqual({ available: '20.00', held: '0.00' });
  });

  test('many at once share commits, and each is credited', async () => {
    const company = await world.company();
    const answers = await Promise.all(Array.from({ length: 200 }, () => company.post(path, { amount: '1.00' })));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(await company.balance()).toEqual({ available: '200.00', held: '0.00' });
    const { rows } = await world.admin.query<{ commits: bigint }>(
      `select count(distinct xmin::text) as commits from ledger.entries where company_id = $1`,
      [company.scope.companyId],
    );
    expect(Number(rows[0]?.commits)).toBeLessThan(100);
  });
});
