// What operators make at the desk: companies and their keys. Whatever is live needs two of them.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask } from '../../client.ts';
import { type Company, startWorld, type World } from '../../world.ts';
import { type AtDesk, approveAs, deskOf, giveCode, operatorAt, type Proposed } from './operator.ts';

let world: World;
let ann: AtDesk;
let bob: AtDesk;
beforeAll(async () => {
  world = await startWorld({ desk: true });
  ann = await operatorAt(world, 'Ann');
  bob = await operatorAt(world, 'Bob');
});
afterAll(() => world?.stop());

type Shown = { id: string; name: string; verification: string; keys: { id: string; state: string }[] };
type Key = {
  id: string;
  key: string;
  name: string;
  scopes: string[];
  expiresAt: string | null;
  warnings: string[];
  replaced?: { id: string; expiresAt: string; state: string };
};

const reason = 'made by a test';
const nobody = 'com_01jcp4vsb0e5d8zq6m5k1n7x2t';
const wanted = { environment: 'sandbox', name: 'backend', scopes: ['balance:read'] };
const live = { ...wanted, environment: 'live', reason };

const create = (id: string, json: object) => ann.post<Key & Proposed>(`/desk/v1/companies/${id}/keys`, json);
const rotate = ({ id }: Company, key: string, json: object) =>
  ann.post<Key & Proposed>(`/desk/v1/companies/${id}/keys/${key}/rotate`, json);
const readBalance = async (key: string) => (await ask(`${world.stack.baseUrl}/api/v1/balance`, { key })).status;

/** A process may trust what it knew of a key for a second. */
const heard = () => new Promise((resolve) => setTimeout(resolve, 1_100));

/** Asks in the name of Ann with a token that may only do this. */
async function tokenFor(...actions: string[]) {
  await giveCode(world, ann);
  const made = await ann.post<{ token: string }>('/desk/v1/operators/me/tokens', {
    name: 'x',
    expiresInDays: 1,
    actions,
  });
  expect(made.status, made.text).toBe(201);
  return (path: string, json: object) =>
    ask(`${deskOf(world).url}/desk/v1/companies${path}`, { key: made.body.token, method: 'POST', json });
}
const mayNot = { status: 403, body: { code: 'token_may_not' } };

/** What the audit log has of a company, oldest first. */
async function logOf(id: string) {
  const { body, text } = await ann.get<{ data: { action: string }[] }>(`/desk/v1/audit?companyId=${id}&limit=100`);
  return { actions: body.data.map(({ action }) => action).toReversed(), text };
}

describe('a company', () => {
  test('is created by one operator, pending, and approved although it has handed in nothing', async () => {
    const made = await ann.post<Shown>('/desk/v1/companies', { name: '  Made Ltd ', kind: 'corporate' });
    expect(made, made.text).toMatchObject({
      status: 201,
      body: { name: 'Made Ltd', kind: 'corporate', verificationState: 'draft', keys: [], members: [] },
    });
    const { id } = made.body;
    const decide = (verb: string, json: object, company = id) =>
      ann.post(`/desk/v1/verifications/${company}/${verb}`, { reason, ...json });
    await ann.stepUp();
    const already = { status: 409, body: { code: 'stands_already' } };
    expect(await decide('approve', {}), 'nothing waits').toMatchObject(already);
    const even = { evenUnsubmitted: true };
    expect(await decide('approve', even, nobody)).toMatchObject({ status: 404 });
    expect(await decide('approve', even)).toMatchObject({ status: 200, body: { verification: 'approved' } });
    expect(await decide('approve', even)).toMatchObject(already);
    expect(await decide('reject', even)).toMatchObject({ status: 200, body: { verification: 'rejected' } });
    expect((await logOf(id)).actions).toEqual(['company.create', 'company.approved', 'company.rejected']);
  });

  test('is refused without a kind, and with a secret or a card number in its name', async () => {
    const { key } = await world.company();
    for (const [json, code] of [
      [{ name: 'Made Ltd' }, 'request_invalid'],
      [{ name: '', kind: 'corporate' }, 'request_invalid'],
      [{ name: `oops ${key}`, kind: 'corporate' }, 'words_refused'],
      [{ name: '4242 4242 4242 4242', kind: 'individual' }, 'card_number_refused'],
    ] as const)
      expect(await ann.post('/desk/v1/companies', json), code).toMatchObject({ status: 400, body: { code } });
  });
});

