// Webhook endpoints by the API: one test for each status and each thing that can be done to one.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Delivery, type Endpoint, PATH, tell, uuidOf } from '../../events/webhooks/delivering.ts';
import { type Company, startWorld, type World } from '../../world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.stop());

const url = 'https://example.com/hooks';
const register = async (company: Company, body: object = {}): Promise<Endpoint> => {
  const answer = await company.post<Endpoint>(PATH, { url, ...body });
  expect(answer).toMatchObject({ status: 201 });
  return answer.body;
};
const patch = (company: Company, { id }: Endpoint, json: object) =>
  company.ask<Endpoint>(`${PATH}/${id}`, { method: 'PATCH', json });
const refusal = (status: number, code: string) => ({ status, body: { statusCode: status, code } });

describe(`POST ${PATH}`, () => {
  test('201 shows the secret once, with Location; reading it shows the rest', async () => {
    const company = await world.company();
    const answer = await company.post<Endpoint>(PATH, { url, events: ['card.created'], description: 'Books' });
    expect(answer.status).toBe(201);
    const { secret, ...shown } = answer.body;
    expect(secret).toMatch(/^whsec_[0-9A-Za-z]{43}$/);
    expect(shown).toEqual({
      id: expect.stringMatching(/^whe_[0-9a-z]{26}$/),
      url,
      events: ['card.created'],
      description: 'Books',
      status: 'enabled',
      createdAt: expect.any(String),
    });
    expect(answer.headers.get('location')).toBe(`${PATH}/${shown.id}`);
    expect((await company.get(`${PATH}/${shown.id}`)).text).toBe(JSON.stringify(shown));
    expect((await company.get<{ data: Endpoint[] }>(PATH)).body.data).toEqual([shown]);
  });

  test('needs no Idempotency-Key and ignores one; it is told of every type unless it chooses', async () => {
    const company = await world.company();
    const first = await company.post<Endpoint>(PATH, { url }, { key: 'same' });
    const second = await company.post<Endpoint>(PATH, { url }, { key: 'same' });
    const third = await company.post<Endpoint>(PATH, { url }, { key: null });
    expect(new Set([first, second, third].map(({ body }) => body.id)).size).toBe(3);
    expect(first.body.events).toEqual(['*']);
  });

  test.each([
    ['no url', { url: undefined }],
    ['an unknown property', { secret: 'mine' }],
    ['an unknown type', { events: ['card.deleted'] }],
    ['no type', { events: [] }],
    ['a type twice', { events: ['card.created', 'card.created'] }],
    ['a description without end', { description: 'x'.repeat(201) }],
  ])('400 for %s', async (_, wrong) => {
    const company = await world.company();
    expect(await company.post(PATH, { url, ...wrong })).toMatchObject(refusal(400, 'request_invalid'));
  });

  test.each(['http://example.com/', 'https://10.0.0.1/', 'https://localhost/', 'https://u:p@example.com/', 'nonsense'])(
    '400 for %s, with the reason',
    async (bad) => {
      const company = await world.company();
      const answer = await company.post<{ message: string }>(PATH, { url: bad });
      expect(answer).toMatchObject(refusal(400, 'webhook_url_refused'));
      expect(answer.body.message).toMatch(/^The .+/);
    },
  );

  test('400 for a description with the number of a card', async () => {
    const company = await world.company();
    const answer = await company.post(PATH, { url, description: 'card 4242424242424242' });
    expect(answer).toMatchObject(refusal(400, 'card_number_refused'));
  });

  test('400 for the seventeenth, however many are registered at once; a deleted one gives its place back', async () => {
    const company = await world.company();
    const answers = await Promise.all(Array.from({ length: 20 }, () => company.post<Endpoint>(PATH, { url })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(16);
    for (const answer of answers.filter(({ status }) => status !== 201))
      expect(answer).toMatchObject(refusal(400, 'webhook_limit'));
    const [first] = answers.filter(({ status }) => status === 201);
    await company.ask(`${PATH}/${first?.body.id}`, { method: 'DELETE' });
    await register(company);
    expect(await company.post(PATH, { url })).toMatchObject(refusal(400, 'webhook_limit'));
    const live = await company.client({ environment: 'live' });
    expect(await live.post(PATH, { url })).toMatchObject({ status: 201 });
  });

  test('403 without webhooks:write; reading needs webhooks:read', async () => {
    const company = await world.company();
    const reader = await company.client({ scopes: ['webhooks:read'] });
    const writer = await company.client({ scopes: ['webhooks:write'] });
    expect(await reader.post(PATH, { url })).toMatchObject(refusal(403, 'scope_missing'));
    expect(await writer.post(PATH, { url })).toMatchObject({ status: 201 });
    expect(await writer.get(PATH)).toMatchObject(refusal(403, 'scope_missing'));
    expect(await reader.get(PATH)).toMatchObject({ status: 200 });
  });

  test('what a key may not do any more when it is done, is not done', async () => {
    const company = await world.company();
    const { keyId, ...client } = await company.client();
    await client.get(PATH); // the process trusts the key for a moment
    await world.admin.query('update api_keys set revoked_at = now() where id = $1', [keyId]);
    expect(await client.post(PATH, { url })).toMatchObject(refusal(401, 'key_invalid'));
    expect((await company.get<{ data: Endpoint[] }>(PATH)).body.data).toEqual([]);
  });
});

describe(`${PATH}/{id}`, () => {
  test('404 for whatever names no endpoint here: nonsense, another company’s, another environment’s, a deleted one', async () => {
    const company = await world.company();
    const other = await world.company();
    const live = await company.client({ environment: 'live' });
    const endpoint = await register(company);
    const gone = await register(company);
    expect(await company.ask(`${PATH}/${gone.id}`, { method: 'DELETE' })).toMatchObject({
      status: 200,
      body: { id: gone.id, deleted: true },
    });
    const range = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' };
    for (const [client, id] of [
      [company, 'whe_unknown'],
      [company, endpoint.id.replace('whe_', 'op_')],
      [other, endpoint.id],
      [live, endpoint.id],
      [company, gone.id],
    ] as const) {
      const path = `${PATH}/${encodeURIComponent(id)}`;
      const answers = [
        await client.get(path),
        await client.get(`${path}/deliveries`),
        await client.ask(path, { method: 'PATCH', json: { description: 'x' } }),
        await client.ask(path, { method: 'DELETE' }),
        await client.post(`${path}/rotate-secret`, undefined),
        await client.post(`${path}/confirm-secret`, undefined),
        await client.post(`${path}/test`, undefined),
        await client.post(`${path}/replay`, range),
      ];
      for (const answer of answers) expect(answer, id).toMatchObject(refusal(404, 'webhook_not_found'));
    }
    expect((await company.get<{ data: Endpoint[] }>(PATH)).body.data.map(({ id }) => id)).toEqual([endpoint.id]);
  });

  test('a change changes what is given, and nothing else', async () => {
    const company = await world.company();
    const { secret: _, ...endpoint } = await register(company, { events: ['card.created'], description: 'Books' });
    const moved = { ...endpoint, url: 'https://example.com/elsewhere' };
    expect((await patch(company, endpoint, { url: moved.url })).body).toEqual(moved);
    expect((await patch(company, endpoint, { events: ['*'] })).body).toEqual({ ...moved, events: ['*'] });
    const off = await patch(company, endpoint, { status: 'disabled', description: '' });
    expect(off.body).toMatchObject({ status: 'disabled', disabled: { reason: 'client' }, description: '' });
    expect((await patch(company, endpoint, { status: 'disabled' })).body).toEqual(off.body);
    const on = await patch(company, endpoint, { status: 'enabled' });
    expect(on.body).toEqual({ ...moved, events: ['*'], description: '' });
    expect((await patch(company, endpoint, {})).body).toEqual(on.body);
    const events = await company.get<{ data: { type: string }[] }>('/api/v1/events');
    expect(events.body.data.map(({ type }) => type)).toEqual(['webhook.disabled']);
  });

  test('400 for a change that could not be registered either', async () => {
    const company = await world.company();
    const endpoint = await register(company);
    expect(await patch(company, endpoint, { url: 'https://10.0.0.1/' })).toMatchObject(
      refusal(400, 'webhook_url_refused'),
    );
    expect(await patch(company, endpoint, { status: 'deleted' })).toMatchObject(refusal(400, 'request_invalid'));
    expect(await patch(company, endpoint, { secret: 'x' })).toMatchObject(refusal(400, 'request_invalid'));
  });

  test('what takes no body takes an empty one with a JSON content type, and no other', async () => {
    const company = await world.company();
    const endpoint = await register(company);
    const path = `${PATH}/${endpoint.id}/test`;
    const headers = { 'content-type': 'application/json' };
    for (const raw of ['', '{}', ' {} '])
      expect(await company.ask(path, { method: 'POST', headers, raw })).toMatchObject({ status: 200 });
    expect(await company.ask(path, { method: 'POST' })).toMatchObject({ status: 200 });
    expect(await company.ask(path, { method: 'POST', headers, raw: '{"a":1}' })).toMatchObject(
      refusal(400, 'request_invalid'),
    );
  });

  test('400 for a test or a replay of a disabled one', async () => {
    const company = await world.company();
    const endpoint = await register(company);
    await patch(company, endpoint, { status: 'disabled' });
    const range = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' };
    expect(await company.post(`${PATH}/${endpoint.id}/test`, undefined)).toMatchObject(
      refusal(400, 'webhook_disabled'),
    );
    expect(await company.post(`${PATH}/${endpoint.id}/replay`, range)).toMatchObject(refusal(400, 'webhook_disabled'));
  });

  test('400 for a confirmation without a rotation', async () => {
    const company = await world.company();
    const endpoint = await register(company);
    const confirm = () => company.post<Endpoint>(`${PATH}/${endpoint.id}/confirm-secret`, undefined);
    expect(await confirm()).toMatchObject(refusal(400, 'rotation_not_begun'));
    const rotated = await company.post<Endpoint>(`${PATH}/${endpoint.id}/rotate-secret`, undefined);
    expect(rotated).toMatchObject({ status: 200, body: { rotation: { until: expect.any(String) } } });
    expect(rotated.body.secret).not.toBe(endpoint.secret);
    expect((await confirm()).body).toEqual({ ...endpoint, secret: undefined });
    expect(await confirm()).toMatchObject(refusal(400, 'rotation_not_begun'));
  });
});

describe(`GET ${PATH}/{id}/deliveries`, () => {
  test('pages newest first, by status, without repeats', async () => {
    const company = await world.company();
    const endpoint = await register(company);
    await tell(
      world,
      company,
      Array.from({ length: 25 }, () => 'card.updated'),
    );
    await world.admin.query(
      `select fan_out_events('00000000-0000-0000-0000-000000000000', 'sandbox', now(), 100, 100)`,
    );
    await world.admin.query(
      `update webhook_deliveries set status = 'failed', next_at = null, finished_at = now() where endpoint_id = $1 and sequence % 5 = 0`,
      [uuidOf(endpoint)],
    );
    const walk = async (query: string) => {
      const seen: Delivery[] = [];
      for (let cursor = ''; ; ) {
        const path = `${PATH}/${endpoint.id}/deliveries?limit=4${query}${cursor}`;
        const { body } = await company.get<{ data: Delivery[]; nextCursor: string | null }>(path);
        seen.push(...body.data);
        if (body.nextCursor === null) return seen;
        cursor = `&cursor=${body.nextCursor}`;
      }
    };
    const all = await walk('');
    expect(new Set(all.map(({ id }) => id)).size).toBe(25);
    expect(all.map(({ createdAt }) => createdAt)).toEqual(
      all
        .map(({ createdAt }) => createdAt)
        .toSorted()
        .toReversed(),
    );
    expect((await walk('&status=failed')).map(({ sequence }) => sequence).toSorted((a, b) => a - b)).toEqual([
      5, 10, 15, 20, 25,
    ]);
    expect(await company.get(`${PATH}/${endpoint.id}/deliveries?status=lost`)).toMatchObject({ status: 400 });
  });
});
