// Signing people in: companies' people and operators, by the same rules on tables of their own.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../foundation/clock.ts';
import type { VersionedKeys } from '../../foundation/config.ts';
import { refuse } from '../../foundation/refusals/refusals.ts';
import { type Db, openDb } from '../../platform/db/db.ts';
import type { Letter, Mail } from '../../platform/mail/mail.ts';
import { type OnCode, openCodes } from './codes.ts';
import { type HandlerOptions, openHandler } from './handle.ts';
import { type LetterKind, openLetters } from './letters.ts';
import { openLibrary } from './library.ts';
import { type Inviting, invitationsOf, LONGEST_COUNT_MS, openLockOut } from './lock-out.ts';
import { rewrapSecondFactors } from './rewrap.ts';
import type { Person, SessionHeaders } from './session.ts';
import { deleteSessions, findToken, findUser, forgetEnded, insertUser, isDisabled } from './sql.ts';

/** What has ended is removed this often; it counts for nothing in the meantime. */
const TIDY_MS = 10 * 60_000;

/** Signing in is a small part of what a process does. */
const CONNECTIONS = 4;

export type PeopleOptions = {
  /** The address of the database for cardwright_portal or cardwright_desk. */
  url: string;
  schema: 'people' | 'desk';
  /** Where its handler is mounted: /portal/auth or /desk/auth. */
  basePath: string;
  /** Scheme, host and port of the pages: links in letters begin with it, and no other origin is trusted. */
  publicUrl: string;
  /** Sign cookies and links, encrypt the secrets of second factors. */
  secrets: VersionedKeys;
  /** Whether strangers may sign up. */
  signUp: boolean;
  /** The names of a user's companies, which no password may be made of. */
  companiesOf?: (userId: string) => Promise<readonly string[]>;
  /** Is told who has signed in with a second factor, and whose code was wrong. */
  onCode?: OnCode;
  /** For the library and for our own statements, each. */
  connections?: number;
  mail: Mail;
  clock: Clock;
  onError: (error: unknown) => void;
};

export type People = {
  /** Answers a request under the base path: only what `paths.ts` lists, everything else is 404. */
  handle(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
  /** Who is signed in, asked of the database each time; undefined for nobody, or a second factor not passed yet. */
  sessionOf(headers: SessionHeaders): Promise<Person | undefined>;
  /**
   * Whether a code of the authenticator or a backup code is right; then the session is stepped up.
   * Refuses a code of the app that was given before, after too many wrong ones, and whoever has no second factor.
   */
  checkCode(person: Person, headers: SessionHeaders, code: string): Promise<boolean>;
  /** Whether a code of a user's authenticator is right, without a session. It refuses as `checkCode` does. */
  checkCodeOfApp(userId: string, code: string): Promise<boolean>;
  /** Ends every session of a user. */
  signOutEverywhere(userId: string): Promise<void>;
  /** Makes a user whose address is known to be theirs and sends a link to choose a password; false: it is taken. */
  add(user: { id: string; name: string; email: string }): Promise<boolean>;
  /** Counts a letter of invitation that a member sends for a company, or refuses when there were too many in a day. */
  takeInvitation(by: Inviting): Promise<void>;
  /** Sends a letter that somebody else can cause, unless its address has got as many of this kind as it may. */
  post(letter: Letter, kind: LetterKind): Promise<void>;
  close(): Promise<void>;
};

/** Opens signing in on the tables of a schema. */
export function openPeople(options: PeopleOptions): People {
  const { clock, mail, publicUrl, connections = CONNECTIONS } = options;
  const db = openDb({ ...options, name: `cardwright-${options.schema}`, connections });
  const lockOut = openLockOut({ db, clock });
  const post: People['post'] = async (letter, kind) => {
    // Nobody's letter box is filled by asking again and again; the answer is the same.
    if (await lockOut.may({ kind: 'letter', of: `${kind} ${letter.to.toLowerCase()}` })) mail.post(letter);
  };
  const letters = openLetters({ db, post, postAlways: (letter) => mail.post(letter), publicUrl });
  const maySignIn = async (userId: string) => !(await isDisabled(db, userId));
  const library = openLibrary({ ...options, ...letters, connections, maySignIn });
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
  const handle = openHandler({ ...options, ...letters, library, lockOut, sessionOf, tokenOf, wordsOf });
  const timer = tidyNowAndThen(db, options);

  return {
    sessionOf,
    handle,
    ...openCodes({ ...options, db, library, lockOut }),
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

/** The library does not tell why it failed; what fails there is the database, and later it may answer. */
function orBusy(error: unknown): never {
  if ((error as { statusCode?: number }).statusCode === 500) refuse('overloaded');
  throw error;
}
