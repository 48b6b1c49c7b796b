// Sign-up to verified company: the company, its members, and access control.
import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { newMember, newPerson, openCompany } from '../../server/tests/identity/people/person.ts';
import { bothHands, PHONE, type Visit, type Visitor } from './browser.ts';
import { type House, openHouse } from './house.ts';
import {
  approveCompany,
  confirmsIdentity,
  handIn,
  newAccount,
  newOwner,
  openFirstCompany,
  operatorAtDesk,
  PASSWORD,
  protect,
  type SecondFactor,
  signIn,
  signUp,
  signUpHere,
  uploads,
} from './people.ts';

/** Page data is stale by then, so it is fetched again on return. */
const LATER_MS = 60_000;

let house: House;
beforeAll(async () => {
  house = await openHouse('opening');
});
afterEach(() => house?.leave());
afterAll(() => house?.stop());

/** From the first visit to the email that confirms the verification. */
async function becomesVerified(name: string, picture: string, visit?: Visit): Promise<void> {
  const ida = newAccount('Ida Nord');
  const visitor = await house.stranger(visit);
  await signUp(house, visitor, ida);
  await signIn(visitor, ida.email);
  const company = await openFirstCompany(visitor, name);
  await visitor.sees(`${name} is not verified yet.`);
  await visitor.pictures(`${picture}-first-look`);
  await handIn(visitor, company);
  await visitor.pictures(`${picture}-handed-in`);

  const operator = await operatorAtDesk(house, 'Otto Operator', { hands: visit?.hands ?? 'mouse' });
  await approveCompany(operator, name);
  await operator.visitor.pictures(`${picture}-approved-at-the-desk`);
  const letter = await house.mails.waitFor(ida.email, `${name} is verified`);

  await visitor.opens(letter.link ?? '');
  await visitor.sees('Your company is verified');
  expect(await visitor.page.getByText('is not verified yet').count()).toBe(0);
  await visitor.isAccessible();
  await visitor.pictures(`${picture}-verified`);
}

test.for(bothHands)(
  'by %s: somebody signs up, hands in documents, an operator approves, and a letter says so',
  (hands) => becomesVerified(`Nordlicht ${hands} GmbH`, 'desktop', { hands }),
);

test('the same on a phone', () => becomesVerified('Taschenformat GmbH', 'phone', PHONE));

test('a verification saves itself, keeps text that could not be saved, and leads to what is missing', async () => {
  const person = await newPerson(house.world, { name: 'Ida Nord' });
  const company = await openCompany(house.world, person, { name: 'Halbfertig GmbH', approved: false });
  const owner = await house.enters(person, { hands: 'keyboard' });
  const hasFocus = (label: string) =>
    expect.poll(() => owner.page.getByLabel(label, { exact: true }).evaluate(isActive), { message: label }).toBe(true);
  await owner.opens(`/c/${company}/verification`);
  await owner.arrives('Verification');
  await owner.sees('Every API key, including sandbox keys, requires an approved verification.');
  await owner.follows('Legal name');
  await hasFocus('Legal name');
  await owner.types('Legal name', 'Halbfertig GmbH');
  await owner.sees('Saved');

  let isDown = true;
  owner.expects(/^50\d PUT \/portal\/v1\/verification\/fields$/);
  await owner.page.route('**/portal/v1/verification/fields', (route) =>
    isDown ? route.fulfill({ status: 500, json: { code: 'internal' } }) : route.continue(),
  );
  await owner.types('Registration number', 'HRB 40871');
  await owner.sees('Your changes aren’t saved yet.');
  isDown = false;
  await owner.types('Business', 'We build halves.'); // leaving a field tries again
  await owner.sees('Saved');

  owner.expects(/^400 PUT \/portal\/v1\/verification\/fields$/);
  await owner.types('Website', 'halbfertig.example');
  await owner.types('Full name of director 1', 'Ida Nord');
  await owner.sees('Enter an address that starts with https:// or http://.');
  await owner.presses('Add director');
  await hasFocus('Full name of director 2');
  await owner.types('Full name of director 2', 'Otto Nord');
  await owner.presses('Remove director 2');
  await hasFocus('Full name of director 1');
  await owner.types('Website', 'https://halbfertig.example');
  await owner.types('Date of birth of director 1', '1980');
  await owner.sees('Saved');
  await owner.opens(`/c/${company}/verification`);
  await owner.arrives('Verification');
  const kept = {
    'Legal name': 'Halbfertig GmbH',
    'Registration number': 'HRB 40871',
    Website: 'https://halbfertig.example',
    'Full name of director 1': 'Ida Nord',
    'Date of birth of director 1': '1980',
  };
  for (const [label, text] of Object.entries(kept))
    expect(await owner.page.getByLabel(label, { exact: true }).inputValue(), label).toBe(text);
  await owner.presses('Submit for review');
  await owner.sees('Upload this document.');
  await owner.sees('Enter a date, for example 1980-02-03.');
  await expect.poll(() => owner.page.locator('input#country').evaluate(isActive)).toBe(true);
});

