// Two-factor authentication: setup, sign-in, removal, and confirmation of sensitive actions.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Browser } from '../../browser.ts';
import { startWorld, type World } from '../../world.ts';
import {
  browserOf,
  enableSecondFactor,
  newMember,
  newPerson,
  openCompany,
  PASSWORD,
  type SecondFactor,
  type SignedIn,
  signIn,
  stepUp,
} from './person.ts';
import { codeOf, nextCodeOf } from './totp.ts';

let world: World;
let person: SignedIn;
let factor: SecondFactor;
beforeAll(async () => {
  world = await startWorld({ portal: true });
  person = await newPerson(world);
  factor = await enableSecondFactor(person);
});
beforeEach(() => world.admin.query('delete from people.attempts'));
afterAll(() => world.stop());

/** Signed in with the password, not yet with the code. */
async function halfway(): Promise<Browser> {
  const browser = browserOf(world);
  const answer = await browser.post('/portal/auth/sign-in/email', { email: person.email, password: PASSWORD });
  expect(answer).toMatchObject({ status: 200, body: { twoFactorRedirect: true } });
  return browser;
}

describe('a person with a second factor', () => {
  test('is shown as having one', async () => {
    expect((await person.get('/portal/v1/me')).body).toMatchObject({ user: { hasSecondFactor: true } });
  });

  test('is not signed in before the code is given', async () => {
    const company = await openCompany(world, person);
    const browser = await halfway();
    const scope = { company, environment: 'sandbox' } as const;
    for (const path of ['/portal/v1/me', '/portal/v1/team', '/api/v1/balance', '/portal/auth/list-sessions'])
      expect((await browser.get(path, scope)).status, path).toBe(401);
    for (const path of ['/portal/auth/two-factor/disable', '/portal/auth/two-factor/generate-backup-codes'])
      expect((await browser.post(path, { password: PASSWORD })).status, path).toBe(401);
    expect((await browser.get('/portal/auth/get-session')).text).toBe('null');
    const verified = await browser.post('/portal/auth/two-factor/verify-totp', { code: codeOf(factor.totpURI) });
    expect(verified.status, verified.text).toBe(200);
    expect((await browser.get('/portal/v1/me')).status).toBe(200);
  });

  test('cannot let a browser skip it the next time', async () => {
    const browser = await halfway();
    const code = codeOf(factor.totpURI);
    expect((await browser.post('/portal/auth/two-factor/verify-totp', { code, trustDevice: true })).status).toBe(200);
    expect([...browser.jar.keys()].some((name) => name.includes('trust'))).toBe(false);
    await browser.post('/portal/auth/sign-out', {});
    const again = await browser.post('/portal/auth/sign-in/email', { email: person.email, password: PASSWORD });
    expect(again.body).toMatchObject({ twoFactorRedirect: true });
  });

  test('signs in with a backup code, each once', async () => {
    const code = factor.backupCodes.shift();
    expect((await (await halfway()).post('/portal/auth/two-factor/verify-backup-code', { code })).status).toBe(200);
    expect((await (await halfway()).post('/portal/auth/two-factor/verify-backup-code', { code })).status).toBe(401);
  });

  test('cannot be signed in through another person’s sign-in', async () => {
    const attacker = await newPerson(world);
    const other = await enableSecondFactor(attacker);
    const browser = await halfway();
    const code = codeOf(other.totpURI);
    expect((await browser.post('/portal/auth/two-factor/verify-totp', { code })).status).toBe(401);
    for (const [name, value] of attacker.jar) browser.jar.set(name, value);
    await browser.post('/portal/auth/two-factor/verify-totp', { code });
    expect((await browser.get('/portal/v1/me')).body).toMatchObject({ user: { email: attacker.email } });
  });

  test('is asked for it after a password reset', async () => {
    const forgetful = await newPerson(world);
    await enableSecondFactor(forgetful);
    const browser = browserOf(world);
    await browser.post('/portal/auth/request-password-reset', { email: forgetful.email });
    const { link = '' } = (await world.stack.mails?.waitFor(forgetful.email, 'Choose a new password')) ?? {};
    const token = new URL(link).searchParams.get('token');
    await browser.post('/portal/auth/reset-password', { token, newPassword: 'a new long password' });
    const answer = await browser.post('/portal/auth/sign-in/email', {
      email: forgetful.email,
      password: 'a new long password',
    });
    expect(answer.body).toMatchObject({ twoFactorRedirect: true });
    expect((await browser.get('/portal/v1/me')).status).toBe(401);
  });

  test('removes it with a code and the password, not with the password alone', async () => {
    const leaving = await newPerson(world);
    const own = await enableSecondFactor(leaving);
    for (const path of ['disable', 'generate-backup-codes', 'get-totp-uri']) {
      const answer = await leaving.post(`/portal/auth/two-factor/${path}`, { password: PASSWORD });
      expect(answer, path).toMatchObject({ status: 403, body: { code: 'second_factor_needed' } });
    }
    await stepUp(leaving, own);
    expect((await leaving.post('/portal/auth/two-factor/disable', { password: 'not the password' })).status).toBe(400);
    expect((await leaving.post('/portal/auth/two-factor/disable', { password: PASSWORD })).status).toBe(200);
    expect((await leaving.get('/portal/v1/me')).body).toMatchObject({ user: { hasSecondFactor: false } });
    await signIn(browserOf(world), leaving.email);
  });
});

