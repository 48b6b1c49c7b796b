// Sessions under attack: cookies, other sites and guessed passwords.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from '../../browser.ts';
import { startWorld, type World } from '../../world.ts';
import { browserOf, newEmail, newPerson, openCompany, PASSWORD, portalOf, signIn } from './person.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ portal: true });
});
afterAll(() => world.stop());

/** Clears the attempts of this machine, which all tests share. */
const forgetAttempts = () => world.admin.query('delete from people.attempts');
const sessionCookie = ({ jar }: Browser) => [...jar].find(([name]) => name.endsWith('session_token'));

describe('a session', () => {
  test('is in an HttpOnly cookie, and in no response', async () => {
    const { email } = await newPerson(world);
    const browser = browserOf(world);
    const answer = await browser.post('/portal/auth/sign-in/email', { email, password: PASSWORD });
    const [cookie = ''] = answer.headers.getSetCookie();
    expect(cookie).toMatch(/^cardwright_people\.session_token=/);
    expect(cookie).toMatch(/; HttpOnly/i);
    expect(cookie).toMatch(/; SameSite=Lax/i);
    expect(cookie).toMatch(/; Max-Age=43200/i);
    const token = decodeURIComponent(sessionCookie(browser)?.[1] ?? '').split('.')[0] ?? '';
    expect(token.length).toBeGreaterThan(20);
    expect(answer.text).not.toContain(token);
    expect((await browser.get('/portal/auth/get-session')).text).not.toContain(token);
  });

  test('set before sign-in is replaced', async () => {
    const attacker = await newPerson(world);
    const victim = await newPerson(world);
    const browser = browserOf(world);
    const [name = '', planted = ''] = sessionCookie(attacker) ?? [];
    browser.jar.set(name, planted);
    await signIn(browser, victim.email);
    expect(sessionCookie(browser)?.[1]).not.toBe(planted);
    expect((await browser.get('/portal/v1/me')).body).toMatchObject({ user: { email: victim.email } });
    expect((await attacker.get('/portal/v1/me')).body).toMatchObject({ user: { email: attacker.email } });

    const forged = browserOf(world);
    forged.jar.set(name, 'a-token-of-the-attackers-choice.bm90IGEgc2lnbmF0dXJl');
    expect((await forged.get('/portal/v1/me')).status).toBe(401);
    await signIn(forged, victim.email);
    expect(sessionCookie(forged)?.[1]).not.toContain('choice');
  });

  test('with a foreign signature is refused', async () => {
    const person = await newPerson(world);
    const [name = '', value = ''] = sessionCookie(person) ?? [];
    const [token = ''] = decodeURIComponent(value).split('.');
    const { rows } = await world.admin.query('select 1 from people.sessions where token = $1', [token]);
    expect(rows, 'the token is in the database as it is').toHaveLength(1);
    for (const text of [token, `${token}.`, `${token}.${'A'.repeat(43)}=`]) {
      const thief = browserOf(world);
      thief.jar.set(name, encodeURIComponent(text));
      expect((await thief.get('/portal/v1/me')).body, text).toMatchObject({ code: 'signed_out' });
    }
  });

  test('ended from another session is refused immediately', async () => {
    const person = await newPerson(world);
    const other = browserOf(world);
    await signIn(other, person.email);
    expect((await person.get('/portal/v1/me')).status).toBe(200);
    expect((await other.post('/portal/auth/revoke-other-sessions', {})).status).toBe(200);
    expect(await person.get('/portal/v1/me')).toMatchObject({ status: 401, body: { code: 'signed_out' } });
    expect((await other.get('/portal/v1/me')).status).toBe(200);
    expect((await other.post('/portal/auth/sign-out', {})).status).toBe(200);
    expect((await other.get('/portal/v1/me')).status).toBe(401);
  });

  test('is identified by its id, never by its token', async () => {
    const person = await newPerson(world);
    const other = browserOf(world);
    await signIn(other, person.email);
    const listed = await person.get('/portal/auth/list-sessions');
    for (const browser of [person, other])
      expect(listed.text).not.toContain(decodeURIComponent(sessionCookie(browser)?.[1] ?? '').split('.')[0]);
    const here = (await person.get('/portal/auth/get-session')).body as { session: { id: string } };
    const sessions = JSON.parse(listed.text) as { id: string }[];
    expect(sessions).toHaveLength(2);
    const { id = '' } = sessions.find((each) => each.id !== here.session.id) ?? {};
    const stranger = await newPerson(world);
    const refused = await stranger.post('/portal/auth/revoke-session', { id });
    expect(refused).toMatchObject({ status: 404, body: { code: 'session_not_found' } });
    expect((await other.get('/portal/v1/me')).status).toBe(200);
    expect((await person.post('/portal/auth/revoke-session', { id })).status).toBe(200);
    expect((await other.get('/portal/v1/me')).status).toBe(401);
    expect((await person.get('/portal/v1/me')).status).toBe(200);
  });

  test('that cannot be looked up is answered with busy, not refused', async () => {
    const person = await newPerson(world);
    await world.admin.query('alter table people.sessions rename to away');
    try {
      const busy = { status: 503, body: { code: 'overloaded', retry: 'same_key' } };
      expect(await person.get('/portal/v1/me')).toMatchObject(busy);
      const { email } = person;
      expect(await person.post('/portal/auth/sign-in/email', { email, password: PASSWORD })).toMatchObject(busy);
    } finally {
      await world.admin.query('alter table people.away rename to sessions');
    }
    expect((await person.get('/portal/v1/me')).status).toBe(200);
  });

  test('expires', async () => {
    const person = await newPerson(world);
    await world.admin.query(`update people.sessions set expires_at = now() - interval '1 second'`);
    expect((await person.get('/portal/v1/me')).status).toBe(401);
  });
});

