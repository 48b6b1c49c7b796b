// Personal tokens of operators: made with a fresh code, answered without a cookie, narrowed, and ended.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Ask, ask } from '../../client.ts';
import { startWorld, type World } from '../../world.ts';
import { type AtDesk, deskOf, forgetCode, freshCode, giveCode, operatorAt, type Proposed } from './operator.ts';

let world: World;
let ann: AtDesk;
beforeAll(async () => {
  world = await startWorld({ desk: true });
  ann = await operatorAt(world, 'Ann');
});
afterAll(() => world?.stop());

const reason = 'made by a test';
const PATH = '/desk/v1/operators/me/tokens';
type Made = { id: string; token: string };
type Token = { id: string; name: string; actions: string[] | null; expiresAt: string; revokedAt: string | null };

const make = (by: AtDesk, json: object = {}) => by.post<Made>(PATH, { name: 'my laptop', expiresInDays: 30, ...json });
const list = async (by: AtDesk) => (await by.get<{ data: Token[] }>(PATH)).body.data;

/** A token of an operator, made with a fresh code. */
async function tokenOf(by: AtDesk, actions?: readonly string[]): Promise<Made> {
  await giveCode(world, by);
  const made = await make(by, actions === undefined ? {} : { actions });
  expect(made.status, made.text).toBe(201);
  return made.body;
}

/** A program that sends a token, and none of what our pages send. */
const programOf = ({ token }: { token: string }) => {
  const send = <Body = Record<string, unknown>>(path: string, options: Ask = {}) =>
    ask<Body>(deskOf(world).url + path, { key: token, ...options });
  return {
    get: send,
    post: <Body = Record<string, unknown>>(path: string, json: object, code?: string) =>
      send<Body>(path, { method: 'POST', json, ...(code === undefined ? {} : { headers: { 'desk-code': code } }) }),
    put: <Body = Record<string, unknown>>(path: string, json: object) => send<Body>(path, { method: 'PUT', json }),
  };
};

type Entry = { action: string; operator: object | null; subject: string; details: Record<string, unknown> };
const entriesOf = async (action: string, { id }: { id: string }) =>
  (await ann.get<{ data: Entry[] }>(`/desk/v1/audit?limit=100&action=${action}`)).body.data.filter(
    ({ subject }) => subject === id,
  );

const signedOut = { status: 401, body: { code: 'signed_out' } };

