// Webhook endpoints at the desk: what operators see and do, that it is in the audit log, and that no secret stays.
import { freePort, localUrl } from '@cardwright/stack/ports.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Company, startWorld, type World } from '../../world.ts';
import { type AtDesk, browserAt, operatorAt } from './operator.ts';

let world: World;
let ann: AtDesk;
let company: Company;
beforeAll(async () => {
  world = await startWorld({ desk: true });
  [ann, company] = [await operatorAt(world, 'Ann'), await world.company()];
});
afterAll(() => world?.stop());

type Webhook = { id: string; url: string; status: string; failures: number; secret?: string };

const at = (inside = '', environment = 'sandbox') =>
  `/desk/v1/companies/${company.id}/webhooks${inside}?environment=${environment}`;

const patch = (path: string, json: object) => ann.ask<Webhook>(path, { method: 'PATCH', json });
const remove = (path: string) => ann.ask(path, { method: 'DELETE' });

test('an endpoint is made, seen, changed and deleted, and its secret is in two answers only', async () => {
  const wanted = { url: 'https://example.com/hook?token=hidden', events: ['card.created'], description: 'for tests' };
  const made = await ann.post<Webhook>(at(), wanted);
  expect(made).toMatchObject({
    status: 201,
    body: { url: 'https://example.com/hook', status: 'enabled', failures: 0 },
  });
  const { secret, ...webhook } = made.body;
  expect(secret).toMatch(/^whsec_/);
  expect(await ann.get(at())).toMatchObject({ status: 200, body: { data: [webhook] } });
  expect(await ann.get(at('', 'live'))).toMatchObject({ status: 200, body: { data: [] } });

  const rotated = await ann.post<Webhook>(at(`/${webhook.id}/rotate-secret`));
  expect(rotated).toMatchObject({ status: 200, body: { rotation: {}, secret: expect.stringMatching(/^whsec_/) } });
  expect(rotated.body.secret).not.toBe(secret);
  expect((await ann.post(at(`/${webhook.id}/confirm-secret`))).body).toEqual(webhook);

  const tested = await ann.post<{ eventId: string }>(at(`/${webhook.id}/test`));
  expect(tested).toMatchObject({ status: 200, body: { eventId: expect.stringMatching(/^evt_/) } });
  expect(await ann.get(at(`/${webhook.id}/deliveries`))).toMatchObject({ status: 200, body: { nextCursor: null } });

  const range = { from: '2026-01-01T00:00:00Z', to: '2999-01-01T00:00:00Z' };
  expect(await ann.post(at(`/${webhook.id}/replay`), range)).toMatchObject({ body: { count: 0, replayed: false } });
  const changed = await patch(at(`/${webhook.id}`), { status: 'disabled', description: 'off' });
  expect(changed.body).toMatchObject({ status: 'disabled', disabled: { reason: 'operator' }, description: 'off' });
  expect(await remove(at(`/${webhook.id}`))).toMatchObject({ status: 200, body: { deleted: true } });
  expect(await ann.get(at())).toMatchObject({ body: { data: [] } });

  const { rows } = await world.admin.query<{ action: string }>(
    `select action, operator_id, details from audit_log where action like 'webhook.%' order by sequence`,
  );
  expect(rows.map(({ action }) => action)).toEqual(
    ['create', 'rotate', 'confirm', 'test', 'change', 'delete'].map((name) => `webhook.${name}`),
  );
  expect(rows).toEqual(rows.map((row) => expect.objectContaining({ ...row, operator_id: ann.uuid })));
  expect(JSON.stringify(rows)).not.toMatch(/whsec_|hidden/);
});

test('what does not fit is refused and changes nothing', async () => {
  const wanted = { url: 'https://example.com/' };
  const { body } = await ann.post<Webhook>(at(), wanted);
  const other = await world.company();
  const ofOther = `/desk/v1/companies/${other.id}/webhooks/${body.id}?environment=sandbox`;
  for (const path of [ofOther, at(`/${body.id}`, 'live'), at('/absent')])
    expect(await remove(path), path).toMatchObject({ status: 404, body: { code: 'webhook_not_found' } });
  expect(await ann.get('/desk/v1/companies/absent/webhooks?environment=live')).toMatchObject({
    status: 404,
    body: { code: 'company_not_found' },
  });
  expect(await ann.post(at(), { url: 'https://10.0.0.1/' })).toMatchObject({ body: { code: 'webhook_url_refused' } });
  for (const description of ['4242 4242 4242 4242', 'two\nlines', `whsec_${'a'.repeat(43)}`])
    expect(await patch(at(`/${body.id}`), { description }), description).toMatchObject({ status: 400 });
  for (const path of [`/desk/v1/companies/${company.id}/webhooks`, at('', 'both')])
    expect(await ann.get(path), path).toMatchObject({ status: 400, body: { code: 'request_invalid' } });
  expect(await browserAt(world).get(at())).toMatchObject({ status: 401 });
  expect((await ann.get<{ data: Webhook[] }>(at())).body.data).toMatchObject([{ id: body.id, status: 'enabled' }]);
});

test('a desk without the keys that seal says which setting it lacks, and still shows endpoints', async () => {
  const port = await freePort();
  const process = await world.stack.spawn('desk', port, { CARDWRIGHT_WEBHOOK_KEYS: '' });
  const token = world.stack.adminSettings()['CARDWRIGHT_OPERATOR_TOKEN'] ?? '';
  const asked = { headers: { authorization: `Bearer ${token}` } };
  const listed = await fetch(localUrl(port) + at(), asked);
  expect(listed.status).toBe(200);
  const path = at('/whe_01jcp4vsb0e5d8zq6m5k1n7x2t/test');
  const refused = await fetch(localUrl(port) + path, { ...asked, method: 'POST' });
  expect(await refused.json()).toMatchObject({
    statusCode: 409,
    code: 'webhook_keys_missing',
    message: expect.stringContaining('Set CARDWRIGHT_WEBHOOK_KEYS'),
  });
  await process.stop();
});
