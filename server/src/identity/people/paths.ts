// The reachable part of the library: only these paths with these fields, whatever later versions add.

/** A change to how a person signs in. `app`: they set up an authenticator app. */
export type OwnChange = 'password' | 'app' | 'app_removed' | 'backup_codes';

export type Path = {
  method: 'GET' | 'POST';
  /** The fields of the body, or the parameters of the query, that are passed on. */
  takes: readonly string[];
  /** What can be guessed here; wrong guesses are counted. */
  guesses?: 'sign-in' | 'password' | 'code';
  /** The code works once, across all paths. The library alone would accept it again while it is valid. */
  spends?: true;
  /** The field with a new password, which must not be easy to guess. */
  setsPassword?: 'password' | 'newPassword';
  /** What it changes for a signed-in person, who is notified by email. */
  changes?: OwnChange;
  /** Needs a fresh second factor from people who have one: it adds, changes, removes or shows sign-in settings. */
  stepUp?: true;
  /** Always answers `{ status: true }`, so that it reveals nothing about an address. */
  sameAnswer?: true;
  /** Lets strangers in, so it exists only where sign-up is allowed. */
  signUp?: true;
  /** Its field `id` names a session of the caller. The library expects the token instead, which is never exposed. */
  namesSession?: true;
};

/** Every path under /portal/auth and /desk/auth. */
export const paths: Readonly<Record<string, Path>> = {
  '/sign-up/email': {
    method: 'POST',
    takes: ['name', 'email', 'password', 'callbackURL'],
    setsPassword: 'password',
    sameAnswer: true,
    signUp: true,
  },
  '/sign-in/email': { method: 'POST', takes: ['email', 'password'], guesses: 'sign-in' },
  '/sign-out': { method: 'POST', takes: [] },
  '/verify-email': { method: 'GET', takes: ['token'], sameAnswer: true },
  '/send-verification-email': { method: 'POST', takes: ['email', 'callbackURL'], sameAnswer: true },
  '/request-password-reset': { method: 'POST', takes: ['email'], sameAnswer: true },
  '/reset-password': { method: 'POST', takes: ['newPassword', 'token'], setsPassword: 'newPassword' },
  '/change-password': {
    method: 'POST',
    takes: ['newPassword', 'currentPassword', 'revokeOtherSessions'],
    guesses: 'password',
    setsPassword: 'newPassword',
    changes: 'password',
    stepUp: true,
  },
  '/get-session': { method: 'GET', takes: [] },
  '/list-sessions': { method: 'GET', takes: [] },
  '/revoke-session': { method: 'POST', takes: ['id'], namesSession: true },
  '/revoke-other-sessions': { method: 'POST', takes: [] },
  '/two-factor/enable': { method: 'POST', takes: ['password'], guesses: 'password', stepUp: true },
  '/two-factor/disable': {
    method: 'POST',
    takes: ['password'],
    guesses: 'password',
    changes: 'app_removed',
    stepUp: true,
  },
  '/two-factor/verify-totp': { method: 'POST', takes: ['code'], guesses: 'code', spends: true, changes: 'app' },
  '/two-factor/verify-backup-code': { method: 'POST', takes: ['code'], guesses: 'code' },
  '/two-factor/generate-backup-codes': {
    method: 'POST',
    takes: ['password'],
    guesses: 'password',
    changes: 'backup_codes',
    stepUp: true,
  },
  '/two-factor/get-totp-uri': { method: 'POST', takes: ['password'], guesses: 'password', stepUp: true },
};
