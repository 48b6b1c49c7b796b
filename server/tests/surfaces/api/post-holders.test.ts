// No worker runs here: a cardholder stays pending, because nobody tells the issuer.
import { randomUUID } from 'node:crypto';
import { keyScopes } from '@cardwright/server/foundation/key-scopes.ts';
import { suspendCompany } from '@cardwright/server/identity/companies/manage.ts';
import { revokeKey } from '@cardwright/server/identity/keys/manage.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ErrorBody } from '../../client.ts';
import { type Company, startWorld, type World } from '../../world.ts';

const path = '/api/v1/holders';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.stop());

const ada = (more: object = {}) => ({ name: 'Ada Lovelace', email: 'ada@example.com', kind: 'individual', ...more });

/** A refused request must not have made anybody, nor used up its key. */
async function expectNothingHappened(company: Company, key: string): Promise<void> {
  expect((await company.get(path)).body).toEqual({ data: [] });
  expect(await company.get(`/api/v1/idempotency-keys/${key}`)).toMatchObject({ status: 404 });
}

describe(`POST ${path}`, () => {
  test('201 answers the holder, pending, and where to read them', async () => {
    const company = await world.company();
    const answer = await company.post<{ id: string }>(path, ada({ externalId: 'employee 7' }));
    expect(answer).toMatchObject({ status: 201 });
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^holder_[0-9a-z]{26}$/),
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      kind: 'individual',
      status: 'pending',
      externalId: 'employee 7',
      metadata: {},
    });
    expect(answer.headers.get('location')).toBe(`${path}/${answer.body.id}`);
    expect(await company.get(`${path}/${answer.body.id}`)).toMatchObject({ status: 200, text: answer.text });
    expect((await company.get(`${path}?externalId=employee%207`)).body).toEqual({ data: [answer.body] });
  });

  test('201 for a corporate holder; an external id that is left out is empty, and any number may have none', async () => {
    const company = await world.company();
    const corporate = await company.post(path, ada({ kind: 'corporate' }));
    expect(corporate).toMatchObject({ status: 201, body: { kind: 'corporate', externalId: '' } });
    expect(await company.post(path, ada({ externalId: '' }))).toMatchObject({ status: 201 });
  });

  test('201 whatever the external id looks like: it is not looked through for card numbers', async () => {
    const company = await world.company();
    const externalId = '4242424242424242';
    expect(await company.post(path, ada({ externalId }))).toMatchObject({ status: 201, body: { externalId } });
  });

  test('201 in live too, in a world of its own', async () => {
    const company = await world.company();
    const live = await company.client({ environment: 'live' });
    const { body } = await live.post<{ id: string; status: string }>(path, ada());
    expect(body.status).toBe('pending');
    expect(await live.get(`${path}/${body.id}`)).toMatchObject({ status: 200 });
    expect(await company.get(`${path}/${body.id}`)).toMatchObject({ status: 404 });
  });

  test('a name is kept letter by letter', async () => {
    const company = await world.company();
    const name = `Zoë "O'Neill" \\ 李 😀`;
    const { body } = await company.post<{ id: string; name: string }>(path, ada({ name }));
    expect(body.name).toBe(name);
    expect((await company.get(`${path}/${body.id}`)).body['name']).toBe(name);
  });

  test.each<[string, object]>([
    ['no name', ada({ name: undefined })],
    ['an empty name', ada({ name: '' })],
    ['a name of 201 characters', ada({ name: 'x'.repeat(201) })],
    ['a name with a control character', ada({ name: 'a\u0000b' })],
    ['no email', ada({ email: undefined })],
    ['an email without @', ada({ email: 'ada' })],
    ['an email of 321 characters', ada({ email: `${'x'.repeat(309)}@example.com` })],
    ['no kind', ada({ kind: undefined })],
    ['an unknown kind', ada({ kind: 'robot' })],
    ['an external id of 201 characters', ada({ externalId: 'x'.repeat(201) })],
    ['an external id that is null', ada({ externalId: null })],
    ['metadata that is null', ada({ metadata: null })],
    ['metadata that is a list', ada({ metadata: ['a'] })],
    ['a status, which is not the client’s to say', ada({ status: 'active' })],
  ])('400 for %s', async (_what, holder) => {
    const company = await world.company();
    const key = randomUUID();
    const refused = { status: 400, body: { code: 'request_invalid' } };
    expect(await company.post(path, holder, { key })).toMatchObject(refused);
    await expectNothingHappened(company, key);
  });

  test('400 for a name that looks like a card number', async () => {
    const company = await world.company();
    const key = randomUUID();
    const refused = { status: 400, body: { code: 'card_number_refused' } };
    expect(await company.post(path, ada({ name: 'Ada 4242424242424242' }), { key })).toMatchObject(refused);
    await expectNothingHappened(company, key);
  });

  test('400 without an Idempotency-Key, and for a query parameter', async () => {
    const company = await world.company();
    const refused = { status: 400, body: { code: 'idempotency_key_invalid' } };
    for (const key of [null, '', 'x'.repeat(129)])
      expect(await company.post(path, ada(), { key })).toMatchObject(refused);
    expect(await company.post(`${path}?x=1`, ada())).toMatchObject({ status: 400 });
  });

  test('413 for a body too large, 415 for another media type', async () => {
    const company = await world.company();
    expect(await company.post(path, ada({ name: 'x'.repeat(70_000) }))).toMatchObject({ status: 413 });
    const headers = { 'content-type': 'text/plain', 'idempotency-key': randomUUID() };
    expect(await company.ask(path, { method: 'POST', raw: '{}', headers })).toMatchObject({ status: 415 });
  });
});

