// No worker runs here: an operation that is accepted stays queued, and nothing is sent to anybody.
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { setCapability, suspendCompany, verifyCompany } from '@cardwright/server/companies/manage.ts';
import { fromId, newUuid, toId } from '@cardwright/server/ids.ts';
import { revokeKey } from '@cardwright/server/keys/manage.ts';
import { keyScopes } from '@cardwright/server/keys/scopes.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ErrorBody } from '../client.ts';
import { type Company, startWorld, type World } from '../world.ts';

const path = '/api/v1/operations';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.stop());

const issue = (holderId: string, more: object = {}) => ({
  type: 'issue',
  productId: world.products.card,
  amount: '50.00',
  expectedTotal: '53.10',
  holderId,
  ...more,
});
const topup = (cardId: string, more: object = {}) => ({
  type: 'topup',
  amount: '50.00',
  expectedTotal: '50.10',
  cardId,
  ...more,
});
const service = (more: object = {}) => ({
  type: 'service',
  productId: world.products.service,
  amount: '5.00',
  expectedTotal: '5.00',
  recipient: 'ada@example.com',
  ...more,
});

const absent = (kind: 'holder' | 'card' | 'product') => toId(kind, newUuid(new Date()));
const refused = (status: number, code: string, more: object = {}) => ({ status, body: { code, ...more } });

/** How many issues the company has used of this month's quota. */
async function setUsed({ scope }: Company, used: number): Promise<void> {
  await world.admin.query(
    `insert into issue_quotas values ($1, $2, date_trunc('month', now() at time zone 'UTC'), $3)`,
    [scope.companyId, scope.environment, used],
  );
}

async function usedOf({ scope }: Company): Promise<number | undefined> {
  const { rows } = await world.admin.query<{ used: number }>('select used from issue_quotas where company_id = $1', [
    scope.companyId,
  ]);
  return rows[0]?.used;
}

/** What the database holds of a company's operations: rows, holds and jobs. */
async function effectsOf({ scope }: Company): Promise<{ operations: number; holds: number; jobs: number }> {
  const { rows } = await world.admin.query(
    `select (select count(*)::integer from operations where company_id = $1) as operations,
            (select count(*)::integer from ledger.holds where company_id = $1) as holds,
            (select count(*)::integer from pgboss.job where data ->> 'companyId' = $1::text) as jobs`,
    [scope.companyId],
  );
  return rows[0];
}

/** A refused request must not have moved anything, nor used up its key. */
async function expectNothingHappened(company: Company, key: string, available: string): Promise<void> {
  expect(await company.balance()).toEqual({ available, held: '0.00' });
  expect(await effectsOf(company)).toEqual({ operations: 0, holds: 0, jobs: 0 });
  expect(await company.get(`/api/v1/idempotency-keys/${key}`)).toMatchObject({ status: 404 });
}

/** A product of the catalogue that is not offered any more. */
async function insertInactiveProduct(): Promise<string> {
  const id = newUuid(new Date());
  await world.admin.query(
    `insert into products select (jsonb_populate_record(p, jsonb_build_object('id', $1::uuid, 'status', 'inactive'))).*
       from products p where id = $2`,
    [id, fromId('product', world.products.card)],
  );
  await world.admin.query(
    `insert into product_prices select (jsonb_populate_record(p, jsonb_build_object('product_id', $1::uuid))).*
       from product_prices p where product_id = $2`,
    [id, fromId('product', world.products.card)],
  );
  return toId('product', id);
}

