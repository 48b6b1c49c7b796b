import { newUuid, toId } from '@cardwright/server/foundation/ids.ts';
import { type KeyScope, keyScopes } from '@cardwright/server/foundation/key-scopes.ts';
import { suspendCompany } from '@cardwright/server/identity/companies/manage.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ErrorBody } from '../../client.ts';
import { type Company, startWorld, type World } from '../../world.ts';

const path = '/api/v1/operations/preview';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.stop());

const issue = (holderId: string, more: object = {}) => ({
  type: 'issue',
  productId: world.products.card,
  amount: '50.00',
  holderId,
  ...more,
});
const topup = (cardId: string, more: object = {}) => ({ type: 'topup', amount: '50.00', cardId, ...more });
const service = (more: object = {}) => ({
  type: 'service',
  productId: world.products.service,
  amount: '5.00',
  recipient: 'ada@example.com',
  ...more,
});
const absentHolder = () => toId('holder', newUuid(new Date()));

type Preview = { allowed: boolean; reasons: { code: string; message: string }[]; quota: object | null };

/** A preview is asked for without an Idempotency-Key. */
const preview = (company: Pick<Company, 'post'>, order: object) => company.post<Preview>(path, order, { key: null });
const codesOf = async (company: Company, order: object) => {
  const { status, body } = await preview(company, order);
  expect(status).toBe(200);
  expect(body.allowed).toBe(body.reasons.length === 0);
  return body.reasons.map(({ code }) => code);
};

async function setUsed({ scope }: Company, used: number): Promise<void> {
  await world.admin.query(
    `insert into issue_quotas values ($1, $2, date_trunc('month', now() at time zone 'UTC'), $3)`,
    [scope.companyId, scope.environment, used],
  );
}

