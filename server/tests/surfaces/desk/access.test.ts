// Who may use the desk: nobody but an operator with a second factor, and for some actions only with a fresh code of it.

import { toId } from '@cardwright/server/foundation/ids.ts';
import { disableOperator } from '@cardwright/server/identity/operators/operators.ts';
import { type Action, actions, doneBy, needsStepUp } from '@cardwright/server/surfaces/desk/actions.ts';
import { listActions } from '@cardwright/server/surfaces/desk/sql.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from '../../browser.ts';
import { newPerson } from '../../identity/people/person.ts';
import { nextCodeOf } from '../../identity/people/totp.ts';
import { startWorld, type World } from '../../world.ts';
import {
  type AtDesk,
  addedOperator,
  browserAt,
  deskOf,
  enableSecondFactor,
  halfOperator,
  operatorAt,
  PASSWORD,
  signIn,
} from './operator.ts';

let world: World;
let ann: AtDesk;
let endpoints: { method: string; path: string; stepUp: boolean }[];
beforeAll(async () => {
  world = await startWorld({ api: 0, desk: true, portal: true });
  ann = await operatorAt(world, 'Ann');
  const { body } = await ann.get<{ paths: Record<string, Record<string, { description: string }>> }>(
    '/desk/openapi.json',
  );
  endpoints = Object.entries(body.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { description }]) => ({
      method: method.toUpperCase(),
      path: path.replaceAll(/\{\w+\}/g, 'com_01jcp4vsb0e5d8zq6m5k1n7x2t'),
      stepUp: description.includes('second factor again'),
    })),
  );
});
afterAll(() => world?.stop());

const asked = ({ method }: { method: string }) => ({ method, ...(method === 'GET' ? {} : { json: {} }) });

async function expectAll(browser: Browser, status: number, code: string): Promise<void> {
  for (const endpoint of endpoints) {
    const answer = await browser.ask(endpoint.path, asked(endpoint));
    expect(answer, `${endpoint.method} ${endpoint.path}`).toMatchObject({ status, body: { statusCode: status, code } });
  }
}