describe(`POST ${path}`, () => {
  test('201 for an issue: queued, with its price, where it can be read, and the total held', async () => {
    const company = await world.company({ available: '100.00' });
    const answer = await company.post<{ id: string; createdAt: string }>(path, issue(await company.insertHolder()));
    const { id, createdAt } = answer.body;
    expect(answer).toMatchObject({ status: 201 });
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^op_[0-9a-z]{26}$/),
      type: 'issue',
      status: 'queued',
      amount: '50.00',
      fee: '3.10',
      total: '53.10',
      result: {},
      createdAt,
    });
    expect(createdAt).toBe(new Date(createdAt).toISOString());
    expect(answer.headers.get('location')).toBe(`${path}/${id}`);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.headers.get('idempotent-replayed')).toBeNull();
    expect(await company.balance()).toEqual({ available: '46.90', held: '53.10' });
    const { body } = await company.get('/api/v1/balance');
    expect(body['holds']).toMatchObject([{ operationId: id, amount: '53.10', reason: 'Card issue' }]);
  });

  test('201 for a top-up, which takes its product from the card or names the same', async () => {
    const company = await world.company({ available: '101.00' });
    const cardId = await company.insertCard();
    const queued = { status: 201, body: { type: 'topup', status: 'queued', fee: '0.10', total: '50.10', result: {} } };
    expect(await company.post(path, topup(cardId))).toMatchObject(queued);
    expect(await company.post(path, topup(cardId, { productId: world.products.card }))).toMatchObject(queued);
    expect(await company.balance()).toEqual({ available: '0.80', held: '100.20' });
  });

  test('201 for a service', async () => {
    const company = await world.company({ available: '5.00' });
    const queued = { type: 'service', status: 'queued', amount: '5.00', fee: '0.00', total: '5.00', result: {} };
    expect(await company.post(path, service())).toMatchObject({ status: 201, body: queued });
    expect(await company.balance()).toEqual({ available: '0.00', held: '5.00' });
  });

  test('the fee is rounded up to the cent', async () => {
    const company = await world.company({ available: '100.00' });
    const cardId = await company.insertCard();
    const answer = await company.post(path, topup(cardId, { amount: '10.01', expectedTotal: '10.04' }));
    expect(answer).toMatchObject({ status: 201, body: { fee: '0.03', total: '10.04' } });
  });

  test('the expected total may be left out, and may be written in another way', async () => {
    const company = await world.company({ available: '15.00' });
    const { expectedTotal: _, ...without } = service();
    for (const order of [without, service({ expectedTotal: '5' }), service({ expectedTotal: '05.0' })])
      expect(await company.post(path, order)).toMatchObject({ status: 201 });
  });

  test('the bytes of the answer are those that reading the queued operation answers', async () => {
    const company = await world.company({ available: '200.00' });
    const orders = [issue(await company.insertHolder()), topup(await company.insertCard()), service()];
    for (const order of orders) {
      const made = await company.post(path, order);
      const read = await company.get(made.headers.get('location') ?? '');
      expect(read).toMatchObject({ status: 200, text: made.text });
    }
  });

  test('a card is called as the client says, or else as its product', async () => {
    const company = await world.company({ available: '200.00' });
    const holderId = await company.insertHolder();
    const nameOf = async (order: object) => {
      const { body } = await company.post<{ id: string }>(path, order);
      const found =
        'select o.name, p.name as product from operations o join products p on p.id = product_id where o.id = $1';
      return (await world.admin.query(found, [fromId('operation', body.id)])).rows[0];
    };
    expect(await nameOf(issue(holderId, { name: 'Travel é "1"' }))).toMatchObject({ name: 'Travel é "1"' });
    for (const order of [issue(holderId), issue(holderId, { name: '' })]) {
      const { name, product } = await nameOf(order);
      expect(name).toBe(product);
    }
  });

  test('exactly all that is available can be spent', async () => {
    const company = await world.company({ available: '53.10' });
    expect(await company.post(path, issue(await company.insertHolder()))).toMatchObject({ status: 201 });
    expect(await company.balance()).toEqual({ available: '0.00', held: '53.10' });
  });

  test('one job is left for the worker, in the same commit', async () => {
    const company = await world.company({ available: '100.00' });
    const { body } = await company.post<{ id: string }>(path, service());
    const { rows } = await world.admin.query(`select name, data from pgboss.job where data ->> 'companyId' = $1`, [
      company.scope.companyId,
    ]);
    expect(rows).toEqual([
      { name: 'run-sandbox-operations', data: { ...company.scope, operationId: fromId('operation', body.id) } },
    ]);
  });
});

