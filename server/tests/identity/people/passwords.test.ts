// Passwords that somebody would guess first are refused wherever one is set.
import { isGuessable } from '@cardwright/server/identity/people/passwords.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWorld, type World } from '../../world.ts';
import { browserOf, newEmail, newPerson, openCompany, PASSWORD, portalOf } from './person.ts';

const refused = { status: 400, body: { code: 'password_guessable' } };

describe('a password', () => {
  const own = ['olga.owner@acme-travel.example', 'Olga Owner', 'Acme Travel GmbH'];
  test.each([
    'password1234',
    'passwordpassword',
    'P@ssw0rd1234',
    '123456789012',
    'qwertyuiop12',
    'Summer2024!!!',
    'aaaaaaaaaaaa',
    'letmeinletmein',
    'cardwright2024!',
    'olga.owner@acme-travel.example',
    'OlgaOwner1234',
    'acmetravel2024',
    'Acme Travel GmbH',
    'Acme Travel 2026',
  ])('%s is guessable', async (password) => {
    expect(await isGuessable(password, own)).toBe(true);
  });

  test.each([PASSWORD, 'kX9#mQ2vLp0z', 'mein hund heisst bello', `${'kX9#mQ2vLp0z'.repeat(10)}12345678`])(
    '%s is not',
    async (password) => {
      expect(await isGuessable(password, own)).toBe(false);
    },
  );

  test('of the longest kind is judged fast', async () => {
    const began = performance.now();
    await isGuessable('4@8({36!1|0$5+7%2'.repeat(8).slice(0, 128), own);
    expect(performance.now() - began).toBeLessThan(2_000);
  });
});

describe('at the portal', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld({ api: 0, portal: true });
  });
  afterAll(() => world?.stop());

  test('nobody signs up with one, whether the address is known or not', async () => {
    const known = await newPerson(world);
    for (const email of [known.email, newEmail()])
      for (const password of ['password1234', email]) {
        const answer = await browserOf(world).post('/portal/auth/sign-up/email', {
          name: 'Pat Person',
          email,
          password,
        });
        expect(answer, `${email} ${password}`).toMatchObject(refused);
      }
  });

  test('nobody changes to one, of their own address and company neither, or resets to one', async () => {
    const person = await newPerson(world);
    await openCompany(world, person, { name: 'Nordwind Logistik' });
    const guessable = ['password1234', person.email, 'NordwindLogistik1'];
    for (const newPassword of guessable) {
      const change = { currentPassword: PASSWORD, newPassword };
      expect(await person.post('/portal/auth/change-password', change), newPassword).toMatchObject(refused);
    }
    const visitor = browserOf(world);
    await visitor.post('/portal/auth/request-password-reset', { email: person.email });
    const { link = '' } = await portalOf(world).mails.waitFor(person.email, 'Choose a new password');
    const token = new URL(link).searchParams.get('token');
    const reset = (newPassword: string) => visitor.post('/portal/auth/reset-password', { token, newPassword });
    for (const newPassword of guessable) expect(await reset(newPassword), newPassword).toMatchObject(refused);
    expect((await reset('another horse another staple')).status, 'the link still works').toBe(200);
  });
});
