// Operators at the desk, as a browser makes them: a jar of cookies, the headers of our pages, real letters.
import { randomBytes } from 'node:crypto';
import { toId } from '@cardwright/server/ids.ts';
import { addOperator } from '@cardwright/server/operators/operators.ts';
import type { Mails } from '@cardwright/stack/mails.ts';
import { expect } from 'vitest';
import { type Browser, openBrowser } from '../browser.ts';
import { codeOf } from '../people/totp.ts';
import type { World } from '../world.ts';

export const PASSWORD = 'correct horse battery staple';

/** Someone who is signed in with a second factor. */
export type AtDesk = Browser & { id: string; uuid: string; email: string; name: string; stepUp(): Promise<void> };

/** Where the desk of a world is, and its letters. */
export const deskOf = ({ stack }: World): { url: string; mails: Mails } => {
  if (stack.deskUrl === undefined || stack.mails === undefined) throw new Error('this world has no desk');
  return { url: stack.deskUrl, mails: stack.mails };
};

/** A browser at the desk that nobody has signed in with. */
export const browserAt = (world: World): Browser => openBrowser(deskOf(world).url);

/** Adds an operator as the command line does, whom sign-in has never heard of. */
export async function addedOperator(
  world: World,
  name: string,
): Promise<{ uuid: string; email: string; name: string }> {
  const { rows } = await world.admin.query<{ id: string }>('select id from operators order by created_at limit 1');
  const email = `${randomBytes(6).toString('hex')}@desk.example`;
  const added = await addOperator({ ...world.tools, actor: { operatorId: rows[0]?.id ?? '' } }, { name, email });
  if (typeof added === 'string') throw new Error(`no operator was added: ${added}`);
  return { uuid: added.operator.id, email, name };
}

/** Chooses a password by the link of the letter, and signs in. */
export async function signInByLetter(world: World, browser: Browser, email: string): Promise<void> {
  const { link = '' } = await deskOf(world).mails.waitFor(email, /./);
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

type SecondFactor = { totpURI: string; backupCodes: string[] };

/** Sets up a second factor with the code of this moment, which works no more. */
export async function enableSecondFactor(browser: Browser): Promise<SecondFactor> {
  const enabled = await browser.post<SecondFactor>('/desk/auth/two-factor/enable', { password: PASSWORD });
  expect(enabled.status, enabled.text).toBe(200);
  const code = codeOf(enabled.body.totpURI);
  const verified = await browser.post('/desk/auth/two-factor/verify-totp', { code });
  expect(verified.status, verified.text).toBe(200);
  return enabled.body;
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
  const { backupCodes } = await enableSecondFactor(half);
  return {
    ...half,
    name,
    id: toId('operator', half.uuid),
    async stepUp() {
      const answer = await half.post('/desk/v1/step-up', { code: backupCodes.shift() });
      expect(answer.status, answer.text).toBe(200);
    },
  };
}