describe(`POST ${path}, malformed`, () => {
  const holderId = 'holder_x';
  test.each<[string, () => object]>([
    ['an issue without holderId', () => ({ ...issue(holderId), holderId: undefined })],
    ['an issue without productId', () => ({ ...issue(holderId), productId: undefined })],
    ['an issue without amount', () => ({ ...issue(holderId), amount: undefined })],
    ['an issue with a cardId', () => issue(holderId, { cardId: 'card_x' })],
    ['an issue with a recipient', () => issue(holderId, { recipient: 'ada@example.com' })],
    ['a top-up without cardId', () => ({ ...topup('card_x'), cardId: undefined })],
    ['a top-up with a holderId', () => topup('card_x', { holderId })],
    ['a top-up with a recipient', () => topup('card_x', { recipient: 'ada@example.com' })],
    ['a top-up with a name', () => topup('card_x', { name: 'Travel' })],
    ['a service without recipient', () => service({ recipient: undefined })],
    ['a service without productId', () => service({ productId: undefined })],
    ['a service with an empty recipient', () => service({ recipient: '' })],
    ['a service with a holderId', () => service({ holderId })],
    ['a service with a cardId', () => service({ cardId: 'card_x' })],
    ['a service with a name', () => service({ name: 'Travel' })],
    ['no type', () => service({ type: undefined })],
    ['an unknown type', () => service({ type: 'refund' })],
    ['an unknown property', () => service({ note: 'x' })],
    ['an amount that is a number', () => service({ amount: 5 })],
    ['an amount with three decimals', () => service({ amount: '5.000' })],
    ['a negative amount', () => service({ amount: '-5.00' })],
    ['an expected total that is no amount', () => service({ expectedTotal: 'five' })],
    ['a name of 201 characters', () => issue(holderId, { name: 'x'.repeat(201) })],
    ['a name with a control character', () => issue(holderId, { name: 'a\u0000b' })],
    ['a recipient of 321 characters', () => service({ recipient: 'x'.repeat(321) })],
    ['an id that is a number', () => issue(holderId, { productId: 7 })],
    ['no object', () => []],
  ])('400 for %s', async (_what, order) => {
    const company = await world.company({ available: '100.00' });
    const key = randomUUID();
    expect(await company.post(path, order(), { key })).toMatchObject(refused(400, 'request_invalid'));
    await expectNothingHappened(company, key, '100.00');
  });

  test.each(['0', '0.00', '1000000000.01'])('400 amount_invalid for %s', async (amount) => {
    const company = await world.company({ available: '100.00' });
    expect(await company.post(path, service({ amount }))).toMatchObject(refused(400, 'amount_invalid'));
  });

  test('400 for a name that looks like a card number', async () => {
    const company = await world.company({ available: '100.00' });
    const key = randomUUID();
    const order = issue(await company.insertHolder(), { name: 'my 4242424242424242' });
    expect(await company.post(path, order, { key })).toMatchObject(refused(400, 'card_number_refused'));
    await expectNothingHappened(company, key, '100.00');
  });

  test('400 without an Idempotency-Key, with an empty one, and with one of 129 characters', async () => {
    const company = await world.company({ available: '100.00' });
    for (const key of [null, '', 'x'.repeat(129)])
      expect(await company.post(path, service(), { key })).toMatchObject(refused(400, 'idempotency_key_invalid'));
  });

  test('400 for a query parameter and for an unknown scenario', async () => {
    const company = await world.company({ available: '100.00' });
    const key = randomUUID();
    expect(await company.post(`${path}?x=1`, service(), { key })).toMatchObject(refused(400, 'request_invalid'));
    const headers = { 'sandbox-scenario': 'earthquake' };
    expect(await company.post(path, service(), { key, headers })).toMatchObject(refused(400, 'scenario_invalid'));
    await expectNothingHappened(company, key, '100.00');
  });

  test('413 for a body too large, 415 for another media type', async () => {
    const company = await world.company();
    expect(await company.post(path, service({ recipient: 'x'.repeat(70_000) }))).toMatchObject({ status: 413 });
    const headers = { 'content-type': 'text/plain', 'idempotency-key': randomUUID() };
    expect(await company.ask(path, { method: 'POST', raw: '{}', headers })).toMatchObject({ status: 415 });
  });
});

