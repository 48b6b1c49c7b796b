// Actions of people at both sites, through the pages: sign up, sign in, set up a second factor, submit, decide.
import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import {
  newEmail,
  newPerson,
  openCompany,
  PASSWORD,
  type SignedIn,
} from '../../server/tests/identity/people/person.ts';
import { codeOf, nextCodeOf } from '../../server/tests/identity/people/totp.ts';
import { addedOperator } from '../../server/tests/surfaces/desk/operator.ts';
import type { Visit, Visitor } from './browser.ts';
import type { House } from './house.ts';

export { PASSWORD };

export type Account = { name: string; email: string };

/** A new person. */
export const newAccount = (name: string): Account => ({ name, email: newEmail() });

/** Signs up and confirms the address with the link of the email. */
export async function signUp(house: House, visitor: Visitor, account: Account): Promise<void> {
  await visitor.opens('/sign-up');
  await signUpHere(house, visitor, account);
}

/** The same on the open page. */
export async function signUpHere({ mails }: House, visitor: Visitor, { name, email }: Account): Promise<void> {
  await visitor.types('Your name', name);
  await visitor.types('Email address', email);
  await visitor.types('Password', PASSWORD);
  await visitor.presses('Create account');
  await visitor.arrives('Check your email');
  const { link = '' } = await mails.waitFor(email, 'Confirm your email address');
  await visitor.opens(link);
  await visitor.arrives('Email confirmed');
  await visitor.follows('Sign in');
}

/** Fills in the sign-in form of the open page. */
export async function signIn(visitor: Visitor, email: string, password = PASSWORD): Promise<void> {
  await visitor.types('Email address', email);
  await visitor.types('Password', password);
  await visitor.presses('Sign in');
}

/** Creates the first company of a person who has just signed in; returns its id. */
export async function openFirstCompany(visitor: Visitor, name: string): Promise<string> {
  await visitor.arrives('Create your company');
  await visitor.types('Company name', name);
  await visitor.presses('Create company');
  await visitor.arrives('Overview');
  return companyOf(visitor);
}

/** The company id in the URL. */
const companyOf = (visitor: Visitor): string => new URL(visitor.page.url()).pathname.split('/')[2] ?? '';

const answers = {
  'Legal name': 'Nordlicht Reisen GmbH',
  'Registration number': 'HRB 40871',
  Address: 'Hafenstraße 12, 20457 Hamburg',
  Website: 'https://nordlicht.example',
  Business: 'We book journeys for small firms and pay for them by card.',
  'Expected monthly volume': '40,000',
  'Full name of director 1': 'Ida Nord',
  'Date of birth of director 1': '1980-02-03',
  'Full name of owner 1': 'Ida Nord',
  'Date of birth of owner 1': '1980-02-03',
  'Share of owner 1': '100',
};

const documents = ['certificate_of_incorporation', 'proof_of_address', 'ownership_chart', 'director_id'];

/** A minimal document. */
const scan = (name: string) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(`%PDF-1.4\n% ${name}\n%%EOF\n`),
});

/** Uploads a document to its slot, replacing an earlier one. */
export async function uploads(visitor: Visitor, slot: string, name = `${slot}.pdf`): Promise<void> {
  const place = visitor.page.locator(`#${slot}`);
  const asked = visitor.page.waitForEvent('filechooser'); // which belongs to the browser, not to the page
  await visitor.activates(place.getByRole('button', { name: /^(Choose|Replace)/ }));
  await (await asked).setFiles(scan(name));
  await place.getByText(name).waitFor();
  await visitor.sees(name);
}

/** Fills in the verification of a company, uploads its documents and submits it. */
export async function handIn(visitor: Visitor, company: string): Promise<void> {
  await visitor.opens(`/c/${company}/verification`);
  await visitor.arrives('Verification');
  for (const [label, answer] of Object.entries(answers)) await visitor.types(label, answer);
  await visitor.picks('Country', 'Germany');
  await visitor.sees('Saved');
  for (const slot of documents) await uploads(visitor, slot);
  await visitor.sees('Everything is complete. Submit it when you’re ready.');
  await visitor.presses('Submit for review');
  await visitor.presses('Submit for review', 'Submit verification');
  await visitor.sees('Under review');
}

export type SecondFactor = {
  /** The app's next code, which is already valid: setup used the current one, and each works once. */
  code(): string;
  /** Each works once. */
  backupCodes: string[];
};

/** Sets up a second factor in the open form; the caller checks where it ends. */
export async function setUpSecondFactor(visitor: Visitor): Promise<SecondFactor> {
  await visitor.types('Confirm your password', PASSWORD);
  await visitor.presses('Continue');
  return setUpApp(visitor);
}