describe('a token', () => {
  test('is made with a fresh code, shown once, listed without its text, and revoked by its operator', async () => {
    const dora = await operatorAt(world, 'Dora');
    expect(await make(dora)).toMatchObject({ status: 403, body: { code: 'second_factor_needed' } });
    await giveCode(world, dora);
    const made = await make(dora, { actions: ['company.suspend'] });
    expect(made).toMatchObject({ status: 201, body: { token: expect.stringMatching(/^cwop_[\w-]{43}$/) } });
    const { id, token } = made.body;
    expect(await list(dora)).toMatchObject([{ id, name: 'my laptop', actions: ['company.suspend'], revokedAt: null }]);
    const days = (Date.parse((await list(dora))[0]?.expiresAt ?? '') - Date.now()) / 86_400_000;
    expect(Math.abs(days - 30)).toBeLessThan(0.1);
    expect((await dora.get(PATH)).text).not.toMatch(/cwop_|hash/);
    expect(await list(ann), 'others do not see it').toEqual([]);
    expect(await entriesOf('operator.token', dora)).toMatchObject([
      { details: { token: id, actions: ['company.suspend'] } },
    ]);
    expect((await ann.get('/desk/v1/audit?action=operator.token')).text).not.toContain(token);

    const missing = { status: 404, body: { code: 'token_not_found' } };
    expect(await ann.post(`${PATH}/${id}/revoke`), 'nor end it').toMatchObject(missing);
    expect((await programOf(made.body).get('/desk/v1/me')).status).toBe(200);
    expect(await dora.post(`${PATH}/${id}/revoke`)).toMatchObject({
      status: 200,
      body: { id, revokedAt: expect.any(String) },
    });
    expect(await programOf(made.body).get('/desk/v1/me')).toMatchObject(signedOut);
    expect(await dora.post(`${PATH}/${id}/revoke`)).toMatchObject(missing);
    expect(await entriesOf('operator.revoke_token', dora)).toMatchObject([{ details: { token: id } }]);
  });

  test('is refused for actions that there are not, without a name, and for longer than a year', async () => {
    await giveCode(world, ann);
    for (const json of [{ actions: ['company.destroy'] }, { name: '' }, { expiresInDays: 366 }, { expiresInDays: 0 }])
      expect(await make(ann, json), JSON.stringify(json)).toMatchObject({
        status: 400,
        body: { code: 'request_invalid' },
      });
  });

  test('is answered without a cookie and without the headers of our pages, and never together with a cookie', async () => {
    const made = await tokenOf(ann);
    const program = programOf(made);
    expect(await program.get('/desk/v1/me')).toMatchObject({ status: 200, body: { operator: { id: ann.id } } });
    const { id } = await world.company();
    expect(await program.post(`/desk/v1/companies/${id}/resume`, {})).toMatchObject({
      body: { code: 'stands_already' },
    });
    const cookie = [...ann.jar].map(([name, value]) => `${name}=${value}`).join('; ');
    for (const [path, method] of [
      ['/desk/v1/me', 'GET'],
      ['/desk/v1/audit/verify', 'POST'],
    ] as const) {
      const answer = await ask(deskOf(world).url + path, { method, key: made.token, headers: { cookie } });
      expect(answer).toMatchObject({ status: 400, body: { code: 'two_credentials' } });
    }
    const used = await entriesOf('operator.token_used', ann);
    expect(
      used.filter(({ details }) => details['token'] === made.id),
      'once an hour',
    ).toMatchObject([{ operator: null }]);
    for (const token of ['cwop_nothing', `${made.token}x`, 'x'])
      expect(await programOf({ token }).get('/desk/v1/me')).toMatchObject(signedOut);
    const signIn = await ask(`${deskOf(world).url}/desk/auth/sign-out`, { method: 'POST', key: made.token, json: {} });
    expect(signIn, 'signing in and out is for browsers').toMatchObject({ status: 403, body: { code: 'cross_site' } });
  });

  test('ends when it expires, and with its operator', async () => {
    const cleo = await operatorAt(world, 'Cleo');
    const [first, second] = [await tokenOf(cleo), await tokenOf(cleo)];
    await world.admin.query(
      `update desk.tokens set expires_at = now() where name = 'my laptop' and id = (
      select id from desk.tokens where operator_id = $1 order by created_at limit 1)`,
      [cleo.uuid],
    );
    expect(await programOf(first).get('/desk/v1/me')).toMatchObject(signedOut);
    expect((await programOf(second).get('/desk/v1/me')).status).toBe(200);
    await world.admin.query('update operators set disabled_at = now() where id = $1', [cleo.uuid]);
    expect(await programOf(second).get('/desk/v1/me'), 'with the next request').toMatchObject(signedOut);
    await world.admin.query('update operators set disabled_at = null where id = $1', [cleo.uuid]);
    await giveCode(world, ann);
    expect((await ann.post(`/desk/v1/operators/${cleo.id}/disable`, { reason: 'left' })).status).toBe(200);
    expect(await programOf(second).get('/desk/v1/me')).toMatchObject(signedOut);
  });
});

describe('a code of the second factor with a token', () => {
  test('comes with the request or before it, works once, and counts for five minutes', async () => {
    const eve = await operatorAt(world, 'Eve');
    const made = await tokenOf(eve);
    await forgetCode(world, eve);
    const program = programOf(made);
    const { id } = await world.company();
    const suspend = (code?: string) => program.post(`/desk/v1/companies/${id}/suspend`, { reason }, code);
    const needed = { status: 403, body: { code: 'second_factor_needed' } };
    expect(await suspend()).toMatchObject(needed);
    const failed = (await entriesOf('operator.code_failed', eve)).length;
    expect(await suspend('000000')).toMatchObject({ status: 400, body: { code: 'invalid_code' } });
    expect(await entriesOf('operator.code_failed', eve)).toHaveLength(failed + 1);
    expect(await suspend()).toMatchObject(needed);
    const code = await freshCode(world, eve);
    expect(await suspend(code)).toMatchObject({ status: 200, body: { suspensionReason: reason } });
    expect(await suspend(code), 'the same code again').toMatchObject({ status: 400, body: { code: 'invalid_code' } });
    expect(await entriesOf('operator.code_failed', eve)).toHaveLength(failed + 2);
    expect(await suspend(), 'but it still counts').toMatchObject({ status: 409, body: { code: 'stands_already' } });
    expect(await eve.post(`/desk/v1/companies/${id}/suspend`, { reason }), 'not for the session').toMatchObject(needed);
    await world.admin.query(`update desk.tokens set stepped_up_at = stepped_up_at - interval '5 minutes'`);
    expect(await suspend()).toMatchObject(needed);
    const stepUp = async (given: string) => program.post('/desk/v1/step-up', { code: given });
    expect(await stepUp('123')).toMatchObject({ status: 400 });
    expect(await stepUp(await freshCode(world, eve))).toMatchObject({ status: 200 });
    expect(await program.get('/desk/v1/me')).toMatchObject({ body: { steppedUpUntil: expect.any(String) } });
    expect(await suspend()).toMatchObject({ status: 409 });
  });

  test('is refused after ten wrong ones, in a session as well', async () => {
    const tess = await operatorAt(world, 'Tess');
    const program = programOf(await tokenOf(tess));
    await world.admin.query('delete from desk.attempts');
    for (let tried = 0; tried < 10; tried++)
      expect((await program.post('/desk/v1/step-up', { code: `wrong-code-${tried}` })).status).toBe(400);
    expect((await program.post('/desk/v1/step-up', { code: '123456' })).status).toBe(429);
    expect((await tess.post('/desk/v1/step-up', { code: '123456' })).status).toBe(429);
    await world.admin.query('delete from desk.attempts');
  });
});