/** A request that is refused, made by what it does to a company. */
type Case = [expected: ReturnType<typeof refused>, what: string, order: (company: Company) => Promise<object>];

/** Everything below is wrong with these too: too little money, and a total that nobody computes. */
const wrong = { amount: '0.50', expectedTotal: '77.77' };
const fitting = { expectedTotal: undefined };

describe(`POST ${path}, refused in this order`, () => {
  const cases: Case[] = [
    [refused(404, 'holder_not_found'), 'an unknown holder', async () => issue(absent('holder'), wrong)],
    [refused(404, 'holder_not_found'), 'an id of a card as holder', async (c) => issue(await c.insertCard(), wrong)],
    [refused(404, 'holder_not_found'), 'any text as holder', async () => issue('x', wrong)],
    [
      refused(404, 'holder_not_found'),
      'another company’s holder',
      async () => issue(await (await world.company()).insertHolder(), wrong),
    ],
    [refused(404, 'card_not_found'), 'an unknown card', async () => topup(absent('card'), wrong)],
    [refused(404, 'card_not_found'), 'any text as card', async () => topup('', wrong)],
    [
      refused(404, 'card_not_found'),
      'another company’s card',
      async () => topup(await (await world.company()).insertCard(), wrong),
    ],
    [
      refused(404, 'product_not_found'),
      'an unknown product, before a holder that is blocked',
      async (c) => issue(await c.insertHolder({ status: 'blocked' }), { ...wrong, productId: absent('product') }),
    ],
    [
      refused(404, 'product_not_found'),
      'an unknown product, before a card that is frozen',
      async (c) => topup(await c.insertCard({ status: 'frozen' }), { ...wrong, productId: 'x' }),
    ],
    [
      refused(404, 'product_not_found'),
      'an unknown product for a service',
      async () => service({ productId: 'x', ...wrong }),
    ],
    ...['frozen', 'blocked', 'closed', 'expired'].map<Case>((status) => [
      refused(400, 'card_not_active'),
      `a ${status} card, before a product that is not the card’s`,
      async (c) => topup(await c.insertCard({ status }), { ...wrong, productId: world.products.service }),
    ]),
    ...['pending', 'blocked', 'rejected'].map<Case>((status) => [
      refused(400, 'holder_not_active'),
      `a ${status} holder, before a product that issues no cards`,
      async (c) => issue(await c.insertHolder({ status }), { ...wrong, productId: world.products.service }),
    ]),
    [
      refused(400, 'product_unavailable'),
      'an issue of a service product, before its amount',
      async (c) => issue(await c.insertHolder(), { ...wrong, productId: world.products.service }),
    ],
    [
      refused(400, 'product_unavailable'),
      'a product that is not offered any more, before the amount',
      async (c) => issue(await c.insertHolder(), { ...wrong, productId: await insertInactiveProduct() }),
    ],
    [
      refused(400, 'product_unavailable'),
      'a top-up with another product than the card’s',
      async (c) => topup(await c.insertCard(), { ...wrong, productId: await insertInactiveProduct() }),
    ],
    [
      refused(400, 'product_unavailable'),
      'a service of a card product',
      async () => service({ ...wrong, productId: world.products.card }),
    ],
    [
      refused(400, 'amount_below_minimum'),
      'an amount below the minimum, before the total',
      async (c) => issue(await c.insertHolder(), { ...wrong, amount: '9.99' }),
    ],
    [
      refused(400, 'amount_above_maximum'),
      'an amount above the maximum, before the total',
      async (c) => topup(await c.insertCard(), { ...wrong, amount: '1000000.01' }),
    ],
    [
      refused(409, 'quote_changed', { currentTotal: '53.10', retry: 'same_key' }),
      'another total than expected, before the quota',
      async (c) => issue(await c.insertHolder(), { expectedTotal: '53.09' }),
    ],
    [refused(400, 'quota_exceeded'), 'the quota, before the money', async (c) => issue(await c.insertHolder())],
    [refused(400, 'insufficient_funds', { retry: 'same_key' }), 'one cent too little', async () => service(fitting)],
  ];
  test.each(cases)('%o for %s', async (expected, _what, order) => {
    const company = await world.company({ kind: 'individual', available: '4.99' });
    await setUsed(company, 500);
    const key = randomUUID();
    expect(await company.post(path, await order(company), { key })).toMatchObject(expected);
    await expectNothingHappened(company, key, '4.99');
    expect(await usedOf(company)).toBe(500);
  });

  test('malformed comes before the permission, and the permission before a conflict', async () => {
    const company = await world.company({ available: '100.00' });
    const none = await company.client({ scopes: [] });
    const key = randomUUID();
    expect(await company.post(path, service(), { key })).toMatchObject({ status: 201 });
    for (const more of [{ note: 'x' }, { name: 'x' }])
      expect(await none.post(path, service(more), { key })).toMatchObject(refused(400, 'request_invalid'));
    for (const order of [service(), issue('x')])
      expect(await none.post(path, order, { key })).toMatchObject(refused(403, 'scope_missing'));
  });

  test('a replay and a conflict come before anything that is wrong by now', async () => {
    const company = await world.company({ available: '53.10' });
    const holderId = await company.insertHolder();
    const key = randomUUID();
    const first = await company.post(path, issue(holderId), { key });
    await world.admin.query(`update holders set status = 'blocked' where id = $1`, [fromId('holder', holderId)]);
    expect(await company.post(path, issue(holderId), { key })).toMatchObject({ status: 201, text: first.text });
    const conflict = refused(409, 'idempotency_conflict');
    expect(await company.post(path, issue(absent('holder'), wrong), { key })).toMatchObject(conflict);
  });
});

