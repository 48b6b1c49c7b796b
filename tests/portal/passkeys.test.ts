// Passkeys in a real browser with a virtual authenticator: add, sign in, confirm and remove.
import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { newPerson, openCompany, PASSWORD } from '../../server/tests/identity/people/person.ts';
import { PHONE, type Visit, type Visitor } from './browser.ts';
import { type House, openHouse } from './house.ts';
import { look, rests } from './looking.ts';
import { setUpApp } from './people.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse('passkeys', { named: true });
});
afterEach(() => house.leave());
afterAll(() => house?.stop());

/** Gives the visitor's browser a built-in authenticator that recognizes its owner. */
async function withAuthenticator({ page }: Visitor): Promise<{ count(): Promise<number> }> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    count: async () => (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
  };
}

/** A person at their security page. */
async function atSecurity(visit: Visit = {}) {
  const person = await newPerson(house.world, { name: 'Pia Passkey' });
  const company = await openCompany(house.world, person, { name: `Passkeys ${randomBytes(3).toString('hex')} Ltd` });
  const visitor = await house.enters(person, visit);
  const authenticator = await withAuthenticator(visitor);
  await visitor.opens(`/c/${company}/security`);
  await visitor.arrives('Security');
  return { person, company, visitor, authenticator };
}

async function adds(visitor: Visitor, name: string): Promise<void> {
  await visitor.presses('Add passkey');
  await visitor.types('Name', name, 'Add passkey');
  await visitor.types('Confirm your password', PASSWORD, 'Add passkey');
  await visitor.presses('Continue', 'Add passkey');
}

/** Ends the session of the browser, as a person who signs out. */
async function signsOut({ page }: Visitor): Promise<void> {
  await page.context().clearCookies();
}

/** Checks light and dark, desktop and phone, and takes pictures of them. */
async function looks({ page }: Visitor, state: string): Promise<void> {
  await rests(page);
  expect(await look(page, { name: `passkeys-${state}` }), state).toEqual([]);
}

const allowing = (visitor: Visitor) => {
  visitor.expects(/^403 (POST|DELETE) \/portal\/v1\/passkeys/); // asks for the second factor, and is sent again
};

test('a person adds a passkey, signs in with it in both ways, confirms with it, and removes it', async () => {
  const { person, company, visitor, authenticator } = await atSecurity();
  allowing(visitor);
  await looks(visitor, 'none');
  await visitor.presses('Add passkey');
  await visitor.sees('Helps you tell your passkeys apart.', 'Add passkey');
  await looks(visitor, 'add');
  await visitor.leaves('Add passkey');
  await adds(visitor, 'Work laptop');
  await visitor.sees('Passkey added.');
  await visitor.sees('Work laptop');
  await visitor.sees('This is your only second factor.');
  expect(await authenticator.count()).toBe(1);
  await looks(visitor, 'added');

  await signsOut(visitor);
  await visitor.opens('/sign-in');
  await visitor.types('Email address', person.email);
  await visitor.types('Password', PASSWORD);
  await visitor.presses('Sign in');
  await visitor.arrives('Two-factor authentication');
  await visitor.sees('Your device asks for your fingerprint, face or PIN.');
  await looks(visitor, 'second-factor');
  await visitor.presses('Use passkey');
  await visitor.arrives('Overview');

  await signsOut(visitor);
  await visitor.opens('/sign-in');
  await looks(visitor, 'sign-in');
  await visitor.presses('Sign in with a passkey');
  await visitor.arrives('Overview');

  await visitor.opens(`/c/${company}/security`);
  await visitor.presses('Remove Work laptop');
  await visitor.sees('It’s your only second factor', 'Remove passkey');
  await looks(visitor, 'remove');
  await visitor.presses('Remove passkey', 'Remove passkey');
  await visitor.sees('We won’t ask again for five minutes.', 'Confirm it’s you');
  await looks(visitor, 'step-up');
  await visitor.presses('Use passkey', 'Confirm it’s you');
  await visitor.closed('Remove passkey');
  await visitor.sees('It isn’t enough on its own.');
  const { body } = await person.get<{ data: unknown[] }>('/portal/v1/passkeys');
  expect(body.data).toEqual([]);
});

test('a device has one passkey of a person, and a canceled dialog changes nothing', async () => {
  const { visitor, authenticator } = await atSecurity(PHONE);
  allowing(visitor);
  await adds(visitor, 'Phone');
  await visitor.sees('Passkey added.');
  await adds(visitor, 'Phone again');
  await visitor.presses('Use passkey', 'Confirm it’s you');
  await visitor.sees('This device already has a passkey for your account.', 'Add passkey');
  await visitor.leaves('Add passkey');
  await visitor.closed('Add passkey');
  expect(await authenticator.count()).toBe(1);
  await visitor.isAccessible();
  await visitor.pictures('phone');
});

test('a browser without a passkey can sign in with a code instead', async () => {
  const { person, visitor } = await atSecurity();
  allowing(visitor);
  await adds(visitor, 'Laptop');
  await visitor.sees('Passkey added.');
  await visitor.presses('Set up authenticator app');
  await visitor.types('Confirm your password', PASSWORD);
  visitor.expects(/^403 POST \/portal\/auth\/two-factor\/enable$/);
  await visitor.presses('Continue', 'Set up two-factor authentication');
  await visitor.presses('Use passkey', 'Confirm it’s you');
  const { backupCodes } = await setUpApp(visitor);
  await visitor.sees('need a passkey or a code from your authenticator app');

  const elsewhere = await house.stranger();
  await elsewhere.opens('/sign-in');
  await elsewhere.types('Email address', person.email);
  await elsewhere.types('Password', PASSWORD);
  await elsewhere.presses('Sign in');
  await elsewhere.arrives('Two-factor authentication');
  await elsewhere.presses('Use code instead');
  await elsewhere.presses('Use backup code');
  await elsewhere.types('Backup code', backupCodes[0] ?? '');
  await elsewhere.presses('Continue');
  await elsewhere.arrives('Overview');
});
