// Passkeys: added, listed and removed; used after the password, alone, and to confirm sensitive actions.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { until } from '../../until.ts';
import { startWorld, type World } from '../../world.ts';
import {
  browserOf,
  enableSecondFactor,
  newPerson,
  openCompany,
  PASSWORD,
  portalOf,
  type SignedIn,
  stepUp,
} from '../people/person.ts';
import { newAuthenticator } from './authenticator.ts';
import { addPasskey, afterPassword, beginPasskey, beginSignIn, refusedPasskey, signInBy, stepUpBy } from './holder.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ portal: true });
});
beforeEach(() => world.admin.query('delete from people.attempts'));
afterAll(() => world?.stop());

const needed = { status: 403, body: { code: 'second_factor_needed' } };
const isSignedIn = async (browser: Pick<SignedIn, 'get'>) => (await browser.get('/portal/v1/me')).status === 200;
const listed = async (person: SignedIn) =>
  (await person.get<{ hasApp: boolean; data: { name: string; lastUsedAt: string | null }[] }>('/portal/v1/passkeys'))
    .body;

describe('a passkey', () => {
  test('is listed with its name and last use, and tells its owner by email', async () => {
    const person = await newPerson(world);
    expect(await listed(person)).toEqual({ hasApp: false, data: [] });
    const key = await addPasskey(world, person, { name: 'Work laptop' });
    expect(await listed(person)).toMatchObject({ hasApp: false, data: [{ name: 'Work laptop', lastUsedAt: null }] });
    expect((await portalOf(world).mails.waitFor(person.email, 'A passkey was added')).text).toContain('“Work laptop”');
    expect((await stepUpBy(person, key)).status).toBe(200);
    expect((await listed(person)).data[0]?.lastUsedAt).not.toBeNull();
    expect((await person.ask(`/portal/v1/passkeys/${key.passkeyId}`, { method: 'DELETE' })).status).toBe(200);
    expect(await listed(person)).toEqual({ hasApp: false, data: [] });
    await portalOf(world).mails.waitFor(person.email, 'A passkey was removed');
  });

  test('counts as two-factor authentication, until the last one is removed', async () => {
    const person = await newPerson(world);
    const company = await openCompany(world, person);
    const hook = (key: string) =>
      person.post(
        '/api/v1/webhook-endpoints',
        { url: 'http://127.0.0.1:9/hook', events: ['*'] },
        { company, environment: 'sandbox', headers: { 'idempotency-key': key } },
      );
    expect(await hook('a')).toMatchObject({ status: 403, body: { code: 'second_factor_missing' } });
    const key = await addPasskey(world, person);
    expect((await person.get('/portal/v1/me')).body).toMatchObject({ user: { hasSecondFactor: true } });
    expect((await person.get('/portal/v1/team', { company })).body).toMatchObject({
      members: [{ hasSecondFactor: true }],
    });
    expect(await hook('b')).toMatchObject(needed);
    expect((await stepUpBy(person, key)).status).toBe(200);
    expect((await hook('c')).status).toBe(201);
    expect((await person.ask(`/portal/v1/passkeys/${key.passkeyId}`, { method: 'DELETE' })).status).toBe(200);
    expect((await person.get('/portal/v1/me')).body).toMatchObject({ user: { hasSecondFactor: false } });
    expect(
      (await browserOf(world).post('/portal/auth/sign-in/email', { email: person.email, password: PASSWORD })).body,
    ).not.toHaveProperty('twoFactorRedirect');
  });

  test('and an app each keep two-factor authentication on without the other', async () => {
    const person = await newPerson(world);
    const factor = await enableSecondFactor(person);
    await stepUp(person, factor);
    const key = await addPasskey(world, person);
    expect((await person.post('/portal/auth/two-factor/disable', { password: PASSWORD })).status).toBe(200);
    expect((await person.get('/portal/v1/me')).body).toMatchObject({ user: { hasSecondFactor: true } });
    expect(await listed(person)).toMatchObject({ hasApp: false, data: [{}] });
    expect((await stepUpBy(person, key)).status).toBe(200);
    await enableSecondFactor(person);
    expect((await person.ask(`/portal/v1/passkeys/${key.passkeyId}`, { method: 'DELETE' })).status).toBe(200);
    expect((await person.get('/portal/v1/me')).body).toMatchObject({ user: { hasSecondFactor: true } });
    const browser = await afterPassword(world, person);
    expect((await browser.get('/portal/auth/second-factors')).body).toEqual({ app: true, passkey: false });
  });

  test('is added with the password and, where there is a second factor, with that too', async () => {
    const person = await newPerson(world);
    expect(await beginPasskey(person, 'not the password')).toMatchObject({
      status: 400,
      body: { code: 'invalid_password' },
    });
    const key = await addPasskey(world, person);
    expect(await beginPasskey(person)).toMatchObject(needed);
    expect(await person.ask(`/portal/v1/passkeys/${key.passkeyId}`, { method: 'DELETE' })).toMatchObject(needed);
    expect(await person.post('/portal/auth/two-factor/enable', { password: PASSWORD })).toMatchObject(needed);
    await stepUpBy(person, key);
    await addPasskey(world, person, { name: 'Phone' });
    expect((await listed(person)).data.map(({ name }) => name)).toEqual(['Laptop', 'Phone']);
  });

  test('drops an app whose set-up was not finished, because somebody else may have begun it', async () => {
    const person = await newPerson(world);
    const begun = await person.post<{ backupCodes: string[] }>('/portal/auth/two-factor/enable', {
      password: PASSWORD,
    });
    await addPasskey(world, person);
    for (const code of ['123456', begun.body.backupCodes[0]])
      expect(await person.post('/portal/v1/step-up', { code })).toMatchObject({
        status: 400,
        body: { code: 'invalid_code' },
      });
    const { rows } = await world.admin.query(
      'select id from people.two_factors where user_id = (select id from people.users where email = $1)',
      [person.email],
    );
    expect(rows).toEqual([]);
  });

  test('is removed by its owner only', async () => {
    const [person, other] = await Promise.all([newPerson(world), newPerson(world)]);
    const key = await addPasskey(world, person);
    await stepUpBy(other, await addPasskey(world, other));
    for (const id of [key.passkeyId, 'passkey_1'])
      expect(await other.ask(`/portal/v1/passkeys/${id}`, { method: 'DELETE' })).toMatchObject({
        status: 404,
        body: { code: 'passkey_not_found' },
      });
    expect((await listed(person)).data).toHaveLength(1);
  });
});