const isActive = (element: { ownerDocument: { activeElement: unknown } }) =>
  element === element.ownerDocument.activeElement;

test('an operator rejects with a reason, and the owner submits again', async () => {
  const ida = newAccount('Ida Nord');
  const visitor = await house.stranger();
  await signUp(house, visitor, ida);
  await signIn(visitor, ida.email);
  const company = await openFirstCompany(visitor, 'Unlesbar GmbH');
  await handIn(visitor, company);
  const { visitor: desk } = await operatorAtDesk(house, 'Rita Rejects');
  await desk.follows(/^Verifications/);
  await desk.follows('Unlesbar GmbH');
  const { visitor: reader } = await operatorAtDesk(house, 'Rosa Reads');
  await reader.follows(/^Verifications/);
  await reader.follows('Unlesbar GmbH');
  await reader.presses('Approve company');
  await desk.presses('Reject company');
  await desk.types('Reason', 'The ownership chart cannot be read.', 'Reject verification');
  await desk.presses('Reject company', 'Reject verification');
  await desk.sees('Rejected. We’re emailing the owners.');
  const { text } = await house.mails.waitFor(ida.email, /couldn't be verified/);
  expect(text).toContain('The ownership chart cannot be read.');
  await visitor.page.reload();
  await visitor.sees('The ownership chart cannot be read.');
  await uploads(visitor, 'ownership_chart', 'readable.pdf');
  await visitor.presses('Submit for review');
  await visitor.presses('Submit for review', 'Submit verification');
  await visitor.sees('Under review');
  // The dialog stood open all the time, about what was read then.
  await reader.page.clock.setFixedTime(Date.now() + LATER_MS);
  await reader.page.evaluate("dispatchEvent(new Event('visibilitychange'))");
  await reader.sees('readable.pdf');
  expect(await reader.page.getByRole('dialog').count(), 'nobody approves what they have not read').toBe(0);
});

test('a colleague is invited by email, signs up with that address, returns to the invitation and joins', async () => {
  const { owner, company } = await newOwner(house, { name: 'Einladung GmbH' });
  const finn = newAccount('Finn Finance');
  const factor = await protect(owner, company);
  await owner.opens(`/c/${company}/team`);
  await owner.sees('Last owner');
  owner.expects(/^403 POST \/portal\/v1\/team\/invitations/);
  await owner.presses('Invite member');
  await owner.types('Email address', finn.email, 'Invite member');
  await owner.ticks('Finance', 'Invite member');
  await owner.presses('Send invitation', 'Invite member');
  await confirmsIdentity(owner, factor);
  await owner.sees(`Invitation sent to ${finn.email}.`);
  const { link = '' } = await house.mails.waitFor(finn.email, /You're invited/);

  const visitor = await house.stranger();
  visitor.expects(/^401 GET \/portal\/v1\/invitations\//);
  await visitor.opens(link);
  await visitor.follows('Create account');
  await visitor.arrives('Create your account');
  await signUpHere(house, visitor, finn);
  await signIn(visitor, finn.email);
  await visitor.sees('Ida Nord invited you to join Einladung GmbH.');
  await visitor.pictures('invited');
  await visitor.presses('Join Einladung GmbH');
  await visitor.arrives('Overview');
  await owner.page.reload();
  await owner.page
    .getByRole('row', { name: /Finn Finance/ })
    .getByText('Finance', { exact: true })
    .waitFor();
  await owner.pictures('team');
  await owner.isAccessible();
});

test('a viewer sees all data, and no actions', async () => {
  const { company, person } = await newOwner(house, { name: 'Zuschauer GmbH' });
  const viewer = await house.enters(await newMember(house.world, person, company, 'viewer'));
  await viewer.opens(`/c/${company}/sandbox/cards`);
  await viewer.sees('Ask an owner or a finance member to issue one.');
  expect(await viewer.page.getByRole('button', { name: 'Issue card' }).count()).toBe(0);
  await viewer.follows('Add funds');
  await viewer.sees('Your role can view invoices but not create them.');
  await viewer.follows('API keys');
  await viewer.sees('You don’t have access');
  await viewer.follows('Webhooks');
  await viewer.sees('You don’t have access');
  await viewer.follows('Events');
  await viewer.arrives('Events');
  await viewer.sees('You don’t have access');
  await viewer.follows('Team');
  await viewer.sees('Roles');
  expect(await viewer.page.getByRole('button', { name: 'Invite member' }).count()).toBe(0);
  await viewer.pictures('viewer');
});

/** Creates new backup codes, whose dialog closes only on confirmation; returns them. */
async function replacesBackupCodes(owner: Visitor, factor: SecondFactor): Promise<string[]> {
  const title = 'New backup codes';
  await owner.presses(title);
  await owner.types('Confirm your password', PASSWORD, title);
  owner.expects(/^403 POST \/portal\/auth\/two-factor\/generate-backup-codes$/);
  await owner.presses('Create new codes', title);
  await confirmsIdentity(owner, factor);
  await owner.sees('I’ve saved them', title);
  await owner.page.keyboard.press('Escape');
  const dialog = owner.page.getByRole('dialog', { name: title });
  expect(await dialog.getByRole('button', { name: 'Close', exact: true }).count()).toBe(0);
  const codes = await dialog.locator('code').allTextContents();
  const saved = owner.page.waitForEvent('download');
  await owner.presses('Download Backup codes', title);
  expect((await readFile(await (await saved).path(), 'utf8')).trim().split('\n')).toEqual(codes);
  await owner.presses('I’ve saved them', title);
  await owner.closed(title);
  return codes;
}

test('a second factor is set up, required at the next sign-in, and a backup code replaces the app', async () => {
  const { owner, company, person } = await newOwner(house);
  const factor = await protect(owner, company);
  await owner.isAccessible();
  factor.backupCodes = await replacesBackupCodes(owner, factor);
  const visitor = await house.stranger();
  for (const way of ['app', 'backup'] as const) {
    await visitor.opens('/sign-in');
    await signIn(visitor, person.email);
    await visitor.arrives('Two-factor authentication');
    if (way === 'backup') await visitor.presses('Use backup code');
    const code = way === 'app' ? factor.code() : (factor.backupCodes.shift() ?? '');
    await visitor.types(way === 'app' ? 'Code' : 'Backup code', code);
    if (way === 'backup') await visitor.presses('Continue'); // six digits submit themselves
    await visitor.arrives('Overview');
    await visitor.presses(/Account of/);
    await visitor.activates(visitor.page.getByRole('menuitem', { name: 'Sign out' }));
    await visitor.arrives('Sign in');
  }
});

test('an owner changes a role with the second factor, and the last owner cannot be changed', async () => {
  const { owner, company, person } = await newOwner(house, { name: 'Rollen GmbH' });
  await newMember(house.world, person, company, 'viewer');
  const factor = await protect(owner, company);
  await owner.opens(`/c/${company}/team`);
  await owner.sees('A company needs at least one owner.');
  owner.expects(/^403 PATCH \/portal\/v1\/team\/members\//);
  await owner.presses('Change role A viewer');
  const title = 'Change role of A viewer';
  await owner.ticks('Owner', title);
  await owner.presses('Change role', title);
  await confirmsIdentity(owner, factor);
  await owner.closed(title);
  await owner.presses('Remove Ida Nord');
  await owner.sees('You lose access to the company immediately.');
  expect(await owner.page.getByLabel('Revoke API keys that you created').isChecked()).toBe(true);
  await owner.presses('Remove member', 'Remove Ida Nord');
  await owner.arrives('Create your company');
});

test.each([
  'https://elsewhere.example/',
  '//elsewhere.example/',
  '/\\elsewhere.example/',
  '/\t/elsewhere.example/',
  'javascript:alert(1)',
])('nobody is led to %s by signing in', async (next) => {
  const { person } = await newOwner(house);
  const visitor = await house.stranger();
  await visitor.opens(`/sign-in?next=${encodeURIComponent(next)}`);
  await signIn(visitor, person.email);
  await visitor.arrives('Overview');
});

test('other sessions are ended; their page says so, and signing in returns to the same page', async () => {
  const { owner, company, person } = await newOwner(house);
  const elsewhere = await house.stranger();
  await elsewhere.opens('/sign-in');
  await signIn(elsewhere, person.email);
  await elsewhere.arrives('Overview');
  await elsewhere.follows('Statements');
  await elsewhere.arrives('Statements');
  await owner.opens(`/c/${company}/security`);
  await owner.presses('Sign out everywhere else');
  await owner.presses('Sign out everywhere else', 'Sign out everywhere else');
  await owner.sees('You’re signed in only on this device.');
  elsewhere.expects(/^401 /);
  await elsewhere.presses('Last month');
  await elsewhere.arrives('Sign in');
  await elsewhere.sees('Your session has ended.');
  await elsewhere.isAccessible();
  await elsewhere.pictures('session-ended');
  await signIn(elsewhere, person.email);
  await elsewhere.arrives('Statements');
  expect(elsewhere.page.url()).toMatch(/from=\d{4}-\d\d-01/);
});

test('a forgotten password is reset through the link of an email', async () => {
  const { person } = await newOwner(house);
  const visitor = await house.stranger();
  await visitor.opens('/sign-in');
  await visitor.follows('Forgot your password?');
  await visitor.arrives('Reset your password');
  await visitor.types('Email address', person.email);
  await visitor.presses('Send link');
  const { link = '' } = await house.mails.waitFor(person.email, 'Choose a new password');
  await visitor.opens(link);
  const next = `${PASSWORD}, another one`;
  await visitor.types('New password', next);
  await visitor.presses('Save password');
  await visitor.arrives('Password changed');
  await visitor.follows('Sign in');
  await signIn(visitor, person.email, next);
  await visitor.arrives('Overview');
});

// Wrong passwords also count for the network address, so this test must be the last: nobody can sign in after it.
test('after ten wrong passwords the page says how long to wait', async () => {
  const visitor = await house.stranger();
  visitor.expects(/^(401|429) POST \/portal\/auth\/sign-in\/email$/);
  await visitor.opens('/sign-in');
  await visitor.types('Email address', newAccount('Nobody').email);
  for (let guess = 1; guess <= 11; guess++) {
    await visitor.types('Password', `not the password ${guess}`);
    const answered = visitor.page.waitForResponse(/sign-in\/email/);
    await visitor.presses('Sign in');
    await answered;
  }
  await visitor.sees(/Wait \d+ minutes, then try again\./);
  await visitor.isAccessible();
  await visitor.pictures('locked-out');
});