describe('every endpoint', () => {
  test('is described, and every action of the table is one', async () => {
    expect(endpoints.length).toBeGreaterThanOrEqual(Object.keys(actions).length);
    const stepUps = Object.keys(actions).filter((name) => needsStepUp(name as keyof typeof actions));
    expect(endpoints.filter(({ stepUp }) => stepUp)).toHaveLength(stepUps.length);
    expect(stepUps).toEqual([
      'proposals.approve',
      'verifications.approve',
      'companies.suspend',
      'operators.invite',
      'operators.disable',
      'tokens.make',
    ]);
  });

  test('needs a fresh code where the database does, and only there', async () => {
    const known = new Map((await listActions(world.tools.db)).map((row) => [row.action, row]));
    const names = Object.keys(actions) as Action[];
    for (const name of names) {
      const done = doneBy(name).map((action) => known.get(action) ?? `the database knows no ${action}`);
      expect(done.filter((row) => typeof row === 'string')).toEqual([]);
      // A proposal needs the approver's code. An invitation only sends an email and is not an audited action.
      const needed = done.some((row) => typeof row === 'object' && row.needs_code && !row.needs_two);
      if (name === 'proposals.approve' || name === 'operators.invite') expect(needsStepUp(name)).toBe(true);
      else expect(needsStepUp(name), name).toBe(needed);
    }
    for (const { action, needs_code, needs_two } of known.values())
      if (needs_two) expect(needs_code, `${action} is approved with a code`).toBe(true);
  });

  test('refuses a request without a session', () => expectAll(browserAt(world), 401, 'signed_out'));

  test('refuses a person of a company, whatever name their cookie has', async () => {
    const person = await newPerson(world);
    const browser = browserAt(world);
    for (const [name, value] of person.jar) {
      browser.jar.set(name, value);
      browser.jar.set(name.replace('people', 'desk'), value);
    }
    expect(browser.jar.size).toBeGreaterThan(1);
    await expectAll(browser, 401, 'signed_out');
  });

  test('refuses an operator without a second factor, to whom nothing is left but to set one up', async () => {
    const half = await halfOperator(world, 'Half');
    await expectAll(half, 403, 'second_factor_missing');
    for (const path of ['/list-sessions', '/change-password', '/revoke-other-sessions']) {
      const method = path === '/list-sessions' ? 'GET' : 'POST';
      const answer = await half.ask(`/desk/auth${path}`, asked({ method }));
      expect(answer, path).toMatchObject({ status: 403, body: { code: 'second_factor_missing' } });
    }
    await enableSecondFactor(half);
    expect(await half.get('/desk/v1/me')).toMatchObject({ status: 200, body: { operator: { email: half.email } } });
    const disabling = await half.post('/desk/auth/two-factor/disable', { password: PASSWORD });
    expect(disabling).toMatchObject({ status: 404, body: { code: 'path_not_found' } });
  });

  test('refuses an operator whom the command line has disabled, with the next request', async () => {
    const bob = await operatorAt(world, 'Bob');
    expect((await bob.get('/desk/v1/me')).status).toBe(200);
    expect(await disableOperator(world.tools, { operatorId: bob.uuid, reason: 'left the team' })).toBe('done');
    await expectAll(bob, 401, 'signed_out');
    const { rows } = await world.admin.query('select from desk.sessions where user_id = $1', [bob.uuid]);
    expect(rows).toEqual([]);
    const again = await browserAt(world).post('/desk/auth/sign-in/email', { email: bob.email, password: PASSWORD });
    expect(again.status).not.toBe(200);
  });

  test('refuses what another site made the browser send', async () => {
    for (const { method, path } of endpoints.filter((endpoint) => endpoint.method !== 'GET')) {
      for (const headers of [{ origin: 'https://evil.example' }, { 'cardwright-portal': '' }] as const) {
        const answer = await ann.ask(path, { method, json: {}, headers: { ...headers } });
        expect(answer, path).toMatchObject({ status: 403, body: { code: 'cross_site' } });
      }
    }
  });
});

describe('the second factor again', () => {
  test('is asked for by exactly the actions of the table, and counts for five minutes', async () => {
    const eve = await operatorAt(world, 'Eve');
    for (const endpoint of endpoints) {
      const answer = await eve.ask(endpoint.path, asked(endpoint));
      const name = `${endpoint.method} ${endpoint.path}`;
      if (endpoint.stepUp) expect(answer.body, name).toMatchObject({ code: 'second_factor_needed' });
      else expect(answer.body?.['code'], name).not.toBe('second_factor_needed');
    }
    expect((await eve.get('/desk/v1/me')).body).toMatchObject({ steppedUpUntil: null });
    expect(await eve.post('/desk/v1/step-up', { code: '000000' })).toMatchObject({
      status: 400,
      body: { code: 'invalid_code' },
    });
    await eve.stepUp();
    const { body } = await eve.get<{ steppedUpUntil: string }>('/desk/v1/me');
    expect(Date.parse(body.steppedUpUntil) - Date.now()).toBeGreaterThan(4 * 60_000);
    const { path } = endpoints.find(({ path }) => path.endsWith('/suspend')) ?? { path: '' };
    expect(await eve.post(path, { reason: 'x' })).toMatchObject({ status: 404, body: { code: 'company_not_found' } });
    await world.admin.query(
      `update desk.sessions set stepped_up_at = stepped_up_at - interval '5 minutes' where user_id = $1`,
      [eve.uuid],
    );
    expect(await eve.post(path, { reason: 'x' })).toMatchObject({ body: { code: 'second_factor_needed' } });
  });
});