describe('a sandbox key', () => {
  test('is made immediately, and its text is in the answer and nowhere else', async () => {
    const company = await world.company();
    const made = await create(company.id, { ...wanted, expiresInDays: 30 });
    expect(made, made.text).toMatchObject({
      status: 201,
      body: { ...wanted, company: company.id, key: expect.stringMatching(/^cw_sandbox_/), warnings: [] },
    });
    expect(made.body).not.toHaveProperty('proposal');
    const days = (Date.parse(made.body.expiresAt ?? '') - Date.now()) / 86_400_000;
    expect(Math.abs(days - 30)).toBeLessThan(0.1);
    expect(await readBalance(made.body.key)).toBe(200);
    const shown = await ann.get<Shown>(`/desk/v1/companies/${company.id}`);
    expect(shown.body.keys).toContainEqual(expect.objectContaining({ id: made.body.id, state: 'works' }));
    const { actions, text } = await logOf(company.id);
    expect(actions.at(-1)).toBe('key.create');
    for (const told of [shown.text, text]) expect(told).not.toContain(made.body.key);
  });

  test('warns of what it opens, and that its company is not approved', async () => {
    const company = await world.company({ verification: 'pending' });
    const { body } = await create(company.id, { ...wanted, scopes: ['webhooks:read'] });
    expect(body.warnings).toEqual([
      expect.stringContaining('webhooks:read: read webhook endpoints'),
      'the company is pending: its keys are refused until it is approved.',
    ]);
  });

  test('is replaced once; the old one works on for the overlap', async () => {
    const company = await world.company();
    const { body: old } = await create(company.id, wanted);
    const made = await rotate(company, old.id, { environment: 'sandbox', overlapHours: 1 });
    expect(made, made.text).toMatchObject({
      status: 201,
      body: { name: 'backend', scopes: ['balance:read'], expiresAt: null, replaced: { id: old.id, state: 'works' } },
    });
    const hours = (Date.parse(made.body.replaced?.expiresAt ?? '') - Date.now()) / 3_600_000;
    expect(Math.abs(hours - 1)).toBeLessThan(0.1);
    expect([await readBalance(old.key), await readBalance(made.body.key)]).toEqual([200, 200]);
    const again = await rotate(company, old.id, { environment: 'sandbox' });
    expect(again).toMatchObject({ status: 409, body: { code: 'key_replaced' } });
    const next = await rotate(company, made.body.id, { environment: 'sandbox', overlapHours: 0 });
    expect(next.body.replaced).toMatchObject({ id: made.body.id, state: 'expired' });
    const ended = await rotate(company, made.body.id, { environment: 'sandbox' });
    expect(ended).toMatchObject({ status: 409, body: { code: 'key_not_active' } });
    const { actions, text } = await logOf(company.id);
    expect(actions.slice(-3)).toEqual(['key.create', 'key.rotate', 'key.rotate']);
    for (const { key } of [old, made.body, next.body]) expect(text).not.toContain(key);
  });
});

