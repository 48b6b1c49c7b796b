// No worker runs here: every event is the effect of a request.
import { keyScopes } from '@cardwright/server/foundation/key-scopes.ts';
import { suspendCompany } from '@cardwright/server/identity/companies/manage.ts';
import { revokeKey } from '@cardwright/server/identity/keys/manage.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../client.ts';
import { type Company, startWorld, type World } from '../../world.ts';

const path = '/api/v1/cards';

type Card = { id: string; name: string; metadata: Record<string, string> };

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.stop());

const change = (client: Client, id: string, json: unknown) =>
  client.ask<Card>(`${path}/${id}`, { method: 'PATCH', json });

type Feed = { data: { type: string; data: { object: object } }[] };
const eventsOf = async (company: Company) => (await company.get<Feed>('/api/v1/events')).body.data;

describe(`PATCH ${path}/{id}`, () => {
  test('200 changes what is given and leaves the rest; the event has the bytes of the answer', async () => {
    const company = await world.company();
    const id = await company.insertCard({ name: 'Travel' });
    const { body: before } = await company.get<Card>(`${path}/${id}`);
    expect(before).toMatchObject({
      name: 'Travel',
      limits: { perTransaction: null, perDay: null, perMonth: null },
      metadata: {},
    });
    const steps = [
      [{ name: 'Marketing' }, { name: 'Marketing', metadata: {} }],
      [{ metadata: { b: '2', a: '1' } }, { name: 'Marketing', metadata: { b: '2', a: '1' } }],
      [
        { name: 'Adverts', metadata: { c: '3' } },
        { name: 'Adverts', metadata: { c: '3' } },
      ],
      [{ metadata: {} }, { name: 'Adverts', metadata: {} }],
    ] as const;
    for (const [changes, shown] of steps) {
      const changed = await change(company, id, changes);
      expect(changed).toMatchObject({ status: 200, body: { ...before, ...shown } });
      expect(JSON.stringify(changed.body.metadata)).toBe(JSON.stringify(shown.metadata));
      expect((await company.get(`${path}/${id}`)).text).toBe(changed.text);
      const last = (await eventsOf(company)).at(-1);
      expect(last?.type).toBe('card.updated');
      expect(JSON.stringify(last?.data.object)).toBe(changed.text);
    }
    expect(await eventsOf(company)).toHaveLength(steps.length);
  });

  test('an empty name becomes the name of the product, as when a card is issued', async () => {
    const company = await world.company();
    const id = await company.insertCard({ name: 'Travel' });
    const { body } = await company.get<{ data: { id: string; name: string }[] }>('/api/v1/products');
    const product = body.data.find((each) => each.id === world.products.card);
    expect(await change(company, id, { name: '' })).toMatchObject({ status: 200, body: { name: product?.name } });
  });

  test('a request that changes nothing appends no event; another order of metadata is a change', async () => {
    const company = await world.company();
    const id = await company.insertCard({ name: 'Travel' });
    await change(company, id, { metadata: { a: '1', b: '2' } });
    for (const same of [{ name: 'Travel' }, { metadata: { a: '1', b: '2' } }])
      expect(await change(company, id, same)).toMatchObject({ status: 200, body: { id, name: 'Travel' } });
    expect(await eventsOf(company)).toHaveLength(1);
    expect((await change(company, id, { metadata: { b: '2', a: '1' } })).text).toContain('{"b":"2","a":"1"}');
    expect(await eventsOf(company)).toHaveLength(2);
  });

  test('200 for a card of any status, a closed one included', async () => {
    const company = await world.company();
    for (const status of ['frozen', 'blocked', 'closed', 'expired'] as const) {
      const id = await company.insertCard({ status });
      expect(await change(company, id, { name: status })).toMatchObject({
        status: 200,
        body: { name: status, status },
      });
    }
  });

  test.each<[string, unknown, string]>([
    ['no field', {}, 'request_invalid'],
    ['a status', { status: 'frozen' }, 'request_invalid'],
    ['limits beside a name', { name: 'x', limits: {} }, 'request_invalid'],
    ['a name of 201 characters', { name: 'x'.repeat(201) }, 'request_invalid'],
    ['a name that is null', { name: null }, 'request_invalid'],
    ['a name with NUL', { name: 'a\u0000b' }, 'request_invalid'],
    ['a name with a card number', { name: '4242 4242 4242 4242' }, 'card_number_refused'],
    ['metadata that is no object', { metadata: 'x' }, 'request_invalid'],
    ['metadata with a number', { metadata: { a: 1 } }, 'request_invalid'],
    ['metadata with a card number', { metadata: { a: '4242-4242-4242-4242' } }, 'card_number_refused'],
    ['a list', [], 'request_invalid'],
    ['null', null, 'request_invalid'],
  ])('400 for %s', async (_what, json, code) => {
    const company = await world.company();
    const id = await company.insertCard({ name: 'Travel' });
    expect(await change(company, id, json)).toMatchObject({ status: 400, body: { code } });
    expect(await company.get(`${path}/${id}`)).toMatchObject({ body: { name: 'Travel', metadata: {} } });
    expect(await eventsOf(company)).toHaveLength(0);
  });

  test('404 for another company’s card, another environment’s and any text', async () => {
    const company = await world.company();
    const id = await company.insertCard({ name: 'Travel' });
    const [other, live] = [await world.company(), await company.client({ environment: 'live' })];
    for (const answer of [
      await change(other, id, { name: 'x' }),
      await change(live, id, { name: 'x' }),
      await change(company, 'nonsense', { name: 'x' }),
    ])
      expect(answer).toMatchObject({ status: 404, body: { code: 'card_not_found' } });
    expect(await company.get(`${path}/${id}`)).toMatchObject({ body: { name: 'Travel' } });
  });

  test('413 for a body too large, 415 for another media type', async () => {
    const company = await world.company();
    const id = await company.insertCard();
    expect(await change(company, id, { name: 'x'.repeat(70_000) })).toMatchObject({ status: 413 });
    const headers = { 'content-type': 'text/plain' };
    expect(await company.ask(`${path}/${id}`, { method: 'PATCH', raw: '{}', headers })).toMatchObject({ status: 415 });
  });

  test('403 without cards:write and for a suspended company, 401 for a revoked key', async () => {
    const company = await world.company();
    const id = await company.insertCard({ name: 'Travel' });
    const others = await company.client({ scopes: keyScopes.filter((scope) => scope !== 'cards:write') });
    expect(await change(others, id, { name: 'x' })).toMatchObject({ status: 403, body: { code: 'scope_missing' } });
    const revoked = await company.client();
    for (const client of [company, revoked]) expect(await client.get(path)).toMatchObject({ status: 200 });
    await revokeKey(world.tools, company.scope, revoked.keyId);
    expect(await change(revoked, id, { name: 'x' })).toMatchObject({ status: 401, body: { code: 'key_invalid' } });
    await suspendCompany(world.tools, company.scope.companyId, 'A test suspends it.');
    const suspended = { status: 403, body: { code: 'company_suspended' } };
    expect(await change(company, id, { name: 'x' })).toMatchObject(suspended);
    expect(await company.get(`${path}/${id}`)).toMatchObject({ body: { name: 'Travel' } });
  });
});
