// Operators at the desk, as a browser makes them: a jar of cookies, the headers of our pages, real letters.
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

/** Someone who is signed in with a second factor. */
export type AtDesk = Browser & {
  id: string;
  uuid: string;
  email: string;
  name: string;
  /** What their authenticator app knows. */
  totpUri: string;
  stepUp(): Promise<void>;
};

/** What an act that needs two people answers. */
export type Proposal = {
  id: string;
  act: string;
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

/** An address that nobody has. */
export const newAddress = (): string => `${randomBytes(6).toString('hex')}@desk.example`;

/** Where the desk of a world is, and its letters. */
export const deskOf = ({ stack }: World): { url: string; mails: Mails } => {
  if (stack.deskUrl === undefined || stack.mails === undefined) throw new Error('this world has no desk');
  return { url: stack.deskUrl, mails: stack.mails };
};

/** A browser at the desk that nobody has signed in with. */
export const browserAt = (world: World): Browser => openBrowser(deskOf(world).url);

/** Adds an operator as the command line does, with another one who approves; sign-in has never heard of them. */
export async function addedOperator(
  world: World,
  name: string,
): Promise<{ uuid: string; email: string; name: string }> {
  const email = newAddress();
  await agree(world.tools, await addOperator(world.tools, { name, email, reason: 'made by a test' }));
  const { rows } = await world.admin.query<{ id: string }>('select id from operators where email = $1', [email]);
  return { uuid: rows[0]?.id ?? '', email, name };
}

/** Chooses a password by the link of the letter, and signs in. */
export async function signInByLetter(world: World, browser: Browser, email: string): Promise<void> {
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

/** Sets up a second factor with the code of this moment, which works no more. */
export async function enableSecondFactor(browser: Browser): Promise<SecondFactor> {
  const enabled = await browser.post<SecondFactor>('/desk/auth/two-factor/enable', { password: PASSWORD });
  expect(enabled.status, enabled.text).toBe(200);
  const code = codeOf(enabled.body.totpURI);
  const verified = await browser.post('/desk/auth/two-factor/verify-totp', { code });
  expect(verified.status, verified.text).toBe(200);
  return { ...enabled.body, used: code };
}

/** An operator without a second factor yet: they asked for their first password and signed in with it. */
export async function halfOperator(world: World, name: string): Promise<Browser & { uuid: string; email: string }> {
  const { email, uuid } = await addedOperator(world, name);
  const browser = browserAt(world);
  const asked = await browser.post('/desk/auth/request-password-reset', { email });
  expect(asked).toMatchObject({ status: 200, body: { status: true } });
  await signInByLetter(world, browser, email);
  return { ...browser, uuid, email };
}

/** An operator at the desk, second factor and all. */
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

/** Approves what another operator proposed, with a fresh code, and answers the proposal. */
export async function approveAs(by: AtDesk, { proposal }: Proposed): Promise<Proposal> {
  await by.stepUp();
  const answer = await by.post<Proposal>(`/desk/v1/proposals/${proposal.id}/approve`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

/** Gives a code of the app. Every count of tries is forgotten first, so that a code of this moment works again. */
export async function giveCode(world: World, by: AtDesk): Promise<void> {
  const answer = await by.post('/desk/v1/step-up', { code: await freshCode(world, by) });
  expect(answer.status, answer.text).toBe(200);
}

/** A code of the app that was not given before. */
export async function freshCode(world: World, { totpUri }: AtDesk): Promise<string> {
  await world.admin.query('delete from desk.attempts');
  return codeOf(totpUri);
}

/** Lets the last code of an operator be too old. */
export const forgetCode = (world: World, { uuid }: AtDesk) =>
  world.admin.query('update desk.sessions set stepped_up_at = null where user_id = $1', [uuid]);
