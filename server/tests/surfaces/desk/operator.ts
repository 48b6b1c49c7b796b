// Operators at the desk, through a test browser and real emails.
import { randomBytes } from 'node:crypto';
import { toId } from '@cardwright/server/foundation/ids.ts';
import { addOperator } from '@cardwright/server/identity/operators/operators.ts';
import type { Mails } from '@cardwright/stack/mails.ts';
import { agree } from '@cardwright/stack/operators.ts';
import { expect } from 'vitest';
import { type Browser, openBrowser } from '../../browser.ts';
import { codeOf } from '../../identity/people/totp.ts';
import type { World } from '../../world.ts';

export const PASSWORD = 'correct horse battery staple';

/** An operator signed in with a second factor. */
export type AtDesk = Browser & {
  id: string;
  uuid: string;
  email: string;
  name: string;
  /** The secret of their authenticator app. */
  totpUri: string;
  stepUp(): Promise<void>;
};

/** The response to an action that needs two people. */
export type Proposal = {
  id: string;
  action: string;
  subject: string;
  companyId: string | null;
  reviewId: string | null;
  details: Record<string, unknown>;
  effect: string[];
  state: string;
  mayApprove: boolean;
  whyNot: string | null;
};
export type Proposed = { proposal: Proposal };

/** An unused address. */
export const newAddress = (): string => `${randomBytes(6).toString('hex')}@desk.example`;

/** The desk's address in a world, and its emails. */
export const deskOf = ({ stack }: World): { url: string; mails: Mails } => {
  if (stack.deskUrl === undefined || stack.mails === undefined) throw new Error('this world has no desk');
  return { url: stack.deskUrl, mails: stack.mails };
};

/** A browser at the desk, not signed in. */
export const browserAt = (world: World): Browser => openBrowser(deskOf(world).url);

/** Adds an operator as the command line does, with an approval; they have no password yet. */
export async function addedOperator(
  world: World,
  name: string,
): Promise<{ uuid: string; email: string; name: string }> {
  const email = newAddress();
  await agree(world.tools, await addOperator(world.tools, { name, email, reason: 'made by a test' }));
  const { rows } = await world.admin.query<{ id: string }>('select id from operators where email = $1', [email]);
  return { uuid: rows[0]?.id ?? '', email, name };
}

/** Sets a password through the link of the email, and signs in. */
export async function signInByEmail(world: World, browser: Browser, email: string): Promise<void> {
  const { link = '' } = await deskOf(world).mails.waitFor(email, /password/);
  const token = new URL(link).searchParams.get('token');
  const reset = await browser.post('/desk/auth/reset-password', { newPassword: PASSWORD, token });
  expect(reset.status, reset.text).toBe(200);
  await signIn(browser, email);
}

/** Signs in with the password. */
export async function signIn(browser: Browser, email: string): Promise<void> {
  const signed = await browser.post('/desk/auth/sign-in/email', { email, password: PASSWORD });
  expect(signed.status, signed.text).toBe(200);
}

type SecondFactor = { totpURI: string; backupCodes: string[] /** The code that set it up. */; used: string };

/** Sets up a second factor with the current code, which is then used up. */
export async function enableSecondFactor(browser: Browser): Promise<SecondFactor> {
  const enabled = await browser.post<SecondFactor>('/desk/auth/two-factor/enable', { password: PASSWORD });
  expect(enabled.status, enabled.text).toBe(200);
  const code = codeOf(enabled.body.totpURI);
  const verified = await browser.post('/desk/auth/two-factor/verify-totp', { code });
  expect(verified.status, verified.text).toBe(200);
  return { ...enabled.body, used: code };
}

/** An operator without a second factor, signed in with their first password. */
export async function halfOperator(world: World, name: string): Promise<Browser & { uuid: string; email: string }> {
  const { email, uuid } = await addedOperator(world, name);
  const browser = browserAt(world);
  const asked = await browser.post('/desk/auth/request-password-reset', { email });
  expect(asked).toMatchObject({ status: 200, body: { status: true } });
  await signInByEmail(world, browser, email);
  return { ...browser, uuid, email };
}

/** An operator at the desk, with a second factor. */
export async function operatorAt(world: World, name: string): Promise<AtDesk> {
  const half = await halfOperator(world, name);
  const { backupCodes, totpURI } = await enableSecondFactor(half);
  return {
    ...half,
    name,
    totpUri: totpURI,
    id: toId('operator', half.uuid),
    async stepUp() {
      const answer = await half.post('/desk/v1/step-up', { code: backupCodes.shift() });
      expect(answer.status, answer.text).toBe(200);
    },
  };
}

/** Approves another operator's proposal with a fresh code, and returns the proposal. */
export async function approveAs(by: AtDesk, { proposal }: Proposed): Promise<Proposal> {
  await by.stepUp();
  const answer = await by.post<Proposal>(`/desk/v1/proposals/${proposal.id}/approve`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

/** Gives a code of the app. All attempt counters are cleared first, so that the current code works again. */
export async function giveCode(world: World, by: AtDesk): Promise<void> {
  const answer = await by.post('/desk/v1/step-up', { code: await freshCode(world, by) });
  expect(answer.status, answer.text).toBe(200);
}

/** An unused code of the app. */
export async function freshCode(world: World, { totpUri }: AtDesk): Promise<string> {
  await world.admin.query('delete from desk.attempts');
  return codeOf(totpUri);
}

/** Expires the last code of an operator. */
export const forgetCode = (world: World, { uuid }: AtDesk) =>
  world.admin.query('update desk.sessions set stepped_up_at = null where user_id = $1', [uuid]);