describe('another site', () => {
  test.each([
    ['a foreign Origin', { origin: 'https://evil.example' }],
    ['an Origin that only begins like ours', { origin: 'PORTAL.evil.example' }],
    ['no Origin that can be told', { origin: 'null' }],
    ['no header of ours', { 'cardwright-portal': '' }],
    ['another value in our header', { 'cardwright-portal': 'yes' }],
  ])('makes nobody’s browser change anything: %s', async (_words, headers) => {
    const person = await newPerson(world);
    const company = await openCompany(world, person);
    const given = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, value.replace('PORTAL', portalOf(world).url)]),
    );
    const scope = { company, environment: 'sandbox', headers: { ...given, 'idempotency-key': 'k' } } as const;
    for (const [path, json] of [
      ['/portal/v1/companies', { name: 'Stolen', kind: 'corporate' }],
      ['/portal/auth/sign-out', {}],
      ['/api/v1/sandbox/funding', { amount: '5.00' }],
    ] as const) {
      expect(await person.post(path, json, scope), path).toMatchObject({ status: 403, body: { code: 'cross_site' } });
    }
    expect((await person.get<{ companies: object[] }>('/portal/v1/me')).body.companies).toHaveLength(1);
    const fine = { company, environment: 'sandbox', headers: { 'idempotency-key': 'k' } } as const;
    expect((await person.post('/api/v1/sandbox/funding', { amount: '5.00' }, fine)).status).toBe(200);
  });

  test('cannot read anything through CORS', async () => {
    const person = await newPerson(world);
    const answer = await person.get('/portal/v1/me', { headers: { origin: 'https://evil.example' } });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('guessing', () => {
  test('stops after ten passwords, for known and unknown addresses alike', async () => {
    await forgetAttempts();
    const { email } = await newPerson(world);
    const seen: Record<string, string[]> = {};
    for (const address of [email, newEmail()]) {
      await forgetAttempts();
      const browser = browserOf(world);
      seen[address] = [];
      for (let tried = 0; tried < 12; tried++) {
        const { status, body } = await browser.post('/portal/auth/sign-in/email', {
          email: address,
          password: `wrong password ${tried}`,
        });
        seen[address].push(`${status} ${String(body['code'])} ${String(body['message'])}`);
      }
    }
    const [known, unknown] = Object.values(seen);
    expect(known).toEqual(unknown);
    expect(known?.slice(0, 10).every((text) => text.startsWith('401 invalid_email_or_password'))).toBe(true);
    expect(known?.slice(10).every((text) => text.startsWith('429 too_many_attempts'))).toBe(true);
  });

  test('stops from one network address for every account, even with the right password', async () => {
    await forgetAttempts();
    const { email } = await newPerson(world);
    await forgetAttempts();
    for (let tried = 0; tried < 10; tried++) {
      const wrong = { email: newEmail(), password: 'wrong password' };
      expect((await browserOf(world).post('/portal/auth/sign-in/email', wrong)).status).toBe(401);
    }
    const right = await browserOf(world).post('/portal/auth/sign-in/email', { email, password: PASSWORD });
    expect(right).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } });
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(800);
    await world.admin.query(
      `update people.attempts set since = since - interval '15 minutes', locked_until = locked_until - interval '15 minutes'`,
    );
    await signIn(browserOf(world), email);
  });

  test('stops from one network address for signed-in people, too', async () => {
    const person = await newPerson(world);
    await forgetAttempts();
    const tries = Array.from({ length: 11 }, () => ({ email: newEmail(), password: 'wrong password' }));
    const statuses: number[] = [];
    for (const wrong of tries) statuses.push((await person.post('/portal/auth/sign-in/email', wrong)).status);
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429]);
    await forgetAttempts();
  });

  test('in parallel gains nothing over one after the other', async () => {
    const { email } = await newPerson(world);
    await forgetAttempts();
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, tried) =>
        browserOf(world).post('/portal/auth/sign-in/email', { email, password: `wrong password ${tried}` }),
      ),
    );
    expect(answers.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(10);
    await forgetAttempts();
  });

  test('with occasional correct passwords does not raise the limit of a network address', async () => {
    const { email } = await newPerson(world);
    await forgetAttempts();
    const statuses: number[] = [];
    for (let tried = 0; tried < 12; tried++) {
      await browserOf(world).post('/portal/auth/sign-in/email', { email, password: PASSWORD });
      const wrong = { email: newEmail(), password: 'wrong password' };
      statuses.push((await browserOf(world).post('/portal/auth/sign-in/email', wrong)).status);
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    await forgetAttempts();
  });
});
