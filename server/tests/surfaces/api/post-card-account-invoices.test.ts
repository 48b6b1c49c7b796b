import { randomUUID } from 'node:crypto';
import { keyScopes } from '@cardwright/server/foundation/key-scopes.ts';
import { setCapability, suspendCompany } from '@cardwright/server/identity/companies/manage.ts';
import { agree } from '@cardwright/stack/operators.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ErrorBody } from '../../client.ts';
import { becomes, type Invoice, PATH as path } from '../../funding/invoices/on-its-way.ts';
import { type Company, startWorld, type World } from '../../world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ issuer: true });
  await world.stack.spawn('worker');
});
afterAll(() => world?.stop());

/** A refused request must not have made anything, nor used up its key. */
async function expectNothingHappened(company: Company, key: string): Promise<void> {
  expect((await company.get(path)).body).toEqual({ data: [], nextCursor: null });
  expect(await company.get(`/api/v1/idempotency-keys/${key}`)).toMatchObject({ status: 404 });
}

describe(`POST ${path}`, () => {
  test('201 answers the invoice with what is to be paid, and where to read it', async () => {
    const company = await world.company();
    const answer = await company.post<Invoice>(path, { amount: '100' });
    expect(answer).toMatchObject({ status: 201 });
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^inv_[0-9a-z]{26}$/),
      environment: 'sandbox',
      status: 'pending',
      depositAmount: '100.00',
      fee: '1.50',
      creditAmount: '98.50',
      address: expect.stringMatching(/^T[1-9A-HJ-NP-Za-km-z]{33}$/),
      payAmount: expect.stringMatching(/^100\.\d{6}$/),
      asset: 'USDT',
      network: 'TRON',
      expiresAt: expect.any(String),
      createdAt: expect.any(String),
      requestedAmount: '100.00',
      observedTransfers: [],
      policy: expect.objectContaining({ less: expect.any(String), more: expect.any(String), late: expect.any(String) }),
    });
    expect(answer.headers.get('location')).toBe(`${path}/${answer.body.id}`);
    expect(await company.get(`${path}/${answer.body.id}`)).toMatchObject({ status: 200, text: answer.text });
  });

  test.each(['10', '10.0', '10.00', '1000000000', '1000000000.00'])('201 for %s', async (amount) => {
    const company = await world.company();
    expect(await company.post(path, { amount })).toMatchObject({ status: 201 });
  });

  test.each<[string, unknown, string]>([
    ['a dollar too little', '9', 'amount_below_minimum'],
    ['cents', '10.50', 'amount_not_whole_usd'],
    ['cents below the minimum', '9.99', 'amount_not_whole_usd'],
    ['zero', '0', 'amount_invalid'],
    ['a dollar too much', '1000000001', 'amount_invalid'],
    ['a minus sign', '-10', 'request_invalid'],
    ['three decimals', '100.000', 'request_invalid'],
    ['words', 'abc', 'request_invalid'],
    ['a number', 100, 'request_invalid'],
    ['nothing', undefined, 'request_invalid'],
  ])('400 for %s', async (_what, amount, code) => {
    const company = await world.company();
    const key = randomUUID();
    expect(await company.post(path, { amount }, { key })).toMatchObject({ status: 400, body: { code } });
    await expectNothingHappened(company, key);
  });

  test('400 for a property that it does not know, a transaction id above all, and for a query', async () => {
    const company = await world.company();
    expect(await company.post(path, { amount: '100', txid: 'x' })).toMatchObject({ status: 400 });
    expect(await company.post(`${path}?x=1`, { amount: '100' })).toMatchObject({ status: 400 });
  });

  test('400 without an Idempotency-Key, and for a scenario that does not exist', async () => {
    const company = await world.company();
    const refused = { status: 400, body: { code: 'idempotency_key_invalid' } };
    for (const key of [null, '', 'x'.repeat(129)])
      expect(await company.post(path, { amount: '100' }, { key })).toMatchObject(refused);
    const headers = { 'sandbox-scenario': 'nonsense' };
    expect(await company.post(path, { amount: '100' }, { headers })).toMatchObject({
      status: 400,
      body: { code: 'scenario_invalid' },
    });
  });

  test('400 while another one is unresolved names it; its key may be used when it is resolved', async () => {
    const company = await world.company();
    const first = await company.post<Invoice>(path, { amount: '100' });
    const key = randomUUID();
    expect(await company.post(path, { amount: '50' }, { key })).toMatchObject({
      status: 400,
      body: { code: 'invoice_unresolved', resourceId: first.body.id, retry: 'new_key' },
    });
    await company.ask(`/api/v1/sandbox/invoices/${first.body.id}/complete`, { method: 'POST' });
    await becomes(company, first.body.id, 'completed');
    expect(await company.post(path, { amount: '50' }, { key })).toMatchObject({ status: 201 });
  });

  test('413 for a body too large, 415 for another media type', async () => {
    const company = await world.company();
    expect(await company.post(path, { amount: '1'.repeat(70_000) })).toMatchObject({ status: 413 });
    const headers = { 'content-type': 'text/plain', 'idempotency-key': randomUUID() };
    expect(await company.ask(path, { method: 'POST', raw: '{}', headers })).toMatchObject({ status: 415 });
  });
});