describe('a narrowed token', () => {
  test('does its actions and nothing else, and reads', async () => {
    const bob = await operatorAt(world, 'Bob');
    const program = programOf(await tokenOf(bob, ['company.suspend', 'company.deactivate']));
    const { id } = await world.company();
    const company = `/desk/v1/companies/${id}`;
    const mayNot = { status: 403, body: { code: 'token_may_not' } };
    expect((await program.get(company)).status).toBe(200);
    expect(await program.post(`${company}/suspend`, { reason }, await freshCode(world, bob))).toMatchObject({
      status: 200,
    });
    expect(await program.post(`${company}/resume`, {})).toMatchObject(mayNot);
    expect(await program.post('/desk/v1/pauses', { environment: 'live', reason })).toMatchObject(mayNot);
    expect(await program.post(PATH, { name: 'more', expiresInDays: 1 })).toMatchObject(mayNot);
    expect(await program.post(`/desk/v1/operators/${ann.id}/invite`, {})).toMatchObject(mayNot);
    const switchTo = (enabled: boolean) =>
      program.put(`${company}/capabilities`, { capability: 'live_services', enabled, reason });
    expect(await switchTo(true), 'which the database refuses').toMatchObject(mayNot);
    expect(await switchTo(false)).toMatchObject({ status: 409, body: { code: 'stands_already' } });

    const json = { reads: 7, writes: null, statements: null, reason };
    const { body } = await ann.ask<Proposed>(`${company}/limits`, { method: 'PUT', json });
    const proposal = `/desk/v1/proposals/${body.proposal.id}`;
    expect(await program.get(proposal)).toMatchObject({
      status: 200,
      body: { mayApprove: false, whyNot: 'token_may_not' },
    });
    expect(await program.post(`${proposal}/approve`, {})).toMatchObject(mayNot);
    expect(await program.post(`${proposal}/withdraw`, {})).toMatchObject(mayNot);
    const entries = await ann.get<{ data: Entry[] }>(`/desk/v1/audit?companyId=${id}&operatorId=${bob.id}`);
    expect(entries.body.data.map(({ action }) => action)).toEqual(['company.suspend']);
  });

  test('of proposing and approving one action does so', async () => {
    const bob = await operatorAt(world, 'Bob');
    const [mine, theirs] = [await tokenOf(ann, ['company.limits']), await tokenOf(bob, ['company.limits'])];
    const { id } = await world.company();
    const json = { reads: 7, writes: null, statements: null, reason };
    const { body, status } = await programOf(mine).put<Proposed>(`/desk/v1/companies/${id}/limits`, json);
    expect(status, 'proposing needs no code').toBe(202);
    const approve = (code?: string) =>
      programOf(theirs).post(`/desk/v1/proposals/${body.proposal.id}/approve`, {}, code);
    expect(await approve()).toMatchObject({ status: 403, body: { code: 'second_factor_needed' } });
    expect(await approve(await freshCode(world, bob))).toMatchObject({ status: 200, body: { state: 'approved' } });
    expect(await programOf(mine).get(`/desk/v1/companies/${id}`)).toMatchObject({ body: { limits: { reads: 7 } } });
  });
});
