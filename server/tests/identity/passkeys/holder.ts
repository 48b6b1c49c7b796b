// People with passkeys, over HTTP.
import { expect } from 'vitest';
import type { Browser } from '../../browser.ts';
import type { Answer } from '../../client.ts';
import type { World } from '../../world.ts';
import { browserOf, PASSWORD, portalOf, type SignedIn } from '../people/person.ts';
import {
  type Authenticator,
  type CreationOptions,
  type Lies,
  newAuthenticator,
  type RequestOptions,
} from './authenticator.ts';

type Step = 'second_factor' | 'sign_in';

export const refusedPasskey = { status: 400, body: { code: 'passkey_refused' } };

/** Asks for the options of a new passkey. */
export const beginPasskey = (person: Browser, password = PASSWORD) =>
  person.post<CreationOptions>('/portal/v1/passkeys/options', { password });

/** Adds a passkey of a new authenticator. */
export async function addPasskey(
  world: World,
  person: SignedIn,
  { name = 'Laptop', counts = true } = {},
): Promise<Authenticator & { passkeyId: string }> {
  const authenticator = newAuthenticator(portalOf(world).url, { counts });
  const begun = await beginPasskey(person);
  expect(begun.status, begun.text).toBe(200);
  const credential = authenticator.create(begun.body);
  const added = await person.post<{ id: string }>('/portal/v1/passkeys', { name, credential });
  expect(added.status, added.text).toBe(201);
  return { ...authenticator, passkeyId: added.body.id };
}

/** Gives the password in a new browser; the second factor is pending. */
export async function afterPassword(world: World, { email }: SignedIn): Promise<Browser> {
  const browser = browserOf(world);
  const answer = await browser.post('/portal/auth/sign-in/email', { email, password: PASSWORD });
  expect(answer).toMatchObject({ status: 200, body: { twoFactorRedirect: true } });
  return browser;
}

/** The options of a sign-in. */
export async function beginSignIn(browser: Browser, step: Step): Promise<RequestOptions> {
  const begun = await browser.post<RequestOptions>('/portal/auth/passkey/options', { step });
  expect(begun.status, begun.text).toBe(200);
  return begun.body;
}

/** Signs in with a passkey. */
export async function signInBy(
  browser: Browser,
  authenticator: Authenticator,
  step: Step,
  lies: Lies = {},
): Promise<Answer<Record<string, unknown>>> {
  const credential = authenticator.use(await beginSignIn(browser, step), lies);
  return browser.post('/portal/auth/passkey', { step, credential });
}

/** Confirms with a passkey. */
export async function stepUpBy(
  person: Browser,
  authenticator: Authenticator,
  lies: Lies = {},
): Promise<Answer<Record<string, unknown>>> {
  const begun = await person.post<RequestOptions>('/portal/v1/step-up/options');
  expect(begun.status, begun.text).toBe(200);
  return person.post('/portal/v1/step-up/passkey', { credential: authenticator.use(begun.body, lies) });
}
