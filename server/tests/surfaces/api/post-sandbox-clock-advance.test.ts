import { randomUUID } from 'node:crypto';
import { keyScopes } from '@cardwright/server/foundation/key-scopes.ts';
import { suspendCompany } from '@cardwright/server/identity/companies/manage.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Company, startWorld, type World } from '../../world.ts';
import { refused } from './orders.ts';

const path = '/api/v1/sandbox/clock/advance';

let world: World;
beforeAll(async () => {
  world = await startWorld({ issuer: true });
  await world.stack.spawn('worker');
});
afterAll(() => world?.stop());

const DAY = 86_400;

/** How far a company's clocks run ahead, ours and the issuer's, in seconds. */
async function aheadOf({ id, scope }: Company): Promise<{ ours: number; issuers: number }> {
  const { rows } = await world.admin.query(
    `select extract(epoch from b.clock_offset)::integer as ours,
            coalesce((select extract(epoch from a.ahead)::integer from issuer_sandbox.accounts a where a.account = $2), 0) as issuers
       from ledger.books b where b.company_id = $1 and b.environment = 'sandbox'`,
    [scope.companyId, id],
  );
  return rows[0];
}

const secondsAhead = (now: string | undefined) => (Date.parse(now ?? '') - Date.now()) / 1_000;