describe('a live key', () => {
  test('is proposed with its text, works once another operator has approved it, and is replaced the same way', async () => {
    const company = await world.company();
    const made = await create(company.id, live);
    expect(made, made.text).toMatchObject({
      status: 202,
      body: { key: expect.stringMatching(/^cw_live_/), proposal: { action: 'key.create_live', state: 'open' } },
    });
    const rotation = { environment: 'live', overlapHours: 0, reason };
    const missing = { status: 404, body: { code: 'key_not_found' } };
    expect(await rotate(company, made.body.id, rotation), 'not yet').toMatchObject(missing);
    expect(await readBalance(made.body.key)).toBe(401);
    await approveAs(bob, made.body);
    await heard();
    expect(await readBalance(made.body.key)).toBe(200);

    const next = await rotate(company, made.body.id, rotation);
    expect(next, next.text).toMatchObject({
      status: 202,
      body: { name: 'backend', scopes: ['balance:read'], proposal: { action: 'key.rotate_live', state: 'open' } },
    });
    expect(next.body).not.toHaveProperty('replaced');
    expect(await readBalance(made.body.key)).toBe(200);
    await approveAs(bob, next.body);
    await heard();
    expect([await readBalance(made.body.key), await readBalance(next.body.key)]).toEqual([401, 200]);
    const proposals = await ann.get('/desk/v1/proposals?limit=100');
    expect(proposals.text).toContain(next.body.proposal.id);
    const log = await logOf(company.id);
    expect(log.actions.slice(-4)).toEqual([
      'key.create_live.propose',
      'key.create_live',
      'key.rotate_live.propose',
      'key.rotate_live',
    ]);
    for (const told of [proposals.text, log.text]) expect(told).not.toMatch(/cw_live_/);
  });
});

test('a key is refused for what is not there, without a reason for live, and with what no key may hold', async () => {
  const company = await world.company();
  const notFound = { status: 404, body: { code: 'company_not_found' } };
  for (const json of [wanted, live]) expect(await create(nobody, json)).toMatchObject(notFound);
  for (const [json, code] of [
    [{ ...live, reason: undefined }, 'request_invalid'],
    [{ ...live, reason: ' ' }, 'words_refused'],
    [{ ...wanted, name: `oops ${company.key}` }, 'words_refused'],
    [{ ...wanted, scopes: [] }, 'request_invalid'],
    [{ ...wanted, scopes: ['everything'] }, 'request_invalid'],
    [{ ...wanted, expiresInDays: 3_651 }, 'request_invalid'],
  ] as const)
    expect(await create(company.id, json), JSON.stringify(json)).toMatchObject({ status: 400, body: { code } });

  const { body: key } = await create(company.id, wanted);
  const other = await world.company();
  const missing = { status: 404, body: { code: 'key_not_found' } };
  expect(await rotate(other, key.id, { environment: 'sandbox' }), 'of another company').toMatchObject(missing);
  expect(await rotate(company, key.id, { environment: 'live', reason }), 'elsewhere').toMatchObject(missing);
  expect(await rotate(company, 'nonsense', { environment: 'sandbox' })).toMatchObject(missing);
  expect(await rotate(company, key.id, { environment: 'sandbox', overlapHours: 169 })).toMatchObject({ status: 400 });
});

test('a token makes only what it was made for', async () => {
  const { id } = await world.company();
  const { body: key } = await create(id, wanted);
  const narrow = await tokenFor('key.create', 'key.rotate');
  expect(await narrow('', { name: 'Made Ltd', kind: 'corporate' })).toMatchObject(mayNot);
  expect(await narrow(`/${id}/keys`, wanted)).toMatchObject({ status: 201 });
  expect(await narrow(`/${id}/keys`, live)).toMatchObject(mayNot);
  expect(await narrow(`/${id}/keys/${key.id}/rotate`, { environment: 'sandbox' })).toMatchObject({ status: 201 });
  const other = await tokenFor('company.create');
  expect(await other('', { name: 'Made Ltd', kind: 'corporate' })).toMatchObject({ status: 201 });
  expect(await other(`/${id}/keys`, wanted)).toMatchObject(mayNot);
  expect(await other(`/${id}/keys/${key.id}/rotate`, { environment: 'sandbox' })).toMatchObject(mayNot);
  expect((await logOf(id)).actions.slice(-3)).toEqual(['key.create', 'key.create', 'key.rotate']);
});