describe(`POST ${path}, again`, () => {
  test('the same key and request answer the same bytes and make one invoice', async () => {
    const company = await world.company();
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => company.post<Invoice>(path, { amount: '100' }, { key })),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1);
    const { body } = await company.get<{ data: object[] }>(path);
    expect(body.data).toHaveLength(1);
    const id = answers[0]?.body.id ?? '';
    await company.ask(`/api/v1/sandbox/invoices/${id}/complete`, { method: 'POST' });
    await becomes(company, id, 'completed');
    const later = await company.post(path, { amount: '100.00' }, { key: randomUUID() });
    expect(later.status).toBe(201);
    const replay = await company.post(path, { amount: '100' }, { key });
    expect(replay.text).toBe(answers[0]?.text); // as it was answered first, not as it stands now
  });

  test('a slow issuer: creating at first, and then the same key learns the address', async () => {
    const company = await world.company();
    const key = randomUUID();
    const headers = { 'sandbox-scenario': 'slow_success' };
    const first = await company.post<Invoice>(path, { amount: '100' }, { key, headers });
    expect(first.status).toBe(201);
    await becomes(company, first.body.id, 'pending');
    const [second, third] = [
      await company.post<Invoice>(path, { amount: '100' }, { key }),
      await company.post<Invoice>(path, { amount: '100' }, { key }),
    ];
    expect(second).toMatchObject({ status: 201, body: { id: first.body.id, status: 'pending' } });
    expect(second.body.address).not.toBeNull();
    expect(third.text).toBe(second.text);
  });

  test('409 for the same key with another request names the invoice and the field', async () => {
    const company = await world.company();
    const key = randomUUID();
    const { body } = await company.post<Invoice>(path, { amount: '100' }, { key });
    expect(await company.post(path, { amount: '200' }, { key })).toMatchObject({
      status: 409,
      body: { code: 'idempotency_conflict', retry: 'new_key', resourceId: body.id, differs: ['amount'] },
    });
  });
});

describe(`POST ${path}, by whom`, () => {
  test('401 without a key, 403 for a company that is not verified or is suspended', async () => {
    expect(await world.ask(path, { method: 'POST', json: { amount: '100' } })).toMatchObject({ status: 401 });
    const company = await world.company({ verification: 'rejected' });
    const refused = { status: 403, body: { code: 'verification_required' } };
    expect(await company.post(path, { amount: '100' })).toMatchObject(refused);
    const suspended = await world.company();
    await suspendCompany(world.tools, suspended.scope.companyId, 'A test suspends it.');
    const key = randomUUID();
    expect(await suspended.post(path, { amount: '100' }, { key })).toMatchObject({
      status: 403,
      body: { code: 'company_suspended' },
    });
    await expectNothingHappened(suspended, key);
  });

  test('403 for a key with every permission but funding:write, 201 for a key with that one alone', async () => {
    const company = await world.company();
    const others = await company.client({ scopes: keyScopes.filter((scope) => scope !== 'funding:write') });
    const refused = await others.post<ErrorBody>(path, { amount: '100' });
    expect(refused).toMatchObject({ status: 403, body: { code: 'scope_missing' } });
    const alone = await company.client({ scopes: ['funding:write'] });
    expect(await alone.post(path, { amount: '100' })).toMatchObject({ status: 201 });
  });

  test('403 in live while no live issuer is connected: capability_disabled, and live_unavailable once activated', async () => {
    const company = await world.company();
    const live = await company.client({ environment: 'live' });
    expect(await live.post(path, { amount: '100' })).toMatchObject({
      status: 403,
      body: { code: 'capability_disabled' },
    });
    const on = { capability: 'direct_invoices', enabled: true, reason: 'a test' } as const;
    await agree(world.tools, await setCapability(world.tools, company.scope.companyId, on));
    expect(await live.post(path, { amount: '100' })).toMatchObject({
      status: 403,
      body: { code: 'live_unavailable' },
    });
  });
});
