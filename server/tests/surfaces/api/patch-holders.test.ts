// No worker runs here: every event is the effect of a request.
import { keyScopes } from '@cardwright/server/foundation/key-scopes.ts';
import { suspendCompany } from '@cardwright/server/identity/companies/manage.ts';
import { revokeKey } from '@cardwright/server/identity/keys/manage.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../client.ts';
import { type Company, startWorld, type World } from '../../world.ts';

const path = '/api/v1/holders';

type Holder = { id: string; externalId: string; metadata: Record<string, string> };

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.stop());

const ada = (more: object = {}) => ({ name: 'Ada Lovelace', email: 'ada@example.com', kind: 'individual', ...more });
const create = async (client: Client, more: object = {}) => (await client.post<Holder>(path, ada(more))).body;
const change = (client: Client, id: string, json: unknown) =>
  client.ask<Holder>(`${path}/${id}`, { method: 'PATCH', json });

type Feed = { data: { type: string; data: { object: object } }[] };
const eventsOf = async (company: Company) => (await company.get<Feed>('/api/v1/events')).body.data;

const takenBy = (id: string) => ({
  status: 409,
  body: { code: 'external_id_taken', retry: 'new_key', resourceId: id },
});

describe(`PATCH ${path}/{id}`, () => {
  test('200 changes what is given and leaves the rest; the event has the bytes of the answer', async () => {
    const company = await world.company();
    const { id } = await create(company, { externalId: 'hr-1', metadata: { a: '1', b: '2' } });
    const steps = [
      [{ externalId: 'hr-2' }, { externalId: 'hr-2', metadata: { a: '1', b: '2' } }],
      [{ metadata: { c: '3' } }, { externalId: 'hr-2', metadata: { c: '3' } }],
      [
        { externalId: '', metadata: {} },
        { externalId: '', metadata: {} },
      ],
    ] as const;
    for (const [changes, shown] of steps) {
      const changed = await change(company, id, changes);
      expect(changed.body).toEqual({ id, ...ada(), status: 'pending', ...shown });
      expect(changed.status).toBe(200);
      expect((await company.get(`${path}/${id}`)).text).toBe(changed.text);
      const last = (await eventsOf(company)).at(-1);
      expect(last?.type).toBe('holder.updated');
      expect(JSON.stringify(last?.data.object)).toBe(changed.text);
    }
    expect(await eventsOf(company)).toHaveLength(1 + steps.length);
  });

  test('a request that changes nothing appends no event; another order of metadata is a change', async () => {
    const company = await world.company();
    const { id, ...rest } = await create(company, { externalId: 'hr-1', metadata: { a: '1', b: '2' } });
    for (const same of [
      { externalId: 'hr-1' },
      { metadata: { a: '1', b: '2' } },
      { externalId: 'hr-1', metadata: { a: '1', b: '2' } },
    ])
      expect(await change(company, id, same)).toMatchObject({ status: 200, body: { id, ...rest } });
    expect(await eventsOf(company)).toHaveLength(1);
    expect((await change(company, id, { metadata: { b: '2', a: '1' } })).text).toContain('{"b":"2","a":"1"}');
    expect(await eventsOf(company)).toHaveLength(2);
  });

  test.each<[string, unknown]>([
    ['no field', {}],
    ['a name', { name: 'Grace Hopper' }],
    ['an email beside metadata', { email: 'grace@example.com', metadata: {} }],
    ['a status', { status: 'active' }],
    ['an external id of 201 characters', { externalId: 'x'.repeat(201) }],
    ['an external id that is null', { externalId: null }],
    ['an external id with NUL', { externalId: 'a\u0000b' }],
    ['a list', []],
    ['null', null],
  ])('400 for %s', async (_what, json) => {
    const company = await world.company();
    const { id } = await create(company);
    expect(await change(company, id, json)).toMatchObject({ status: 400, body: { code: 'request_invalid' } });
    expect(await eventsOf(company)).toHaveLength(1);
  });

  test('404 for another company’s cardholder, another environment’s and any text', async () => {
    const company = await world.company();
    const { id } = await create(company);
    const [other, live] = [await world.company(), await company.client({ environment: 'live' })];
    for (const answer of [
      await change(other, id, { externalId: 'x' }),
      await change(live, id, { externalId: 'x' }),
      await change(company, 'nonsense', { externalId: 'x' }),
    ])
      expect(answer).toMatchObject({ status: 404, body: { code: 'holder_not_found' } });
    expect(await company.get(`${path}/${id}`)).toMatchObject({ body: { externalId: '' } });
  });

  test('413 for a body too large, 415 for another media type', async () => {
    const company = await world.company();
    const { id } = await create(company);
    expect(await change(company, id, { externalId: 'x'.repeat(70_000) })).toMatchObject({ status: 413 });
    const headers = { 'content-type': 'text/plain' };
    expect(await company.ask(`${path}/${id}`, { method: 'PATCH', raw: '{}', headers })).toMatchObject({ status: 415 });
  });

  test('403 without holders:write and for a suspended company, 401 for a revoked key', async () => {
    const company = await world.company();
    const { id } = await create(company);
    const others = await company.client({ scopes: keyScopes.filter((scope) => scope !== 'holders:write') });
    const missing = { status: 403, body: { code: 'scope_missing' } };
    expect(await change(others, id, { externalId: 'x' })).toMatchObject(missing);
    const revoked = await company.client();
    for (const client of [company, revoked]) expect(await client.get(path)).toMatchObject({ status: 200 });
    await revokeKey(world.tools, company.scope, revoked.keyId);
    const invalid = { status: 401, body: { code: 'key_invalid' } };
    expect(await change(revoked, id, { externalId: 'x' })).toMatchObject(invalid);
    await suspendCompany(world.tools, company.scope.companyId, 'A test suspends it.');
    const suspended = { status: 403, body: { code: 'company_suspended' } };
    expect(await change(company, id, { externalId: 'x' })).toMatchObject(suspended);
    expect(await company.get(`${path}/${id}`)).toMatchObject({ body: { externalId: '' } });
  });
});

