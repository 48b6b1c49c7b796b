// Emails about an account reach its owner, however many others a stranger has had sent to the address.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from '../../world.ts';
import { browserOf, enableSecondFactor, newPerson, PASSWORD, portalOf, stepUp } from './person.ts';
import { nextCodeOf } from './totp.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ api: 0, portal: true });
});
afterAll(() => world?.stop());

const OTHER_PASSWORD = 'another horse another staple';

test('a stranger who signs up with an address again and again does not keep its owner from a new password', async () => {
  const { email } = await newPerson(world);
  const stranger = browserOf(world);
  for (let tried = 0; tried < 8; tried++)
    await stranger.post('/portal/auth/sign-up/email', { name: 'Not me', email, password: PASSWORD });
  const owner = browserOf(world);
  expect((await owner.post('/portal/auth/request-password-reset', { email })).status).toBe(200);
  const { link = '' } = await portalOf(world).mails.waitFor(email, 'Choose a new password');
  const token = new URL(link).searchParams.get('token');
  const reset = await owner.post('/portal/auth/reset-password', { token, newPassword: OTHER_PASSWORD });
  expect(reset.status, reset.text).toBe(200);
  await portalOf(world).mails.waitFor(email, 'Your password was changed');
});

test('every change of a password is told, also after requests for links have used up what an address may get', async () => {
  const person = await newPerson(world);
  const stranger = browserOf(world);
  for (let tried = 0; tried < 8; tried++)
    await stranger.post('/portal/auth/request-password-reset', { email: person.email });
  const changes = [
    { currentPassword: PASSWORD, newPassword: OTHER_PASSWORD },
    { currentPassword: OTHER_PASSWORD, newPassword: PASSWORD },
  ];
  for (const change of changes) expect((await person.post('/portal/auth/change-password', change)).status).toBe(200);
  const { mails } = portalOf(world);
  await mails.waitFor(person.email, 'Your password was changed');
  await expect
    .poll(() => mails.list(person.email).filter(({ subject }) => subject === 'Your password was changed').length)
    .toBe(2);
  const links = mails.list(person.email).filter(({ subject }) => subject === 'Choose a new password');
  expect(links.length, 'and no mailbox is filled').toBeLessThanOrEqual(5);
});

test('an authenticator app that is set up or removed, and new backup codes, are told once each', async () => {
  const person = await newPerson(world);
  const { mails } = portalOf(world);
  const factor = await enableSecondFactor(person);
  await mails.waitFor(person.email, 'An authenticator app was added');
  const again = await person.post('/portal/auth/two-factor/verify-totp', { code: nextCodeOf(factor.totpURI) });
  expect(again.status, again.text).toBe(200);
  await stepUp(person, factor);
  for (const path of ['generate-backup-codes', 'disable']) {
    const changed = await person.post(`/portal/auth/two-factor/${path}`, { password: PASSWORD });
    expect(changed.status, changed.text).toBe(200);
  }
  await mails.waitFor(person.email, 'Your backup codes were replaced');
  await mails.waitFor(person.email, 'Your authenticator app was removed');
  const added = mails.list(person.email).filter(({ subject }) => subject === 'An authenticator app was added');
  expect(added, 'a code that is only checked changes nothing').toHaveLength(1);
});