describe(`POST ${path}, again`, () => {
  test('the same key and request answer the same bytes and make one holder', async () => {
    const company = await world.company();
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 12 }, () => company.post(path, ada(), { key })));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1);
    expect(new Set(answers.map(({ headers }) => headers.get('location'))).size).toBe(1);
    expect((await company.get<{ data: object[] }>(path)).body.data).toHaveLength(1);
  });

  test('409 for the same key with another request names the holder and the field', async () => {
    const company = await world.company();
    const key = randomUUID();
    const { body } = await company.post<{ id: string }>(path, ada(), { key });
    expect(await company.post(path, ada({ name: 'Grace Hopper' }), { key })).toMatchObject({
      status: 409,
      body: { code: 'idempotency_conflict', retry: 'new_key', resourceId: body.id, differs: ['name'] },
    });
  });

  test('a refused request does not use up its key', async () => {
    const company = await world.company();
    const key = randomUUID();
    expect(await company.post(path, ada({ kind: 'robot' }), { key })).toMatchObject({ status: 400 });
    expect(await company.post(path, ada(), { key })).toMatchObject({ status: 201 });
  });
});

describe(`POST ${path}, by whom`, () => {
  test('401 without a key, 403 for a company that is not verified', async () => {
    expect(await world.ask(path, { method: 'POST', json: ada() })).toMatchObject({ status: 401 });
    const company = await world.company({ verification: 'rejected' });
    const refused = { status: 403, body: { code: 'verification_required' } };
    expect(await company.post(path, ada())).toMatchObject(refused);
  });

  test('403 for a key with every permission but holders:write, 201 for a key with that one alone', async () => {
    const company = await world.company();
    const others = await company.client({ scopes: keyScopes.filter((scope) => scope !== 'holders:write') });
    const refused = await others.post<ErrorBody>(path, ada());
    expect(refused).toMatchObject({ status: 403, body: { code: 'scope_missing' } });
    expect(refused.body.message).toContain('holders:write');
    const alone = await company.client({ scopes: ['holders:write'] });
    expect(await alone.post(path, ada())).toMatchObject({ status: 201 });
  });

  test('refused at once for a suspended company and a revoked key, even while a server still trusts them', async () => {
    const [suspended, other] = [await world.company(), await world.company()];
    const revoked = await other.client();
    for (const client of [suspended, revoked])
      expect(await client.get('/api/v1/balance')).toMatchObject({ status: 200 });
    await suspendCompany(world.tools, suspended.scope.companyId, 'A test suspends it.');
    await revokeKey(world.tools, other.scope, revoked.keyId);
    const key = randomUUID();
    const refusal = { status: 403, body: { code: 'company_suspended' } };
    expect(await suspended.post(path, ada(), { key })).toMatchObject(refusal);
    expect(await revoked.post(path, ada(), { key })).toMatchObject({ status: 401, body: { code: 'key_invalid' } });
    for (const company of [suspended, other]) await expectNothingHappened(company, key);
  });
});