describe('a new passkey is refused', () => {
  test.each([
    ['of another site', { origin: 'https://evil.example' }],
    ['for another host', { rpId: 'evil.example' }],
    ['without user verification', { unverified: true }],
    ['with another challenge', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
    ['with a challenge that the database cannot store', { challenge: '\u0000' }],
    ['that is a use', { type: 'webauthn.get' }],
  ] as const)('%s', async (_what, lies) => {
    const person = await newPerson(world);
    const { body } = await beginPasskey(person);
    const credential = newAuthenticator(portalOf(world).url).create(body, lies);
    expect(await person.post('/portal/v1/passkeys', { name: 'Mine', credential })).toMatchObject(refusedPasskey);
    expect((await listed(person)).data).toEqual([]);
  });

  test('that was begun without a second factor, once there is one: a thief may have begun it', async () => {
    const person = await newPerson(world);
    const begun = await beginPasskey(person);
    const key = await addPasskey(world, person);
    const credential = newAuthenticator(portalOf(world).url).create(begun.body);
    for (const confirm of [async () => undefined, () => stepUpBy(person, key)]) {
      await confirm();
      expect(await person.post('/portal/v1/passkeys', { name: 'Theirs', credential })).toMatchObject(refusedPasskey);
    }
    expect((await listed(person)).data).toHaveLength(1);
  });

  test('when the second factor is enabled between its check and its storing', async () => {
    const person = await newPerson(world);
    const { body } = await beginPasskey(person);
    const credential = newAuthenticator(portalOf(world).url).create(body);
    const client = await world.admin.connect();
    try {
      await client.query('begin');
      await client.query(
        `insert into people.two_factors (id, user_id, secret, backup_codes, verified)
         select gen_random_uuid(), id, 'secret', 'codes', true from people.users where email = $1`,
        [person.email],
      );
      const adding = person.post('/portal/v1/passkeys', { name: 'Theirs', credential });
      await until(
        async () => (await world.admin.query(`select from pg_stat_activity where wait_event_type = 'Lock'`)).rowCount,
        (waiting) => waiting === 1,
      );
      await client.query('commit');
      expect(await adding).toMatchObject(refusedPasskey);
    } finally {
      client.release(true);
    }
    expect((await listed(person)).data).toEqual([]);
  });

  test('with the options of another session, and a second time', async () => {
    const [person, other] = await Promise.all([newPerson(world), newPerson(world)]);
    const credential = newAuthenticator(portalOf(world).url).create((await beginPasskey(other)).body);
    expect(await person.post('/portal/v1/passkeys', { name: 'Mine', credential })).toMatchObject(refusedPasskey);
    const { body } = await beginPasskey(person);
    const own = newAuthenticator(portalOf(world).url).create(body);
    expect((await person.post('/portal/v1/passkeys', { name: 'Mine', credential: own })).status).toBe(201);
    expect(await person.post('/portal/v1/passkeys', { name: 'Mine', credential: own })).toMatchObject(refusedPasskey);
  });
});

describe('signing in', () => {
  test('after the password, with a passkey instead of a code', async () => {
    const person = await newPerson(world);
    const key = await addPasskey(world, person);
    const browser = await afterPassword(world, person);
    expect(await isSignedIn(browser)).toBe(false);
    expect((await browser.get('/portal/auth/second-factors')).body).toEqual({ app: false, passkey: true });
    expect((await beginSignIn(browser, 'second_factor')).allowCredentials).toMatchObject([{ id: key.id }]);
    expect((await signInBy(browser, key, 'second_factor')).status).toBe(200);
    expect(await isSignedIn(browser)).toBe(true);
    expect((await browser.get('/portal/v1/me')).body).toMatchObject({
      user: { email: person.email },
      steppedUpUntil: null,
    });
  });

  test('with a passkey alone, which then asks again before sensitive actions', async () => {
    const person = await newPerson(world);
    const key = await addPasskey(world, person, { counts: false });
    const browser = browserOf(world);
    expect(await beginSignIn(browser, 'sign_in')).not.toHaveProperty('allowCredentials');
    expect((await signInBy(browser, key, 'sign_in')).status).toBe(200);
    expect(await isSignedIn(browser)).toBe(true);
    expect(await browser.ask(`/portal/v1/passkeys/${key.passkeyId}`, { method: 'DELETE' })).toMatchObject(needed);
  });

  test.each([
    ['of another site', { origin: 'https://evil.example' }],
    ['for another host', { rpId: 'evil.example' }],
    ['with a forged signature', { forged: true }],
    ['with a challenge of its own', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
    ['with a challenge that the database cannot store', { challenge: '\u0000' }],
    ['without user verification', { unverified: true }],
    ['that is a registration', { type: 'webauthn.create' }],
  ] as const)('is refused %s', async (_what, lies) => {
    const person = await newPerson(world);
    const key = await addPasskey(world, person);
    const browser = await afterPassword(world, person);
    for (const step of ['second_factor', 'sign_in'] as const)
      expect(await signInBy(browser, key, step, lies)).toMatchObject(refusedPasskey);
    expect(await stepUpBy(person, key, lies)).toMatchObject(refusedPasskey);
    expect(await isSignedIn(browser)).toBe(false);
  });

  test('is refused when an assertion comes again, late, or for another purpose', async () => {
    const person = await newPerson(world);
    const key = await addPasskey(world, person);
    const browser = browserOf(world);
    const credential = key.use(await beginSignIn(browser, 'sign_in'));
    expect((await browser.post('/portal/auth/passkey', { step: 'sign_in', credential })).status).toBe(200);
    const thief = browserOf(world);
    expect(await thief.post('/portal/auth/passkey', { step: 'sign_in', credential })).toMatchObject(refusedPasskey);
    const options = await beginSignIn(thief, 'sign_in');
    await world.admin.query(`update people.verifications set expires_at = now() where identifier like 'passkey:%'`);
    const late = { step: 'sign_in', credential: key.use(options) };
    expect(await thief.post('/portal/auth/passkey', late)).toMatchObject(refusedPasskey);
    const other = key.use(await beginSignIn(thief, 'sign_in'));
    expect(await person.post('/portal/v1/step-up/passkey', { credential: other })).toMatchObject(refusedPasskey);
    expect(await isSignedIn(thief)).toBe(false);
  });

  test('is refused with another person’s passkey, after the password and to confirm', async () => {
    const [person, other] = await Promise.all([newPerson(world), newPerson(world)]);
    await addPasskey(world, person);
    const foreign = await addPasskey(world, other);
    const browser = await afterPassword(world, person);
    expect(await signInBy(browser, foreign, 'second_factor')).toMatchObject(refusedPasskey);
    expect(await isSignedIn(browser)).toBe(false);
    expect(await stepUpBy(person, foreign)).toMatchObject(refusedPasskey);
    const stranger = browserOf(world);
    expect((await stranger.post('/portal/auth/passkey/options', { step: 'second_factor' })).status).toBe(401);
    expect((await stranger.get('/portal/auth/second-factors')).body).toEqual({ app: true, passkey: false });
  });

  test('is refused when the counter does not grow: there is a copy', async () => {
    const person = await newPerson(world);
    const key = await addPasskey(world, person);
    expect((await signInBy(browserOf(world), key, 'sign_in', { counter: 50 })).status).toBe(200);
    for (const counter of [50, 3, 0])
      expect(await signInBy(browserOf(world), key, 'sign_in', { counter })).toMatchObject(refusedPasskey);
    expect((await signInBy(browserOf(world), key, 'sign_in', { counter: 51 })).status).toBe(200);
  });

  test('is refused to disabled people', async () => {
    const person = await newPerson(world);
    const key = await addPasskey(world, person);
    await world.admin.query('update people.users set disabled_at = now() where email = $1', [person.email]);
    expect(await signInBy(browserOf(world), key, 'sign_in')).toMatchObject(refusedPasskey);
  });

  test('still needs the passkey after a password reset, which ends every session', async () => {
    const person = await newPerson(world);
    const key = await addPasskey(world, person);
    const browser = browserOf(world);
    await browser.post('/portal/auth/request-password-reset', { email: person.email });
    const { link = '' } = await portalOf(world).mails.waitFor(person.email, 'Choose a new password');
    const newPassword = 'a new long password';
    await browser.post('/portal/auth/reset-password', { token: new URL(link).searchParams.get('token'), newPassword });
    expect(await isSignedIn(person)).toBe(false);
    const answer = await browser.post('/portal/auth/sign-in/email', { email: person.email, password: newPassword });
    expect(answer.body).toMatchObject({ twoFactorRedirect: true });
    expect((await signInBy(browser, key, 'second_factor')).status).toBe(200);
  });

  test('uses up the pending sign-in', async () => {
    const person = await newPerson(world);
    const key = await addPasskey(world, person);
    const browser = await afterPassword(world, person);
    const pending = new Map(browser.jar);
    expect((await signInBy(browser, key, 'second_factor')).status).toBe(200);
    const thief = browserOf(world);
    for (const [name, value] of pending) thief.jar.set(name, value);
    expect((await thief.post('/portal/auth/passkey/options', { step: 'second_factor' })).status).toBe(401);
  });
});