describe(`POST ${path}, again`, () => {
  test('the same key and request answer the same bytes and hold once, whatever the scenario says', async () => {
    const company = await world.company({ available: '100.00' });
    const key = randomUUID();
    const first = await company.post(path, service(), { key });
    for (const headers of [{}, { 'sandbox-scenario': 'rejected' }]) {
      const replay = await company.post(path, service(), { key, headers });
      expect(replay).toMatchObject({ status: 201, text: first.text });
      expect(replay.headers.get('idempotent-replayed')).toBe('true');
      expect(replay.headers.get('location')).toBe(first.headers.get('location'));
    }
    expect(await effectsOf(company)).toEqual({ operations: 1, holds: 1, jobs: 1 });
    expect(await company.balance()).toEqual({ available: '95.00', held: '5.00' });
  });

  test('409 for the same key with another request names the operation and the fields', async () => {
    const company = await world.company({ available: '100.00' });
    const key = randomUUID();
    const { body } = await company.post<{ id: string }>(path, service(), { key });
    const other = service({ amount: '6.00', expectedTotal: '6.00' });
    const differs = { retry: 'new_key', resourceId: body.id, differs: ['amount', 'expectedTotal'] };
    expect(await company.post(path, other, { key })).toMatchObject(refused(409, 'idempotency_conflict', differs));
    const funding = await company.post('/api/v1/sandbox/funding', { amount: '1.00' }, { key });
    expect(funding).toMatchObject(refused(409, 'idempotency_conflict', { resourceId: body.id }));
    expect(await company.balance()).toEqual({ available: '95.00', held: '5.00' });
  });

  test('a refusal does not use up the key: what was missing is brought, and the same request is accepted', async () => {
    const company = await world.company({ available: '4.99' });
    const key = randomUUID();
    expect(await company.post(path, service(), { key })).toMatchObject(refused(400, 'insufficient_funds'));
    await company.fund('0.01');
    const accepted = await company.post(path, service(), { key });
    expect(accepted).toMatchObject({ status: 201 });
    expect(accepted.headers.get('idempotent-replayed')).toBeNull();
  });

  test('twenty equal requests at once are one operation and twenty equal answers', async () => {
    const company = await world.company({ available: '1000.00' });
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 20 }, () => company.post(path, service(), { key })));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1);
    expect(await effectsOf(company)).toEqual({ operations: 1, holds: 1, jobs: 1 });
  });
});