/** The same after the password. */
export async function setUpApp(visitor: Visitor): Promise<SecondFactor> {
  await visitor.sees('Scan the QR code');
  const app = `otpauth://totp/it?secret=${await visitor.page.locator('code').textContent()}`;
  await visitor.presses('Continue');
  await visitor.sees('Enter the code from your app');
  await visitor.types('Code', codeOf(app)); // the sixth digit submits it
  await visitor.sees('Save your backup codes');
  const backupCodes = await visitor.page.locator('code').allTextContents();
  await visitor.presses('I’ve saved them');
  return { code: () => nextCodeOf(app), backupCodes };
}

/** Sets up a person's second factor at the portal. */
export async function protect(visitor: Visitor, company: string): Promise<SecondFactor> {
  await visitor.opens(`/c/${company}/security`);
  await visitor.presses('Set up');
  const factor = await setUpSecondFactor(visitor);
  await visitor.sees('Signing in and sensitive actions need a code');
  return factor;
}

const STEP_UP = 'Confirm it’s you';

/** Gives a code of the second factor. A backup code works at any time, once. */
export async function confirmsIdentity(
  visitor: Visitor,
  { backupCodes }: Pick<SecondFactor, 'backupCodes'>,
): Promise<void> {
  await visitor.types('Authenticator code or backup code', backupCodes.shift() ?? '', STEP_UP);
  await visitor.presses('Confirm', STEP_UP);
  await visitor.closed(STEP_UP);
}

/** A signed-in person with a verified company, for journeys that start there. */
export async function newOwner(
  house: House,
  { name = 'Nordlicht Reisen GmbH', visit }: { name?: string; visit?: Visit } = {},
): Promise<{ owner: Visitor; company: string; person: SignedIn }> {
  const person = await newPerson(house.world, { name: 'Ida Nord' });
  const company = await openCompany(house.world, person, { name });
  return { owner: await house.enters(person, visit), company, person };
}

/** Credits sandbox funds to a company through the API. */
export async function creditSandbox(person: SignedIn, company: string, amount: string): Promise<void> {
  const headers = { 'idempotency-key': randomBytes(12).toString('hex') };
  const scope = { company, environment: 'sandbox', headers } as const;
  const answer = await person.post('/api/v1/sandbox/funding', { amount }, scope);
  expect(answer.status, answer.text).toBe(200);
}

/** Advances the sandbox clock of a company through the API. */
export async function advanceClock(person: SignedIn, company: string, seconds: number): Promise<void> {
  const answer = await person.post('/api/v1/sandbox/clock/advance', { seconds }, { company, environment: 'sandbox' });
  expect(answer.status, answer.text).toBe(200);
}

export type Operator = { visitor: Visitor; factor: SecondFactor; email: string };

/** The desk's address, and the emails of operators. */
type Desk = Pick<House, 'atDesk' | 'mails'>;

/** Takes an operator from the first email to the open desk, with password and second factor. */
export async function operatorAtDesk(house: House, name: string, visit?: Visit): Promise<Operator> {
  const { email } = await addedOperator(house.world, name);
  return firstTimeAtDesk(house, email, visit);
}

/** The same for an existing operator who has never signed in. */
export async function firstTimeAtDesk(desk: Desk, email: string, visit?: Visit): Promise<Operator> {
  const visitor = await desk.atDesk(visit);
  await asksForPassword(visitor, email);
  const { link = '' } = await desk.mails.waitFor(email, /password/);
  await visitor.opens(link);
  await visitor.types('New password', PASSWORD);
  await visitor.presses('Save password');
  await visitor.arrives('Password changed');
  await visitor.follows('Sign in');
  await signIn(visitor, email);
  await visitor.arrives('Set up two-factor authentication');
  const factor = await setUpSecondFactor(visitor);
  await visitor.arrives('Status');
  return { visitor, factor, email };
}

/** Requests the link to a first password. The desk gives the same answer to everybody. */
export async function asksForPassword(visitor: Visitor, email: string): Promise<void> {
  await visitor.opens('/');
  await visitor.arrives('Sign in to the desk');
  await visitor.follows('First time here, or forgot your password?');
  await visitor.arrives('Set your password');
  await visitor.types('Email address', email);
  await visitor.presses('Send link');
  await visitor.arrives('Check your email');
}

/** Approves a company's submission at the desk. */
export async function approveCompany({ visitor, factor }: Operator, name: string): Promise<void> {
  await visitor.follows(/^Verifications/);
  await visitor.follows(name);
  await visitor.arrives(name);
  await visitor.presses('Approve company');
  await visitor.types('Reason', 'Register and documents agree.', 'Approve verification');
  visitor.expects(/^403 POST \/desk\/v1\/verifications\/.*\/approve$/); // which asks for the second factor
  await visitor.presses('Approve company', 'Approve verification');
  await confirmsIdentity(visitor, factor);
  await visitor.sees('Approved. We’re emailing the owners.');
}
