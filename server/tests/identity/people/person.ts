// People of the portal, through a test browser and real emails.
import { randomBytes } from 'node:crypto';
import { fromId, newUuid, toId } from '@cardwright/server/foundation/ids.ts';
import { verifyCompany } from '@cardwright/server/identity/companies/manage.ts';
import type { Role } from '@cardwright/server/identity/people/actions.ts';
import type { Mails } from '@cardwright/stack/mails.ts';
import { expect } from 'vitest';
import { type Browser, openBrowser } from '../../browser.ts';
import type { World } from '../../world.ts';
import { codeOf } from './totp.ts';

export const PASSWORD = 'correct horse battery staple';

/** The portal's address in a world, and its emails. */
export const portalOf = ({ stack }: World): { url: string; mails: Mails } => {
  if (stack.portalUrl === undefined || stack.mails === undefined) throw new Error('this world has no portal');
  return { url: stack.portalUrl, mails: stack.mails };
};

/** A browser at the portal, not signed in. */
export const browserOf = (world: World): Browser => openBrowser(portalOf(world).url);

export type SignedIn = Browser & { email: string; name: string; userId: string };

/** An unused address. */
export const newEmail = () => `${randomBytes(6).toString('hex')}@people.example`;

/** Signs up, opens the link of the email and signs in. */
export async function newPerson(world: World, { name = 'Pat Person', email = newEmail() } = {}): Promise<SignedIn> {
  const browser = browserOf(world);
  expect((await browser.post('/portal/auth/sign-up/email', { name, email, password: PASSWORD })).status).toBe(200);
  await verifyAddress(world, browser, email);
  await signIn(browser, email);
  const { body } = await browser.get<{ user: { id: string } }>('/portal/v1/me');
  return { ...browser, email, name, userId: body.user.id };
}

/** Opens the link of the email to an address. */
export async function verifyAddress(world: World, browser: Browser, email: string): Promise<void> {
  const { link = '' } = await portalOf(world).mails.waitFor(email, 'Confirm your email address');
  const token = new URL(link).searchParams.get('token') ?? '';
  const answer = await browser.get(`/portal/auth/verify-email?token=${encodeURIComponent(token)}`);
  expect(answer.status, answer.text).toBe(200);
}

/** Signs in with a password. */
export async function signIn(browser: Browser, email: string, password = PASSWORD): Promise<void> {
  const answer = await browser.post('/portal/auth/sign-in/email', { email, password });
  expect(answer.status, answer.text).toBe(200);
}

/** Creates a company for a person; an operator approves it by default. Returns its public id. */
export async function openCompany(
  world: World,
  person: Browser,
  { approved = true, name = 'Opened Ltd' } = {},
): Promise<string> {
  const opened = await person.post<{ id: string }>('/portal/v1/companies', { name, kind: 'corporate' });
  expect(opened.status, opened.text).toBe(201);
  const companyId = fromId('company', opened.body.id) ?? '';
  if (approved) await verifyCompany(world.tools, companyId, { verification: 'approved', reason: 'made by a test' });
  return toId('company', companyId);
}

/** Invites a new person to a company as an owner, without the owner's second factor; the person accepts. */
export async function newMember(world: World, owner: Browser, company: string, role: Role): Promise<SignedIn> {
  const email = newEmail();
  const { body } = await owner.get<{ user: { id: string } }>('/portal/v1/me');
  const id = newUuid(new Date());
  const { rows } = await world.admin.query(
    `select invite_member($1, $2, $3, $4, $5, now(), now() + interval '1 day', 100) as refusal`,
    [fromId('user', body.user.id), fromId('company', company), id, email, role],
  );
  expect(rows).toEqual([{ refusal: null }]);
  const person = await newPerson(world, { email, name: `A ${role}` });
  const accepted = await person.post(`/portal/v1/invitations/${toId('invitation', id)}/accept`, undefined);
  expect(accepted.status, accepted.text).toBe(200);
  return person;
}

export type SecondFactor = {
  totpURI: string;
  backupCodes: string[];
  /** The code used for setup, no longer valid. */
  used: string;
};

/** Sets up a second factor. */
export async function enableSecondFactor(person: Browser): Promise<SecondFactor> {
  const enabled = await person.post<Omit<SecondFactor, 'used'>>('/portal/auth/two-factor/enable', {
    password: PASSWORD,
  });
  expect(enabled.status, enabled.text).toBe(200);
  const used = codeOf(enabled.body.totpURI);
  const verified = await person.post('/portal/auth/two-factor/verify-totp', { code: used });
  expect(verified.status, verified.text).toBe(200);
  return { ...enabled.body, used };
}

/** Gives a backup code, which works at any time, once. */
export async function stepUp(person: Browser, { backupCodes }: SecondFactor): Promise<void> {
  const answer = await person.post('/portal/v1/step-up', { code: backupCodes.shift() });
  expect(answer.status, answer.text).toBe(200);
}
