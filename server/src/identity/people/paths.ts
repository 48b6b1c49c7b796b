// What of the library people can reach: these paths with these fields, and nothing else that it may ever bring along.

export type Path = {
  method: 'GET' | 'POST';
  /** The fields of the body, or the parameters of the query, that are handed on. */
  takes: readonly string[];
  /** What can be guessed here: wrong guesses are counted. */
  guesses?: 'sign-in' | 'password' | 'code';
  /** The code that it takes works once, here and anywhere. The library would take it again while its time lasts. */
  spends?: true;
  /** The field with a new password, which must not be easy to guess. */
  setsPassword?: 'password' | 'newPassword';
  /** Whoever is signed in changes their password, which a letter tells them. */
  changesPassword?: true;
  /** Needs a fresh code from people with a second factor: it changes, removes or shows how they sign in. */
  stepUp?: true;
  /** Its answer is `{ status: true }` and nothing else, whoever asked about whom. */
  sameAnswer?: true;
  /** Strangers get in by it, so only where they may. */
  signUp?: true;
  /** Its field `id` names a session of whoever asks. The library wants the token instead, which nobody is told. */
  namesSession?: true;
};

/** Every path behind /portal/auth and /desk/auth. */
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
    changesPassword: true,
    stepUp: true,
  },
  '/get-session': { method: 'GET', takes: [] },
  '/list-sessions': { method: 'GET', takes: [] },
  '/revoke-session': { method: 'POST', takes: ['id'], namesSession: true },
  '/revoke-other-sessions': { method: 'POST', takes: [] },
  '/two-factor/enable': { method: 'POST', takes: ['password'], guesses: 'password' },
  '/two-factor/disable': { method: 'POST', takes: ['password'], guesses: 'password', stepUp: true },
  '/two-factor/verify-totp': { method: 'POST', takes: ['code'], guesses: 'code', spends: true },
  '/two-factor/verify-backup-code': { method: 'POST', takes: ['code'], guesses: 'code' },
  '/two-factor/generate-backup-codes': { method: 'POST', takes: ['password'], guesses: 'password', stepUp: true },
  '/two-factor/get-totp-uri': { method: 'POST', takes: ['password'], guesses: 'password', stepUp: true },
};