describe('confirmation', () => {
  test('is valid for five minutes, in this session only', async () => {
    const owner = await newPerson(world);
    const company = await openCompany(world, owner);
    const member = await newMember(world, owner, company, 'viewer');
    const change = (browser: Browser) =>
      browser.ask(`/portal/v1/team/members/${member.userId}`, { method: 'PATCH', json: { role: 'finance' }, company });
    expect(await change(owner)).toMatchObject({ status: 403, body: { code: 'second_factor_missing' } });
    const own = await enableSecondFactor(owner);
    expect(await change(owner)).toMatchObject({ status: 403, body: { code: 'second_factor_needed' } });
    await stepUp(owner, own);
    const until = (await owner.get<{ steppedUpUntil: string }>('/portal/v1/me')).body.steppedUpUntil;
    expect(Date.parse(until) - Date.now()).toBeGreaterThan(4 * 60_000);
    expect(await change(owner)).toMatchObject({ status: 200, body: { role: 'finance' } });

    const elsewhere = browserOf(world);
    await elsewhere.post('/portal/auth/sign-in/email', { email: owner.email, password: PASSWORD });
    await elsewhere.post('/portal/auth/two-factor/verify-backup-code', { code: own.backupCodes.shift() });
    expect(await change(elsewhere)).toMatchObject({ status: 403, body: { code: 'second_factor_needed' } });

    await world.admin.query(`update people.sessions set stepped_up_at = stepped_up_at - interval '5 minutes'`);
    expect(await change(owner)).toMatchObject({ status: 403, body: { code: 'second_factor_needed' } });
    expect((await owner.get('/portal/v1/me')).body['steppedUpUntil']).toBeNull();
  });

  test('accepts a code of the app once, and allows ten wrong codes', async () => {
    const owner = await newPerson(world);
    const own = await enableSecondFactor(owner);
    const code = nextCodeOf(own.totpURI);
    expect((await owner.post('/portal/v1/step-up', { code })).status).toBe(200);
    expect(await owner.post('/portal/v1/step-up', { code })).toMatchObject({
      status: 400,
      body: { code: 'invalid_code' },
    });
    const statuses: number[] = [];
    for (let tried = 0; tried < 12; tried++)
      statuses.push((await owner.post('/portal/v1/step-up', { code: `wrong-code-${tried}` })).status);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(2);
    expect((await owner.post('/portal/v1/step-up', { code: own.backupCodes[0] })).status).toBe(429);
  });

  test('allows ten wrong codes, regardless of correct passwords in between', async () => {
    const owner = await newPerson(world);
    const own = await enableSecondFactor(owner);
    const unchanged = { currentPassword: PASSWORD, newPassword: PASSWORD };
    await stepUp(owner, own);
    for (let tried = 0; tried < 10; tried++) {
      expect((await owner.post('/portal/v1/step-up', { code: `wrong-code-${tried}` })).status).toBe(400);
      expect((await owner.post('/portal/auth/change-password', unchanged)).status).toBe(200);
    }
    for (const path of ['/portal/v1/step-up', '/portal/auth/two-factor/verify-totp'])
      expect((await owner.post(path, { code: nextCodeOf(own.totpURI) })).status, path).toBe(429);
    expect((await owner.post('/portal/auth/change-password', unchanged)).status).toBe(200);
  });

  test('shares the limit on wrong codes with sign-in', async () => {
    const owner = await newPerson(world);
    await enableSecondFactor(owner);
    const browser = browserOf(world);
    await browser.post('/portal/auth/sign-in/email', { email: owner.email, password: PASSWORD });
    for (let tried = 0; tried < 4; tried++)
      expect((await browser.post('/portal/auth/two-factor/verify-totp', { code: `wrong ${tried}` })).status).toBe(401);
    for (let tried = 0; tried < 6; tried++)
      expect((await owner.post('/portal/v1/step-up', { code: `wrong-code-${tried}` })).status).toBe(400);
    expect((await owner.post('/portal/v1/step-up', { code: 'wrong-code' })).status).toBe(429);
  });

  test('refuses a code already used at sign-in, and sign-in refuses one used here', async () => {
    const owner = await newPerson(world);
    const { totpURI, used } = await enableSecondFactor(owner);
    const refused = {
      status: 400,
      body: { code: 'invalid_code', message: expect.stringContaining('Wait for the next') },
    };
    const enter = async (code: string) => {
      const browser = browserOf(world);
      await browser.post('/portal/auth/sign-in/email', { email: owner.email, password: PASSWORD });
      return { browser, answer: await browser.post('/portal/auth/two-factor/verify-totp', { code }) };
    };
    expect((await enter(used)).answer, 'the code that set it up').toMatchObject(refused);
    const code = nextCodeOf(totpURI);
    const { browser, answer } = await enter(code);
    expect(answer.status, answer.text).toBe(200);
    expect(await browser.post('/portal/v1/step-up', { code })).toMatchObject(refused);
    expect((await enter(code)).answer).toMatchObject(refused);
    await world.admin.query('delete from people.attempts');
    expect((await owner.post('/portal/v1/step-up', { code })).status).toBe(200);
    expect((await enter(code)).answer).toMatchObject(refused);
  });

  test('is required for webhook changes through the mounted API', async () => {
    const owner = await newPerson(world);
    const company = await openCompany(world, owner);
    const scope = { company, environment: 'sandbox' } as const;
    const viewer = await newMember(world, owner, company, 'viewer');
    const own = await enableSecondFactor(owner);
    const create = (browser: Browser, key: string) =>
      browser.post<{ id: string }>(
        '/api/v1/webhook-endpoints',
        { url: 'http://127.0.0.1:9/hook', events: ['*'] },
        { ...scope, headers: { 'idempotency-key': key } },
      );
    expect(await create(viewer, 'a')).toMatchObject({ status: 403, body: { code: 'scope_missing' } });
    expect(await create(owner, 'b')).toMatchObject({ status: 403, body: { code: 'second_factor_needed' } });
    await stepUp(owner, own);
    const created = await create(owner, 'c');
    expect(created.status, created.text).toBe(201);
    await world.admin.query('update people.sessions set stepped_up_at = null');
    const path = `/api/v1/webhook-endpoints/${created.body.id}`;
    const changed = await owner.ask(path, { ...scope, method: 'PATCH', json: { description: 'mine' } });
    expect(changed.status, changed.text).toBe(200);
    for (const [method, to, json] of [
      ['PATCH', path, { url: 'http://127.0.0.1:9/elsewhere' }],
      ['POST', `${path}/rotate-secret`, {}],
    ] as const)
      expect(await owner.ask(to, { ...scope, method, json }), to).toMatchObject({
        status: 403,
        body: { code: 'second_factor_needed' },
      });
  });
});
