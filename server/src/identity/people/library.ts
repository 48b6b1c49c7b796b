// The library that signs people in, set up for one of the two schemas. Only this file and `auth.ts` know of it.
import { type BetterAuthPlugin, betterAuth } from 'better-auth';
import { createAuthEndpoint } from 'better-auth/api';
import { twoFactor } from 'better-auth/plugins/two-factor';
import pg from 'pg';
import type { Clock } from '../../foundation/clock.ts';
import type { VersionedKeys } from '../../foundation/config.ts';
import { newUuid } from '../../foundation/ids.ts';
import { searchPath } from '../../platform/db/db.ts';
import { fields, twoFactorFields } from './fields.ts';
import { hashPassword, isPassword, LONGEST_PASSWORD, SHORTEST_PASSWORD } from './passwords.ts';
import { derivedSecrets, openResigner, settingsOf } from './secrets.ts';
import type { SessionHeaders } from './session.ts';

/** From signing in to the end of the session, whatever happens between: a working day, and for operators a shift. */
const SESSION_SECONDS = { people: 12 * 3_600, desk: 8 * 3_600 } as const;

/** Links in letters work this long. */
const LINK_SECONDS = 3_600;

/** The header by which the address of a client reaches the library; whatever a client sends under it is replaced. */
export const ADDRESS_HEADER = 'x-cardwright-address';

/** A statement of signing in is a look-up or two; longer is a database that does not answer. */
const STATEMENT_TIMEOUT_MS = 5_000;

export type LibraryOptions = {
  url: string;
  schema: 'people' | 'desk';
  basePath: string;
  publicUrl: string;
  secrets: VersionedKeys;
  signUp: boolean;
  connections: number;
  clock: Clock;
  onError: (error: unknown) => void;
  /** What happens is told to these; each sends a letter, or not. */
  onVerify(user: To, token: string, next: string): Promise<void>;
  onKnown(user: To): Promise<void>;
  onReset(user: To & { id: string }, token: string): Promise<void>;
  onPasswordReset(user: To): Promise<void>;
  /** False keeps a session from being made. */
  maySignIn(userId: string): Promise<boolean>;
};

type To = { name: string; email: string };

export type Library = ReturnType<typeof openLibrary>;

/** Opens the library on a pool of its own. */
export function openLibrary(options: LibraryOptions) {
  const pool = openPool(options);
  const derived = derivedSecrets(options);
  const resign = openResigner(derived);
  const secure = options.publicUrl.startsWith('https://');
  const auth = betterAuth({
    ...fields,
    appName: 'Cardwright',
    baseURL: options.publicUrl,
    basePath: options.basePath,
    trustedOrigins: [options.publicUrl],
    ...settingsOf(derived),
    database: pool,
    telemetry: { enabled: false },
    logger: { disabled: true }, // it would log addresses; what goes wrong is answered or thrown
    rateLimit: { enabled: false }, // `lock-out.ts` counts, in the database and for unknown addresses too
    session: {
      ...fields.session,
      expiresIn: SESSION_SECONDS[options.schema],
      disableSessionRefresh: true,
      cookieCache: { enabled: false }, // an ended session is refused at once
    },
    emailAndPassword: {
      enabled: true,
      disableSignUp: !options.signUp,
      autoSignIn: false,
      requireEmailVerification: true,
      minPasswordLength: SHORTEST_PASSWORD,
      maxPasswordLength: LONGEST_PASSWORD,
      password: { hash: hashPassword, verify: isPassword },
      resetPasswordTokenExpiresIn: LINK_SECONDS,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: ({ user, token }) => options.onReset(user, token),
      onExistingUserSignUp: ({ user }) => options.onKnown(user),
      onPasswordReset: ({ user }) => options.onPasswordReset(user),
    },
    emailVerification: {
      sendOnSignUp: true,
      expiresIn: LINK_SECONDS,
      autoSignInAfterVerification: false,
      sendVerificationEmail: ({ user, token, url }) =>
        options.onVerify(user, token, new URL(url).searchParams.get('callbackURL') ?? '/'),
    },
    databaseHooks: {
      session: { create: { before: async ({ userId }) => ((await options.maySignIn(userId)) ? undefined : false) } },
    },
    plugins: [twoFactor({ issuer: 'Cardwright', schema: twoFactorFields }), doors],
    advanced: {
      cookiePrefix: `cardwright_${options.schema}`,
      useSecureCookies: secure,
      defaultCookieAttributes: { sameSite: options.schema === 'desk' ? 'strict' : 'lax', httpOnly: true, secure },
      disableOriginCheck: false,
      disableCSRFCheck: false,
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
      database: { generateId: () => newUuid(options.clock.now()) },
      // Nobody waits for a letter: the time of an answer would tell whether there was one.
      backgroundTasks: { handler: (task) => void task.catch(options.onError) },
    },
  });
  return {
    auth,
    /** The user who has given the password and not yet the code; undefined for nobody. */
    challenged: async ({ cookie = '' }: SessionHeaders) =>
      (await auth.api.challenged({ headers: new Headers({ cookie: resign(cookie) }) })) ?? undefined,
    resign,
    close: () => pool.end(),
  };
}

function openPool({ url, schema, connections, onError }: LibraryOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: `cardwright-${schema}`,
    max: connections,
    options: searchPath(schema),
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: 2 * STATEMENT_TIMEOUT_MS,
    connectionTimeoutMillis: STATEMENT_TIMEOUT_MS,
    keepAlive: true,
  });
  pool.on('error', onError);
  return pool;
}

/** The cookie of whoever is asked for a code, as the library names it. */
const CHALLENGE_COOKIE = 'two_factor';

/** Reads the library's own note of whom it has asked for a code. It has no path, so no request reaches it. */
const doors = {
  id: 'doors',
  endpoints: {
    challenged: createAuthEndpoint.serverOnly({ method: 'GET', requireHeaders: true }, async (ctx) => {
      const { name } = ctx.context.createAuthCookie(CHALLENGE_COOKIE);
      const note = await ctx.getSignedCookie(name, ctx.context.secret);
      return note ? ((await ctx.context.internalAdapter.findVerificationValue(note))?.value ?? null) : null;
    }),
  },
} satisfies BetterAuthPlugin;