describe(`POST ${path}`, () => {
  test('200 moves the company’s time forward, and the issuer has followed', async () => {
    const company = await world.company();
    const answer = await company.post<{ now: string }>(path, { seconds: 3_600 });
    expect(answer).toMatchObject({ status: 200, body: { now: expect.stringMatching(/^\d{4}-.+\.\d{3}Z$/) } });
    expect(Object.keys(answer.body)).toEqual(['now']);
    expect(Math.abs(secondsAhead(answer.body.now) - 3_600)).toBeLessThan(30);
    expect(await aheadOf(company)).toEqual({ ours: 3_600, issuers: 3_600 });
    const again = await company.post<{ now: string }>(path, { seconds: 60 });
    expect(Math.abs(secondsAhead(again.body.now) - 3_660)).toBeLessThan(30);
    expect(await aheadOf(company)).toEqual({ ours: 3_660, issuers: 3_660 });
  });

  test('200 without an Idempotency-Key, and one that comes is not looked at: every request moves it', async () => {
    const company = await world.company();
    for (const key of [null, 'same', 'same']) {
      expect(await company.post(path, { seconds: 10 }, { key })).toMatchObject({ status: 200 });
    }
    expect(await aheadOf(company)).toEqual({ ours: 30, issuers: 30 });
    expect(await company.get('/api/v1/idempotency-keys/same')).toMatchObject({ status: 404 });
  });

  test('200 for many at once: each counts, and both clocks end at the same place', async () => {
    const company = await world.company();
    const answers = await Promise.all(Array.from({ length: 20 }, () => company.post(path, { seconds: 7 })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await aheadOf(company)).toEqual({ ours: 140, issuers: 140 });
    const { rows } = await world.admin.query(
      'select number::integer, ahead_seconds::integer as ahead from clock_advances where company_id = $1 order by number',
      [company.scope.companyId],
    );
    expect(rows).toEqual(Array.from({ length: 20 }, (_, index) => ({ number: index + 1, ahead: (index + 1) * 7 })));
  });

  test('200 dates what happens then: money, operations and statements, and nobody else’s', async () => {
    const [company, other] = [await world.company(), await world.company()];
    await company.post(path, { seconds: 400 * DAY - 34 * DAY });
    await company.fund('10.00');
    await other.fund('10.00');
    const day = (ahead: number) => new Date(Date.now() + ahead * DAY * 1_000).toISOString().slice(0, 10);
    const entries = async (owner: Company, ahead: number) => {
      const range = `from=${day(ahead - 1)}&to=${day(ahead + 1)}`;
      return (await owner.get<{ data: object[] }>(`/api/v1/account-statements?${range}`)).body.data;
    };
    expect(await entries(company, 366)).toHaveLength(1);
    expect(await entries(company, 0)).toHaveLength(0);
    expect(await entries(other, 0)).toHaveLength(1);
  });

  test.each([0, -1, 1.5, 366 * DAY + 1, '60', null, true, Number.MAX_SAFE_INTEGER])(
    '400 for %s seconds',
    async (seconds) => {
      const company = await world.company();
      expect(await company.post(path, { seconds })).toMatchObject(refused(400, 'request_invalid'));
      expect(await aheadOf(company)).toEqual({ ours: 0, issuers: 0 });
    },
  );

  test('400 for an unknown field, for none, and for a query parameter', async () => {
    const company = await world.company();
    for (const body of [{}, { seconds: 1, minutes: 1 }, { now: '2030-01-01' }])
      expect(await company.post(path, body)).toMatchObject(refused(400, 'request_invalid'));
    expect(await company.post(`${path}?seconds=1`, { seconds: 1 })).toMatchObject(refused(400, 'request_invalid'));
  });

  test('400 clock_too_far beyond 3660 days in all, and the last second still counts', async () => {
    const company = await world.company();
    for (let year = 0; year < 9; year++)
      expect(await company.post(path, { seconds: 366 * DAY })).toMatchObject({ status: 200 });
    expect(await company.post(path, { seconds: 366 * DAY - 1 })).toMatchObject({ status: 200 });
    expect(await company.post(path, { seconds: 2 })).toMatchObject(refused(400, 'clock_too_far', { retry: 'new_key' }));
    expect(await company.post(path, { seconds: 1 })).toMatchObject({ status: 200 });
    expect(await company.post(path, { seconds: 1 })).toMatchObject(refused(400, 'clock_too_far'));
    expect(await aheadOf(company)).toEqual({ ours: 3_660 * DAY, issuers: 3_660 * DAY });
  });

  test('413 for a body that is too large, 415 for another media type', async () => {
    const owner = await world.company();
    const headers = { 'idempotency-key': randomUUID() };
    const large = { method: 'POST', headers, raw: 'x'.repeat(64 * 1024 + 1) };
    expect(await owner.ask(path, large)).toMatchObject(refused(413, 'body_too_large'));
    const xml = { method: 'POST', headers: { ...headers, 'content-type': 'application/xml' }, raw: '<x/>' };
    expect(await owner.ask(path, xml)).toMatchObject(refused(415, 'media_type_unsupported'));
  });
});

describe(`POST ${path}, by whom`, () => {
  test('401 without a key', async () => {
    expect(await world.ask(path, { method: 'POST', json: { seconds: 1 } })).toMatchObject({ status: 401 });
  });

  test('403 for a key with every permission but cards:write, 200 for a key with that one alone', async () => {
    const company = await world.company();
    const others = await company.client({ scopes: keyScopes.filter((scope) => scope !== 'cards:write') });
    expect(await others.post(path, { seconds: 1 })).toMatchObject(refused(403, 'scope_missing'));
    const alone = await company.client({ scopes: ['cards:write'] });
    expect(await alone.post(path, { seconds: 1 })).toMatchObject({ status: 200 });
    expect(await aheadOf(company)).toMatchObject({ ours: 1 });
  });

  test('403 for a live key: live time is real, and the database refuses to move it as well', async () => {
    const company = await world.company();
    const live = await company.client({ environment: 'live' });
    expect(await live.post(path, { seconds: 1 })).toMatchObject(refused(403, 'sandbox_only'));
    const moving = world.admin.query(`select advance_clock($1, 'live', $2, 1)`, [company.scope.companyId, live.keyId]);
    await expect(moving).rejects.toThrow('live time');
  });

  test('403 at once for a suspended company, even while a server still trusts its key', async () => {
    const company = await world.company();
    expect(await company.get('/api/v1/balance')).toMatchObject({ status: 200 });
    await suspendCompany(world.tools, company.scope.companyId, 'A test suspends it.');
    expect(await company.post(path, { seconds: 1 })).toMatchObject(refused(403, 'company_suspended'));
    expect(await aheadOf(company)).toEqual({ ours: 0, issuers: 0 });
  });
});
