// Sign-in: no other site can make a browser do any of it, and a session alone cannot remove a second factor.
import type { Ask } from '../harness/ask.ts';
import type { Context } from '../harness/proof.ts';
import type { Caller } from './callers.ts';
import { shown } from './cells.ts';
import { crossings, withHeaders } from './matrix.ts';
import { type Door, ownHeaders, PASSWORD } from './people.ts';

/** Writes for people who are signed in or who sign in. */
const posts = [
  'sign-up/email',
  'sign-in/email',
  'sign-out',
  'send-verification-email',
  'request-password-reset',
  'reset-password',
  'change-password',
  'revoke-session',
  'revoke-other-sessions',
  'two-factor/enable',
  'two-factor/disable',
  'two-factor/verify-totp',
  'two-factor/verify-backup-code',
  'two-factor/generate-backup-codes',
  'two-factor/get-totp-uri',
  'passkey',
  'passkey/options',
];

/** Adds, changes, removes or shows a person's means of sign-in. */
const needCode = [
  'change-password',
  'two-factor/enable',
  'two-factor/disable',
  'two-factor/generate-backup-codes',
  'two-factor/get-totp-uri',
];

/** Sends all of them, signed in and without a fresh code. Returns the number of requests. */
export async function askSignIn(context: Context, door: Door, caller: Caller): Promise<number> {
  const askOf = (path: string): Ask => ({
    method: 'POST',
    path: `${door.at}/auth/${path}`,
    headers: { ...ownHeaders(door), ...caller.headers },
    body: { password: PASSWORD },
  });
  const expect = async (ask: Ask, expected: string) => {
    const found = shown(await door.client.ask(ask));
    if (found !== expected)
      context.violation(`${ask.path} answers ${found} and not ${expected}`, { caller: caller.name });
  };
  for (const path of posts) {
    for (const changes of crossings) await expect(withHeaders(askOf(path), changes), '403 cross_site');
  }
  for (const path of needCode) await expect(askOf(path), '403 second_factor_needed');
  return posts.length * crossings.length + needCode.length;
}