describe('an external id', () => {
  test('409 names the cardholder who has it, in POST and PATCH, and leaves the Idempotency-Key unused', async () => {
    const company = await world.company();
    const first = await create(company, { externalId: 'hr-7' });
    const second = await create(company, { externalId: 'hr-8' });
    const key = 'taken';
    expect(await company.post(path, ada({ externalId: 'hr-7' }), { key })).toMatchObject(takenBy(first.id));
    expect(await company.get(`/api/v1/idempotency-keys/${key}`)).toMatchObject({ status: 404 });
    expect(await change(company, second.id, { externalId: 'hr-7', metadata: { a: '1' } })).toMatchObject(
      takenBy(first.id),
    );
    expect(await company.get(`${path}/${second.id}`)).toMatchObject({ body: { externalId: 'hr-8', metadata: {} } });
    expect(await eventsOf(company)).toHaveLength(2);
    expect(await company.post(path, ada({ externalId: 'HR-7' }), { key })).toMatchObject({ status: 201 });
  });

  test('is free again when its cardholder gets another or none', async () => {
    const company = await world.company();
    const first = await create(company, { externalId: 'hr-7' });
    expect(await change(company, first.id, { externalId: '' })).toMatchObject({ status: 200 });
    const second = await create(company, { externalId: 'hr-7' });
    expect(await change(company, first.id, { externalId: 'hr-7' })).toMatchObject(takenBy(second.id));
    expect(await change(company, second.id, { externalId: 'hr-8' })).toMatchObject({ status: 200 });
    expect(await change(company, first.id, { externalId: 'hr-7' })).toMatchObject({ status: 200 });
  });

  test('may be used by another company, and in the other environment', async () => {
    const [company, other] = [await world.company(), await world.company()];
    for (const client of [company, other, await company.client({ environment: 'live' })])
      expect(await client.post(path, ada({ externalId: 'hr-7' }))).toMatchObject({ status: 201 });
  });

  test('is given to one of many concurrent requests; every other gets 409 with its id', async () => {
    const company = await world.company();
    const holders = await Promise.all(Array.from({ length: 4 }, () => create(company)));
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => company.post<Holder>(path, ada({ externalId: 'raced' }))),
      ...holders.map(({ id }) => change(company, id, { externalId: 'raced' })),
    ]);
    const winners = answers.filter(({ status }) => status < 300);
    expect(winners).toHaveLength(1);
    const id = winners[0]?.body.id ?? '';
    for (const answer of answers.filter(({ status }) => status >= 300)) expect(answer).toMatchObject(takenBy(id));
    const listed = await company.get<{ data: Holder[] }>(`${path}?externalId=raced`);
    expect(listed.body.data.map((holder) => holder.id)).toEqual([id]);
  });

  test('that rows shared before the rule stays theirs, and is taken for everybody else', async () => {
    const company = await world.company();
    const createdAt = new Date('2026-01-01T00:00:00Z');
    const oldest = await company.insertHolder({ externalId: 'shared', createdAt });
    const later = await company.insertHolder({ externalId: 'shared' });
    const unchanged = { externalId: 'shared', metadata: { a: '1' } };
    expect(await change(company, later, unchanged)).toMatchObject({ status: 200, body: unchanged });
    expect(await company.post(path, ada({ externalId: 'shared' }))).toMatchObject(takenBy(oldest));
  });

  test('cannot be given twice by any function: the database refuses the second row', async () => {
    const company = await world.company();
    const { id } = await create(company, { externalId: 'hr-7' });
    const copy = `insert into holders (company_id, environment, id, name, email, kind, status, external_id,
        external_id_reserved, created_at)
      select company_id, environment, gen_random_uuid(), name, email, kind, status, external_id, true, created_at
        from holders where company_id = $1 and external_id = 'hr-7'`;
    await expect(world.admin.query(copy, [company.scope.companyId])).rejects.toThrow('one_holder_per_external_id');
    expect((await company.get<{ data: Holder[] }>(path)).body.data.map((holder) => holder.id)).toEqual([id]);
  });
});