const codesOf = (answers: { status: number; body: Record<string, unknown> }[]) =>
  answers.map(({ status, body }) => (status === 201 ? 'accepted' : `${status} ${String(body['code'])}`)).toSorted();
const times = (count: number, what: string) => Array.from({ length: count }, () => what);

describe(`POST ${path}, many at once`, () => {
  test('exactly as many are accepted as there is money for, and the balance is never below zero', async () => {
    const company = await world.company({ available: '50.10' });
    const sent = { all: false };
    const lowest = (async () => {
      let seen = Number.POSITIVE_INFINITY;
      while (!sent.all) seen = Math.min(seen, Number((await company.balance()).available));
      return seen;
    })();
    const answers = await Promise.all(Array.from({ length: 40 }, () => company.post(path, service())));
    sent.all = true;
    expect(codesOf(answers)).toEqual([...times(30, '400 insufficient_funds'), ...times(10, 'accepted')]);
    expect(await lowest).toBeGreaterThanOrEqual(0.1);
    expect(await company.balance()).toEqual({ available: '0.10', held: '50.00' });
    expect(await effectsOf(company)).toEqual({ operations: 10, holds: 10, jobs: 10 });
  });

  test('a company with too little money leaves the others that wait with it alone', async () => {
    const companies = await Promise.all(['100.00', '12.00', '100.00'].map((available) => world.company({ available })));
    const answers = await Promise.all(
      companies.map((company) => Promise.all(Array.from({ length: 10 }, () => company.post(path, service())))),
    );
    const all = times(10, 'accepted');
    expect(answers.map(codesOf)).toEqual([all, [...times(8, '400 insufficient_funds'), ...times(2, 'accepted')], all]);
    const left = await Promise.all(companies.map((company) => company.balance()));
    expect(left.map(({ available }) => available)).toEqual(['50.00', '2.00', '50.00']);
  });

  test('a suspended company leaves the others that wait with it alone', async () => {
    const companies = await Promise.all([1, 2, 3].map(() => world.company({ available: '50.00' })));
    const [suspended] = companies as [Company];
    await suspendCompany(world.tools, suspended.scope.companyId, 'A test suspends it.');
    const answers = await Promise.all(
      companies.map((company) => Promise.all(Array.from({ length: 10 }, () => company.post(path, service())))),
    );
    const all = times(10, 'accepted');
    expect(answers.map(codesOf)).toEqual([times(10, '403 company_suspended'), all, all]);
  });

  test('an individual’s quota is strict: of twenty for the last five places, five are accepted', async () => {
    const company = await world.company({ kind: 'individual', available: '10000.00' });
    const holderId = await company.insertHolder();
    await setUsed(company, 495);
    const answers = await Promise.all(Array.from({ length: 20 }, () => company.post(path, issue(holderId))));
    expect(codesOf(answers)).toEqual([...times(15, '400 quota_exceeded'), ...times(5, 'accepted')]);
    expect(await usedOf(company)).toBe(500);
    const cardId = await company.insertCard({ holderId });
    for (const order of [topup(cardId), service()])
      expect(await company.post(path, order)).toMatchObject({ status: 201 });
  });

  test('a corporate company has no quota', async () => {
    const company = await world.company({ available: '100.00' });
    await setUsed(company, 500);
    expect(await company.post(path, issue(await company.insertHolder()))).toMatchObject({ status: 201 });
    expect(await usedOf(company)).toBe(500);
  });
});