describe(`POST ${path}`, () => {
  test('200 tells what an issue costs and what the fee is made of', async () => {
    const company = await world.company({ available: '100.00' });
    const answer = await preview(company, issue(await company.insertHolder(), { expectedTotal: '53.10' }));
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.body).toEqual({
      amount: '50.00',
      fee: '3.10',
      total: '53.10',
      feeLines: [
        { kind: 'fixed', amount: '3.00' },
        { kind: 'rate', amount: '0.10' },
      ],
      allowed: true,
      reasons: [],
      quota: null,
    });
  });

  test('200 for a top-up and for a service', async () => {
    const company = await world.company({ available: '100.00' });
    expect(await preview(company, topup(await company.insertCard()))).toMatchObject({
      status: 200,
      body: { fee: '0.10', total: '50.10', feeLines: [{ kind: 'rate', amount: '0.10' }], allowed: true },
    });
    expect(await preview(company, service())).toMatchObject({
      status: 200,
      body: { fee: '0.00', total: '5.00', feeLines: [], allowed: true },
    });
  });

  test('it tells the price that is asked when the operation is ordered', async () => {
    const company = await world.company({ available: '100.00' });
    const order = issue(await company.insertHolder(), { amount: '12.34' });
    const { body } = await company.post<{ fee: string; total: string }>(path, order, { key: null });
    const made = await company.post('/api/v1/operations', { ...order, expectedTotal: body.total });
    expect(made).toMatchObject({ status: 201, body: { fee: body.fee, total: body.total } });
  });

  test('it has no effect, with or without an Idempotency-Key', async () => {
    const company = await world.company({ available: '100.00' });
    await preview(company, service());
    await company.post(path, service(), { key: 'previewed' });
    expect(await company.balance()).toEqual({ available: '100.00', held: '0.00' });
    expect((await company.get('/api/v1/operations')).body).toMatchObject({ data: [] });
    expect(await company.get('/api/v1/idempotency-keys/previewed')).toMatchObject({ status: 404 });
    const { rowCount } = await world.admin.query(`select 1 from pgboss.job where data ->> 'companyId' = $1`, [
      company.scope.companyId,
    ]);
    expect(rowCount).toBe(0);
  });

  test('200 with every reason against it, in the order of refusals', async () => {
    const company = await world.company({ kind: 'individual', available: '1.00' });
    await setUsed(company, 500);
    const blocked = await company.insertHolder({ status: 'blocked' });
    const wrong = { amount: '9.99', expectedTotal: '1.00' };
    const bounds = ['amount_below_minimum', 'quote_changed', 'quota_exceeded', 'insufficient_funds'];
    expect(await codesOf(company, issue(absentHolder(), wrong))).toEqual(['holder_not_found', ...bounds]);
    expect(await codesOf(company, issue(blocked, wrong))).toEqual(['holder_not_active', ...bounds]);
    const frozen = await company.insertCard({ status: 'frozen' });
    expect(await codesOf(company, topup(frozen, { amount: '1000000.01' }))).toEqual([
      'card_not_active',
      'amount_above_maximum',
      'insufficient_funds',
    ]);
    expect(await codesOf(company, topup('x'))).toContain('card_not_found');
    expect(await codesOf(company, service({ productId: 'x' }))).toContain('product_not_found');
    expect(await codesOf(company, service({ productId: world.products.card }))).toContain('product_unavailable');
  });

  test('another company’s holder is one that does not exist', async () => {
    const company = await world.company({ available: '100.00' });
    const theirs = await (await world.company()).insertHolder();
    const [seen, unknown] = [await preview(company, issue(theirs)), await preview(company, issue(absentHolder()))];
    expect(seen.text).toBe(unknown.text);
    expect(seen.body.reasons.map(({ code }) => code)).toEqual(['holder_not_found']);
  });

  test('it tells an individual how many cards are left this month', async () => {
    const company = await world.company({ kind: 'individual', available: '100.00' });
    const holderId = await company.insertHolder();
    expect((await preview(company, issue(holderId))).body.quota).toEqual({ limit: 500, used: 0, left: 500 });
    await setUsed(company, 499);
    expect((await preview(company, issue(holderId))).body).toMatchObject({ allowed: true, quota: { left: 1 } });
    expect((await preview(company, service())).body.quota).toBeNull();
  });

  test.each<[string, () => object]>([
    ['an issue without holderId', () => ({ ...issue('x'), holderId: undefined })],
    ['a top-up without cardId', () => ({ ...topup('x'), cardId: undefined })],
    ['a service without productId', () => service({ productId: undefined })],
    ['a field of another kind', () => service({ cardId: 'x' })],
    ['an unknown property', () => service({ note: 'x' })],
  ])('400 for %s', async (_what, order) => {
    expect(await preview(await world.company(), order())).toMatchObject({
      status: 400,
      body: { code: 'request_invalid' },
    });
  });

  test('400 for a query parameter, an amount of zero and a name that looks like a card number', async () => {
    const company = await world.company();
    const invalid = { status: 400, body: { code: 'request_invalid' } };
    expect(await company.post(`${path}?x=1`, service())).toMatchObject(invalid);
    const zero = { status: 400, body: { code: 'amount_invalid' } };
    expect(await preview(company, service({ amount: '0.00' }))).toMatchObject(zero);
    const number = { status: 400, body: { code: 'card_number_refused' } };
    expect(await preview(company, issue('x', { name: '4242424242424242' }))).toMatchObject(number);
  });

  test('413 for a body too large, 415 for another media type', async () => {
    const company = await world.company();
    expect(await preview(company, service({ recipient: 'x'.repeat(70_000) }))).toMatchObject({ status: 413 });
    const headers = { 'content-type': 'text/plain' };
    expect(await company.ask(path, { method: 'POST', raw: '{}', headers })).toMatchObject({ status: 415 });
  });

  test('401 without a key, 403 without the permission to read operations or to order this one', async () => {
    expect(await world.ask(path, { method: 'POST', json: service() })).toMatchObject({ status: 401 });
    const company = await world.company();
    for (const [permission, order] of [
      ['cards:write', issue('x')],
      ['cards:write', topup('x')],
      ['services:write', service()],
    ] as const) {
      const enough: readonly KeyScope[] = ['operations:read', permission];
      const others = await company.client({ scopes: keyScopes.filter((scope) => !enough.includes(scope)) });
      const answer = await others.post<ErrorBody>(path, order, { key: null });
      expect(answer).toMatchObject({ status: 403, body: { code: 'scope_missing' } });
      for (const scope of enough) {
        expect(answer.body.message).toContain(scope);
        expect(await preview(await company.client({ scopes: [scope] }), order)).toMatchObject({ status: 200 });
      }
    }
  });

  test('in live it says live_unavailable first, as long as no live issuer is connected', async () => {
    const company = await world.company();
    const live = await company.client({ environment: 'live' });
    const { status, body } = await preview(live, issue(absentHolder()));
    expect(status).toBe(200);
    expect(body.allowed).toBe(false);
    expect(body.reasons.map(({ code }) => code)).toEqual([
      'live_unavailable',
      'holder_not_found',
      'insufficient_funds',
    ]);
    const reasons = (await preview(live, service())).body.reasons.map(({ code }) => code);
    expect(reasons).toEqual(['live_unavailable', 'capability_disabled', 'insufficient_funds']);
  });

  test('a suspended company can still look', async () => {
    const company = await world.company();
    await suspendCompany(world.tools, company.scope.companyId, 'A test suspends it.');
    expect(await preview(company, service())).toMatchObject({ status: 200 });
  });
});
