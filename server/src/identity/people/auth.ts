// Signs people in: companies' members and operators, by the same rules on separate tables.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../foundation/clock.ts';
import type { VersionedKeys } from '../../foundation/config.ts';
import { refuse } from '../../foundation/refusals/refusals.ts';
import { type Db, openDb } from '../../platform/db/db.ts';
import type { Email, Mail } from '../../platform/mail/mail.ts';
import { openPasskeys, type Passkeys } from '../passkeys/passkeys.ts';
import { type OnCode, openCodes } from './codes.ts';
import { type EmailKind, openEmails } from './emails.ts';
import { type HandlerOptions, openHandler } from './handle.ts';
import { openLibrary } from './library.ts';
import { type Inviting, invitationsOf, LONGEST_COUNT_MS, openLockOut } from './lock-out.ts';
import { rewrapSecondFactors } from './rewrap.ts';
import type { Person, SessionHeaders } from './session.ts';
import { deleteSessions, findToken, findUser, forgetEnded, hasApp, insertUser, isDisabled } from './sql.ts';

/** Interval for deleting expired rows; they are already invalid before that. */
const TIDY_MS = 10 * 60_000;

/** Signing in is a small part of a process's work. */
export const PEOPLE_CONNECTIONS = 4;

export type PeopleOptions = {
  /** The address of the database for cardwright_portal or cardwright_desk. */
  url: string;
  schema: 'people' | 'desk';
  /** The mount path of its handler: /portal/auth or /desk/auth. */
  basePath: string;
  /** Scheme, host and port of the pages: links in emails begin with it, and no other origin is trusted. */
  publicUrl: string;
  /** Sign cookies and links, and encrypt two-factor secrets. */
  secrets: VersionedKeys;
  /** Whether strangers may sign up. */
  signUp: boolean;
  /** The names of a user's companies, which a password must not consist of. */
  companiesOf?: (userId: string) => Promise<readonly string[]>;
  /** Called after a sign-in with a second factor, and after a wrong code. */
  onCode?: OnCode;
  /** Pool size, for the library and for our own statements each. */
  connections?: number;
  mail: Mail;
  clock: Clock;
  onError: (error: unknown) => void;
};

export type People = {
  /** Answers a request under the base path: only what `paths.ts` lists; everything else is 404. */
  handle(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
  /**
   * The signed-in person, read from the database each time; undefined if signed out or the second factor is pending.
   */
  sessionOf(headers: SessionHeaders): Promise<Person | undefined>;
  /**
   * Checks an authenticator or backup code; a correct one steps the session up. Refuses a reused authenticator code,
   * too many wrong codes, and people without a second factor.
   */
  checkCode(person: Person, headers: SessionHeaders, code: string): Promise<boolean>;
  /** Checks a user's authenticator code without a session. Refuses like `checkCode`. */
  checkCodeOfApp(userId: string, code: string): Promise<boolean>;
  /** Passkeys of companies' people; the desk has none. */
  passkeys: Passkeys;
  /** Ends every session of a user. */
  signOutEverywhere(userId: string): Promise<void>;
  /** Creates a user with a verified address and sends a link to choose a password; false if the address is taken. */
  add(user: { id: string; name: string; email: string }): Promise<boolean>;
  /** Counts an invitation that a member sends for a company; refuses if there were too many in a day. */
  takeInvitation(by: Inviting): Promise<void>;
  /** Sends an email that a stranger can cause, unless its address has reached the limit for this kind. */
  post(message: Email, kind: EmailKind): Promise<void>;
  close(): Promise<void>;
};

/** Opens sign-in on the tables of a schema. */
export function openPeople(options: PeopleOptions): People {
  const { clock, mail, publicUrl, connections = PEOPLE_CONNECTIONS } = options;
  const db = openDb({ ...options, name: `cardwright-${options.schema}`, connections });
  const lockOut = openLockOut({ db, clock });
  const post: People['post'] = async (message, kind) => {
    // Repeated requests must not flood a mailbox; the answer stays the same.
    if (await lockOut.may({ kind: 'email', of: `${kind} ${message.to.toLowerCase()}` })) mail.post(message);
  };
  const emails = openEmails({ db, post, postAlways: (message) => mail.post(message), publicUrl });
  const maySignIn = async (userId: string) => !(await isDisabled(db, userId));
  const library = openLibrary({ ...options, ...emails, connections, maySignIn });
  const { api } = library.auth;

  const sessionOf: People['sessionOf'] = async ({ cookie }) => {
    if (cookie === undefined) return undefined;
    const found = await api.getSession({ headers: new Headers({ cookie: library.resign(cookie) }) }).catch(orBusy);
    if (found === null || found.user.disabledAt) return undefined;
    return {
      userId: found.user.id,
      sessionId: found.session.id,
      token: found.session.token,
      name: found.user.name,
      email: found.user.email,
      hasSecondFactor: found.user.twoFactorEnabled ?? false,
      steppedUpAt: found.session.steppedUpAt ?? undefined,
    };
  };

  const tokenOf = (userId: string, sessionId: string) => findToken(db, userId, sessionId);
  const wordsOf = wordsOfUsers(db, options);
  const handle = openHandler({
    ...options,
    ...emails,
    library,
    lockOut,
    sessionOf,
    tokenOf,
    wordsOf,
    hasApp: (userId) => hasApp(db, userId),
  });
  const timer = tidyNowAndThen(db, options);

  return {
    sessionOf,
    handle,
    ...openCodes({ ...options, db, library, lockOut }),
    passkeys: openPasskeys({ ...options, ...emails, db, library, lockOut }),
    takeInvitation: (by) => lockOut.take(invitationsOf(by)),
    post,
    signOutEverywhere: (userId) => deleteSessions(db, userId),
    async add(user) {
      if (!(await insertUser(db, { ...user, at: clock.now() }))) return false;
      await api.requestPasswordReset({ body: { email: user.email } });
      return true;
    },
    async close() {
      clearInterval(timer);
      await library.close();
      await db.close();
    },
  };
}

const wordsOfUsers =
  (db: Db, { companiesOf }: PeopleOptions): HandlerOptions['wordsOf'] =>
  async (by) => {
    const user = await findUser(db, by);
    return user === undefined ? [] : [user.name, user.email, ...((await companiesOf?.(user.id)) ?? [])];
  };

function tidyNowAndThen(db: Db, options: PeopleOptions): NodeJS.Timeout {
  const tidy = () => {
    const now = options.clock.now();
    const attemptsBefore = new Date(now.getTime() - LONGEST_COUNT_MS);
    forgetEnded(db, { now, attemptsBefore }).catch(options.onError);
    rewrapSecondFactors(db, options).catch(options.onError);
  };
  return setInterval(tidy, TIDY_MS).unref();
}

/** The library gives no reason for a failure. It is the database's, so a retry may succeed. */
function orBusy(error: unknown): never {
  if ((error as { statusCode?: number }).statusCode === 500) refuse('overloaded');
  throw error;
}
