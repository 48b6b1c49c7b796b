// Signing up, in and out again, over real HTTP and real mail.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWorld, type World } from '../../world.ts';
import { browserOf, newEmail, newPerson, openCompany, PASSWORD, portalOf, signIn, verifyAddress } from './person.ts';

const CHANGED = 'Your password was changed';

let world: World;
beforeAll(async () => {
  world = await startWorld({ portal: true });
});
afterAll(() => world.stop());

describe('signing up', () => {
  test('leads by an email to a session, a company and, once it is approved, its balance', async () => {
    const email = newEmail();
    const browser = browserOf(world);
    const signUp = await browser.post('/portal/auth/sign-up/email', { name: 'Ann', email, password: PASSWORD });
    expect(signUp).toMatchObject({ status: 200, body: { status: true } });
    const early = await browser.post('/portal/auth/sign-in/email', { email, password: PASSWORD });
    expect(early).toMatchObject({ status: 403, body: { code: 'email_not_verified', statusCode: 403 } });
    await verifyAddress(world, browser, email);
    expect((await browser.get('/portal/v1/me')).status, 'the link signs nobody in').toBe(401);
    await signIn(browser, email);
    const me = await browser.get('/portal/v1/me');
    expect(me.body).toMatchObject({ user: { name: 'Ann', email, hasSecondFactor: false }, companies: [] });

    const company = await openCompany(world, browser, { approved: false });
    const scope = { company, environment: 'sandbox' } as const;
    expect(await browser.get('/api/v1/balance', scope)).toMatchObject({
      status: 403,
      body: { code: 'verification_required' },
    });
    const approved = await openCompany(world, browser, { name: 'Second' });
    expect(await browser.get('/api/v1/balance', { ...scope, company: approved })).toMatchObject({
      status: 200,
      body: { available: '0.00' },
    });
    const { body } = await browser.get<{ companies: object[] }>('/portal/v1/me');
    expect(body.companies).toMatchObject([
      { id: company, role: 'owner', verification: 'pending', suspended: false, verificationReason: null },
      { id: approved, role: 'owner', verification: 'approved', name: 'Second', kind: 'corporate' },
    ]);
  });

  test('answers the same for an address that has an account, which gets an email that says so', async () => {
    const { email } = await newPerson(world);
    const browser = browserOf(world);
    const body = { name: 'Somebody', password: PASSWORD };
    const known = await browser.post('/portal/auth/sign-up/email', { ...body, email });
    const unknown = await browser.post('/portal/auth/sign-up/email', { ...body, email: newEmail() });
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
    expect(known.headers.getSetCookie()).toEqual(unknown.headers.getSetCookie());
    const message = await portalOf(world).mails.waitFor(email, 'You already have an account');
    expect(message.text).toContain('nothing was changed');
    await signIn(browserOf(world), email);
  });

  test('refuses a password of fewer than twelve characters', async () => {
    const short = { name: 'A', email: newEmail(), password: 'short enough' };
    expect((await browserOf(world).post('/portal/auth/sign-up/email', short)).status).toBe(200);
    const answer = await browserOf(world).post('/portal/auth/sign-up/email', { ...short, password: 'too short!!' });
    expect(answer).toMatchObject({ status: 400, body: { code: 'password_too_short', retry: 'never' } });
  });

  test.each([['n'.repeat(201)], [''], ['  '], ['two\nlines'], ['a\u0000b'], [7]])(
    'refuses the name %j for known and unknown addresses alike',
    async (name) => {
      const { email } = await newPerson(world);
      for (const address of [email, newEmail()]) {
        const answer = await browserOf(world).post('/portal/auth/sign-up/email', {
          name,
          email: address,
          password: PASSWORD,
        });
        expect(answer).toMatchObject({ status: 400, body: { code: 'request_invalid' } });
      }
    },
  );

  test('carries an invitation that somebody was on the way to through the email', async () => {
    const email = newEmail();
    const wanted = { name: 'Ann', email, password: PASSWORD, callbackURL: '/invitations/invite_1' };
    expect((await browserOf(world).post('/portal/auth/sign-up/email', wanted)).status).toBe(200);
    const { link = '' } = await portalOf(world).mails.waitFor(email, 'Confirm your email address');
    expect(new URL(link).searchParams.get('next')).toBe('/invitations/invite_1');
  });

  test.each([
    ['https://evil.example/'],
    ['//evil.example'],
    ['/\\evil.example'],
    ['/\n/evil.example'],
    ['javascript:alert(1)'],
    ['invitations/1'],
    ['/invitations/1?next=//evil.example'],
    ['/invitations/../reset'],
    [7],
  ])('carries nobody to %j', async (callbackURL) => {
    const body = { name: 'Ann', email: newEmail(), password: PASSWORD, callbackURL };
    for (const path of ['sign-up/email', 'send-verification-email']) {
      const answer = await browserOf(world).post(`/portal/auth/${path}`, body);
      expect(answer).toMatchObject({ status: 400, body: { code: 'request_invalid' } });
    }
  });

  test('fills nobody’s mailbox', async () => {
    const { email } = await newPerson(world, { name: 'Eve www.evil.example https://evil.example' });
    for (let asked = 0; asked < 8; asked++)
      expect((await browserOf(world).post('/portal/auth/request-password-reset', { email })).status).toBe(200);
    await portalOf(world).mails.waitFor(email, 'Choose a new password');
    await new Promise((resolve) => setTimeout(resolve, 500));
    const emails = portalOf(world).mails.list(email);
    const links = emails.filter(({ subject }) => subject === 'Choose a new password');
    expect(links.length).toBeLessThanOrEqual(5);
    for (const { text } of emails) expect(text).not.toMatch(/evil\.example/);
  });

  test('keeps passwords as argon2id hashes only', async () => {
    await newPerson(world);
    const { rows } = await world.admin.query<{ password: string }>('select password from people.accounts');
    expect(rows.length).toBeGreaterThan(0);
    for (const { password } of rows) expect(password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });
});

describe('a forgotten password', () => {
  test('answers the same for known and unknown addresses, and ends every session once it is replaced', async () => {
    const person = await newPerson(world);
    const browser = browserOf(world);
    const known = await browser.post('/portal/auth/request-password-reset', { email: person.email });
    const unknown = await browser.post('/portal/auth/request-password-reset', { email: newEmail() });
    expect([known.status, known.text]).toEqual([200, unknown.text]);
    const { link = '' } = await portalOf(world).mails.waitFor(person.email, 'Choose a new password');
    expect(link.startsWith(`${portalOf(world).url}/reset?token=`)).toBe(true);
    const token = new URL(link).searchParams.get('token');
    const reset = { token, newPassword: 'another long password' };
    expect((await browser.post('/portal/auth/reset-password', reset)).status).toBe(200);
    expect((await browser.post('/portal/auth/reset-password', reset)).status, 'a link works once').toBe(400);
    expect((await person.get('/portal/v1/me')).status).toBe(401);
    await portalOf(world).mails.waitFor(person.email, CHANGED);
    const old = await browser.post('/portal/auth/sign-in/email', { email: person.email, password: PASSWORD });
    expect(old.status).toBe(401);
    await signIn(browser, person.email, 'another long password');
  });
});

describe('a password that its person changes', () => {
  test('is told by an email', async () => {
    const person = await newPerson(world);
    const wrong = { currentPassword: 'not the password', newPassword: 'another long password' };
    expect((await person.post('/portal/auth/change-password', wrong)).status).toBe(400);
    expect(
      portalOf(world)
        .mails.list(person.email)
        .map(({ subject }) => subject),
    ).not.toContain(CHANGED);
    expect((await person.post('/portal/auth/change-password', { ...wrong, currentPassword: PASSWORD })).status).toBe(
      200,
    );
    const { text, link } = await portalOf(world).mails.waitFor(person.email, CHANGED);
    expect(text).not.toContain('all of your sessions were signed out');
    expect(link).toBe(`${portalOf(world).url}/forgot`);
  });
});

describe('the library', () => {
  let person: Awaited<ReturnType<typeof newPerson>>;
  beforeAll(async () => {
    person = await newPerson(world);
  });

  test.each([
    ['GET', '/portal/auth/ok'],
    ['POST', '/portal/auth/update-user'],
    ['POST', '/portal/auth/change-email'],
    ['POST', '/portal/auth/delete-user'],
    ['POST', '/portal/auth/sign-in/social'],
    ['POST', '/portal/auth/two-factor/send-otp'],
    ['POST', '/portal/auth/constructor'],
    ['GET', '/portal/auth/sign-in/email'],
    ['POST', '/portal/auth/sign-up/email/'],
    ['POST', '/portal/auth//sign-out'],
  ])('is not reached by %s %s', async (method, path) => {
    const answer = await person.ask(path, { method, ...(method === 'POST' ? { json: {} } : {}) });
    expect(answer).toMatchObject({ status: 404, body: { code: 'path_not_found' } });
  });
});
