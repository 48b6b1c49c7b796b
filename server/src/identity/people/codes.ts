// Checks second-factor codes again: in a session, or without one for holders of a token.
import { symmetricDecrypt } from 'better-auth/crypto';
import type { Clock } from '../../foundation/clock.ts';
import type { VersionedKeys } from '../../foundation/config.ts';
import { Refusal, refuse } from '../../foundation/refusals/refusals.ts';
import type { Db } from '../../platform/db/db.ts';
import { type Library, said } from './library.ts';
import { codesOf, type LockOut } from './lock-out.ts';
import { encryptionKeyOf } from './secrets.ts';
import type { Person, SessionHeaders } from './session.ts';
import { findSecret, hasApp, stepUpSession } from './sql.ts';
import { isCodeOf } from './totp.ts';

/** Reports the outcome of codes, for an audit log. */
export type OnCode = (userId: string, outcome: 'signed_in' | 'code_failed') => Promise<void>;

type Options = {
  db: Db;
  clock: Clock;
  library: Library;
  lockOut: LockOut;
  secrets: VersionedKeys;
  schema: 'people' | 'desk';
  onCode?: OnCode | undefined;
};

/** A code of an authenticator app; anything else can only be a backup code. */
const ofApp = /^\d{6}$/;

/** Checks codes by the same rules everywhere: at most ten wrong ones, and each authenticator code once. */
export function openCodes({ db, clock, library, lockOut, onCode, ...options }: Options) {
  const { api } = library.auth;
  const key = encryptionKeyOf(options);

  const check = async (userId: string, code: string, isRight: () => Promise<boolean>): Promise<boolean> => {
    await lockOut.take([codesOf(userId)]);
    const right = await noting(onCode, userId, async () => {
      if (ofApp.test(code)) await lockOut.spend(userId, code);
      return isRight();
    });
    if (!right) await onCode?.(userId, 'code_failed');
    return right;
  };

  return {
    async checkCode(person: Person, { cookie = '' }: SessionHeaders, code: string): Promise<boolean> {
      const { userId, sessionId } = person;
      if (!person.hasSecondFactor) refuse('second_factor_missing');
      const headers = new Headers({ cookie: library.resign(cookie) });
      const isRight = await check(userId, code, async () => {
        // In a session the library also takes codes of an app that was never set up to the end.
        if (!(await hasApp(db, userId))) return false;
        return ofApp.test(code)
          ? said(api.verifyTOTP({ body: { code }, headers }))
          : said(api.verifyBackupCode({ body: { code, disableSession: true }, headers }));
      });
      if (!isRight || !(await stepUpSession(db, sessionId, clock.now()))) return false;
      await lockOut.right([codesOf(userId)]);
      return true;
    },

    async checkCodeOfApp(userId: string, code: string): Promise<boolean> {
      const data = (await findSecret(db, userId)) ?? refuse('second_factor_missing');
      const isRight = await check(
        userId,
        code,
        async () => ofApp.test(code) && isCodeOf(await symmetricDecrypt({ key, data }), code, clock.now()),
      );
      if (isRight) await lockOut.right([codesOf(userId)]);
      return isRight;
    },
  };
}

/** Runs work that may be refused because of a code, such as a reused one, and reports the refusal. */
export async function noting<Result>(
  onCode: OnCode | undefined,
  userId: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal && error.code === 'invalid_code') await onCode?.(userId, 'code_failed');
    throw error;
  }
}