describe(`POST ${path}, by whom`, () => {
  test('401 without a key, 403 for a company that is not verified', async () => {
    expect(await world.ask(path, { method: 'POST', json: service() })).toMatchObject({ status: 401 });
    const company = await world.company({ verification: 'pending' });
    expect(await company.post(path, service())).toMatchObject(refused(403, 'verification_required'));
  });

  test('cards:write opens issue and topup, services:write opens service, and no other permission does', async () => {
    const company = await world.company({ available: '1000.00' });
    const cards = [issue(await company.insertHolder()), topup(await company.insertCard())];
    for (const [permission, orders] of [['cards:write', cards] as const, ['services:write', [service()]] as const]) {
      const alone = await company.client({ scopes: [permission] });
      const others = await company.client({ scopes: keyScopes.filter((scope) => scope !== permission) });
      for (const order of orders) {
        expect(await alone.post(path, order)).toMatchObject({ status: 201 });
        const answer = await others.post<ErrorBody>(path, order);
        expect(answer).toMatchObject(refused(403, 'scope_missing'));
        expect(answer.body.message).toContain(permission);
      }
    }
  });

  type Change = (company: Company, keyId: string) => Promise<unknown>;
  test.each<[string, ReturnType<typeof refused>, Change]>([
    [
      'suspended company',
      refused(403, 'company_suspended'),
      (c) => suspendCompany(world.tools, c.scope.companyId, 'x'),
    ],
    ['revoked key', refused(401, 'key_invalid'), (c, keyId) => revokeKey(world.tools, c.scope, keyId)],
    [
      'company that lost its verification',
      refused(403, 'verification_required'),
      (c) => verifyCompany(world.tools, c.scope.companyId, { verification: 'rejected', reason: 'x' }),
    ],
    [
      'key that lost its permission',
      refused(403, 'scope_missing'),
      (_c, keyId) => world.admin.query(`update api_keys set scopes = '{cards:write}' where id = $1`, [keyId]),
    ],
  ])('refused at once for a %s, even while a server still trusts the key', async (_what, expected, change) => {
    const company = await world.company({ available: '100.00' });
    const client = await company.client();
    expect(await client.get('/api/v1/balance')).toMatchObject({ status: 200 });
    await change(company, client.keyId);
    expect(await client.post(path, service())).toMatchObject(expected);
    expect(await effectsOf(company)).toEqual({ operations: 0, holds: 0, jobs: 0 });
  });

  test('403 live_unavailable for every kind in live, as long as no live issuer is connected', async () => {
    const company = await world.company();
    const live = await company.client({ environment: 'live' });
    for (const order of [issue('x'), topup('x'), service()])
      expect(await live.post(path, order)).toMatchObject(refused(403, 'live_unavailable'));
  });
});

describe(`POST ${path} with a live issuer`, () => {
  let connected: World;
  beforeAll(async () => {
    const { x = '' } = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' });
    connected = await startWorld({
      env: {
        CARDWRIGHT_ISSUER_LIVE_URL: 'https://issuer.invalid',
        CARDWRIGHT_ISSUER_LIVE_KEY: `k9:${'0'.repeat(64)}`,
        CARDWRIGHT_ISSUER_LIVE_PUBLIC_KEY: `l1:${Buffer.from(x, 'base64url').toString('base64')}`,
      },
    });
  });
  afterAll(() => connected?.stop());

  test('403 for a service until live_services is on; what follows is weighed as in the sandbox', async () => {
    const company = await connected.company();
    const live = await company.client({ environment: 'live' });
    const order = service({ productId: connected.products.service });
    expect(await live.post(path, order)).toMatchObject(refused(403, 'capability_disabled'));
    await setCapability(connected.tools, company.scope.companyId, { capability: 'live_services', enabled: true });
    expect(await live.post(path, order)).toMatchObject(refused(400, 'insufficient_funds'));
  });

  test('404 for a holder and a card of the sandbox, and 400 for a scenario', async () => {
    const company = await connected.company({ available: '100.00' });
    const live = await company.client({ environment: 'live' });
    const productId = connected.products.card;
    const [holderId, cardId] = [await company.insertHolder(), await company.insertCard()];
    expect(await live.post(path, issue(holderId, { productId }))).toMatchObject(refused(404, 'holder_not_found'));
    expect(await live.post(path, topup(cardId))).toMatchObject(refused(404, 'card_not_found'));
    const headers = { 'sandbox-scenario': 'rejected' };
    expect(await live.post(path, topup(cardId), { headers })).toMatchObject(refused(400, 'scenario_invalid'));
  });
});