describe('signing in', () => {
  test('is for operators only: nobody signs up, and a stranger who asks for a link gets none', async () => {
    const browser = browserAt(world);
    const stranger = { name: 'Eve', email: 'stranger@desk.example', password: PASSWORD };
    expect((await browser.post('/desk/auth/sign-up/email', stranger)).status).toBe(401);
    expect((await ann.post('/desk/auth/sign-up/email', stranger)).status).toBe(404);
    const asked = await browser.post('/desk/auth/request-password-reset', { email: stranger.email });
    const known = await browser.post('/desk/auth/request-password-reset', { email: ann.email });
    expect([asked.status, asked.text]).toEqual([known.status, known.text]);
    expect(deskOf(world).mails.list(stranger.email)).toEqual([]);
  });

  test('needs the second factor each time', async () => {
    const browser = browserAt(world);
    await signIn(browser, ann.email);
    expect((await browser.get('/desk/v1/me')).status).toBe(401);
  });

  test('takes a code once, and the code that let somebody in is not the second factor again', async () => {
    const half = await halfOperator(world, 'Once');
    const code = nextCodeOf((await enableSecondFactor(half)).totpURI);
    const enter = async () => {
      const browser = browserAt(world);
      await signIn(browser, half.email);
      return { browser, answer: await browser.post('/desk/auth/two-factor/verify-totp', { code }) };
    };
    const { browser, answer } = await enter();
    expect(answer.status, answer.text).toBe(200);
    const refused = { status: 400, body: { code: 'invalid_code' } };
    expect(await browser.post('/desk/v1/step-up', { code })).toMatchObject(refused);
    expect((await enter()).answer).toMatchObject(refused);
  });

  test('is in the audit log, and so is every code that was wrong', async () => {
    const half = await halfOperator(world, 'Noted');
    const entries = async () => {
      const { rows } = await world.admin.query(
        `select action, operator_id from audit_log where subject = $1 and action ~ '^operator\\.(signed_in|code_failed)$' order by sequence`,
        [toId('operator', half.uuid)],
      );
      for (const { operator_id } of rows) expect(operator_id, 'they are its subject, not its author').toBeNull();
      return rows.map(({ action }) => action.replace('operator.', ''));
    };
    expect(await entries(), 'a password is not enough').toEqual([]);
    const { totpURI, backupCodes, used } = await enableSecondFactor(half);
    expect(await entries()).toEqual(['signed_in']);
    await half.post('/desk/v1/step-up', { code: '000000' });
    await half.post('/desk/v1/step-up', { code: used });
    expect(await entries()).toEqual(['signed_in', 'code_failed', 'code_failed']);
    const browser = browserAt(world);
    await signIn(browser, half.email);
    const give = (code?: string) => browser.post('/desk/auth/two-factor/verify-totp', { code });
    expect((await give('000001')).status).not.toBe(200);
    expect((await give(used)).status, 'given before').not.toBe(200);
    expect((await give(nextCodeOf(totpURI))).status).toBe(200);
    const failures = Array<string>(4).fill('code_failed');
    expect(await entries()).toEqual(['signed_in', ...failures, 'signed_in']);
    expect((await half.post('/desk/v1/step-up', { code: backupCodes[0] })).status).toBe(200);
    expect(await entries(), 'a code inside is no sign-in').toHaveLength(6);
  });

  test('allows ten wrong codes, regardless of correct passwords in between', async () => {
    const tess = await operatorAt(world, 'Tess');
    await tess.stepUp();
    const unchanged = { currentPassword: PASSWORD, newPassword: PASSWORD };
    for (let tried = 0; tried < 10; tried++) {
      expect((await tess.post('/desk/v1/step-up', { code: `wrong-code-${tried}` })).status).toBe(400);
      expect((await tess.post('/desk/auth/change-password', unchanged)).status).toBe(200);
    }
    expect((await tess.post('/desk/v1/step-up', { code: 'wrong-code' })).status).toBe(429);
  });

  test('does not let an operator in whom nobody has invited and who has no password', async () => {
    const { email } = await addedOperator(world, 'Neu');
    const answer = await browserAt(world).post('/desk/auth/sign-in/email', { email, password: PASSWORD });
    expect(answer.status).toBe(401);
  });
});
