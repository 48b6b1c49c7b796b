// The sign-in library, configured for one of the two schemas. Only this file and `auth.ts` use it.
import { type BetterAuthOptions, type BetterAuthPlugin, betterAuth } from 'better-auth';
import { createAuthEndpoint } from 'better-auth/api';
import { expireCookie, setSessionCookie } from 'better-auth/cookies';
import { twoFactor } from 'better-auth/plugins/two-factor';
import pg from 'pg';
import type { Clock } from '../../foundation/clock.ts';
import type { VersionedKeys } from '../../foundation/config.ts';
import { newUuid } from '../../foundation/ids.ts';
import { connectingTo } from '../../platform/db/client.ts';
import { searchPath } from '../../platform/db/db.ts';
import { fields, twoFactorFields } from './fields.ts';
import { hashPassword, isPassword, LONGEST_PASSWORD, SHORTEST_PASSWORD } from './passwords.ts';
import { derivedSecrets, openResigner, settingsOf } from './secrets.ts';
import type { SessionHeaders } from './session.ts';

/** Fixed session lifetime from sign-in, without renewal: a working day, and a shift for operators. */
const SESSION_SECONDS = { people: 12 * 3_600, desk: 8 * 3_600 } as const;

/** Lifetime of links in emails. */
const LINK_SECONDS = 3_600;

/** Passes the client's address to the library; a value sent by the client is replaced. */
export const ADDRESS_HEADER = 'x-cardwright-address';

/** A sign-in statement is a look-up or two; if it takes longer, the database is down. */
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
  /** Callbacks for events; each may send an email. */
  onVerify(user: To, token: string, next: string): Promise<void>;
  onKnown(user: To): Promise<void>;
  onReset(user: To & { id: string }, token: string): Promise<void>;
  onPasswordReset(user: To): Promise<void>;
  /** False prevents the creation of a session. */
  maySignIn(userId: string): Promise<boolean>;
};

type To = { name: string; email: string };

export type Library = ReturnType<typeof openLibrary>;

/** Opens the library on its own pool. */
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
    logger: { disabled: true }, // it would log addresses; errors are answered or thrown
    rateLimit: { enabled: false }, // `lock-out.ts` counts in the database, unknown addresses included
    session: {
      ...fields.session,
      expiresIn: SESSION_SECONDS[options.schema],
      disableSessionRefresh: true,
      cookieCache: { enabled: false }, // an ended session is refused immediately
    },
    ...passwordsOf(options),
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
      // Emails are sent in the background: the response time would reveal whether one was sent.
      backgroundTasks: { handler: (task) => void task.catch(options.onError) },
    },
  });
  return {
    auth,
    /** The user who has given the password and not yet the code; undefined if there is none. */
    challenged: async ({ cookie = '' }: SessionHeaders) =>
      (await auth.api.challenged({ headers: new Headers({ cookie: resign(cookie) }) })) ?? undefined,
    /** Creates a session and returns its cookies; undefined if the user may not sign in. */
    enter: async ({ headers, ip }: Entrant, entering: Entering) => {
      const { cookie = '', 'user-agent': agent = '' } = headers;
      const from = new Headers({ cookie: resign(cookie), 'user-agent': agent, [ADDRESS_HEADER]: ip });
      const entered = await auth.api.enter({ headers: from, body: entering, returnHeaders: true });
      return entered.response ? entered.headers.getSetCookie() : undefined;
    },
    /** Whether this is the password of the signed-in person. */
    isPasswordOf: async ({ cookie = '' }: SessionHeaders, password: string) => {
      const headers = new Headers({ cookie: resign(cookie) });
      return said(auth.api.verifyPassword({ body: { password }, headers }));
    },
    resign,
    close: () => pool.end(),
  };
}

/** Passwords, and the emails that prove an address. */
const passwordsOf = (options: LibraryOptions) =>
  ({
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
  }) satisfies BetterAuthOptions;

function openPool({ url, schema, connections, onError }: LibraryOptions): pg.Pool {
  const pool = new pg.Pool({
    ...connectingTo(url),
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

/** The library's cookie for a pending second factor. */
const CHALLENGE_COOKIE = 'two_factor';

/** The request of a person who signs in. */
export type Entrant = { headers: SessionHeaders & { 'user-agent'?: string | undefined }; ip: string };

/** Who signs in; after a password, the pending second factor must be theirs, and is used up. */
type Entering = { userId: string; afterPassword: boolean };

/** The library validates bodies from outside; this one comes from us. */
const entering = {
  '~standard': {
    version: 1,
    vendor: 'cardwright',
    validate: (value: unknown) => ({ value: value as Entering }),
    types: undefined as { input: Entering; output: Entering } | undefined,
  },
} as const;

/** Our endpoints inside the library. They have no paths, so no request reaches them. */
const doors = {
  id: 'doors',
  endpoints: {
    challenged: createAuthEndpoint.serverOnly({ method: 'GET', requireHeaders: true }, async (ctx) => {
      const { name } = ctx.context.createAuthCookie(CHALLENGE_COOKIE);
      const note = await ctx.getSignedCookie(name, ctx.context.secret);
      return note ? ((await ctx.context.internalAdapter.findVerificationValue(note))?.value ?? null) : null;
    }),
    enter: createAuthEndpoint.serverOnly({ method: 'POST', requireHeaders: true, body: entering }, async (ctx) => {
      const { internalAdapter, secret } = ctx.context;
      const { userId, afterPassword } = ctx.body;
      const challenge = ctx.context.createAuthCookie(CHALLENGE_COOKIE);
      if (afterPassword) {
        const note = await ctx.getSignedCookie(challenge.name, secret);
        if (!note || (await internalAdapter.consumeVerificationValue(note))?.value !== userId) return false;
      }
      const user = await internalAdapter.findUserById(userId);
      const session = user && (await internalAdapter.createSession(userId, false));
      if (!session) return false;
      await setSessionCookie(ctx, { session, user });
      expireCookie(ctx, challenge);
      return true;
    }),
  },
} satisfies BetterAuthPlugin;

/** Whether the library accepts; its rejection is false, any other error is thrown. */
export async function said(asked: Promise<unknown>): Promise<boolean> {
  try {
    await asked;
    return true;
  } catch (error) {
    const { statusCode = 500 } = error as { statusCode?: number };
    if (statusCode >= 400 && statusCode < 500) return false;
    throw error;
  }
}
