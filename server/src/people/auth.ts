// Signing people in: companies' people and operators, by the same rules on tables of their own.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';
import { type Db, openDb } from '../db/db.ts';
import { refuse } from '../refusals.ts';
import { openHandler } from './handle.ts';
import { openLetters } from './letters.ts';
import { openLibrary } from './library.ts';
import { codesOf, type Inviting, invitationsOf, LONGEST_COUNT_MS, openLockOut } from './lock-out.ts';
import type { Letter, Mail } from './mail.ts';
import type { Person, SessionHeaders } from './session.ts';
import { deleteSessions, disableUser, findToken, forgetEnded, insertUser, isDisabled, stepUpSession } from './sql.ts';

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
  /** 32 bytes in hex: signs cookies and links, encrypts the secrets of second factors. */
  secret: string;
  /** Whether strangers may sign up. */
  signUp: boolean;
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
  /** Ends every session of a user. */
  signOutEverywhere(userId: string): Promise<void>;
  /** Makes a user whose address is known to be theirs and sends a link to choose a password; false: it is taken. */
  add(user: { id: string; name: string; email: string }): Promise<boolean>;
  /** Ends every session and lets nobody sign in as the user any more. */
  disable(userId: string): Promise<void>;
  /** Counts a letter of invitation that a member sends for a company, or refuses when there were too many in a day. */
  takeInvitation(by: Inviting): Promise<void>;
  /** Sends a letter, unless its address has got as many as it may; nobody waits for it. */
  post(letter: Letter): Promise<void>;
  close(): Promise<void>;
};

/** Opens signing in on the tables of a schema. */
export function openPeople(options: PeopleOptions): People {
  const { clock, mail, publicUrl, onError, connections = CONNECTIONS } = options;
  const db = openDb({ ...options, name: `cardwright-${options.schema}`, connections });
  const lockOut = openLockOut({ db, clock });
  const post = async (letter: Letter) => {
    // Nobody's letter box is filled by asking again and again; the answer is the same.
    if (await lockOut.may({ kind: 'letter', of: letter.to.toLowerCase() })) mail.post(letter);
  };
  const letters = openLetters({ db, post, publicUrl });
  const maySignIn = async (userId: string) => !(await isDisabled(db, userId));
  const library = openLibrary({ ...options, ...letters, connections, maySignIn });
  const { api } = library.auth;

  const sessionOf: People['sessionOf'] = async ({ cookie }) => {
    if (cookie === undefined) return undefined;
    const found = await api.getSession({ headers: new Headers({ cookie }) }).catch(orBusy);
    if (found === null || found.user.disabledAt) return undefined;
    return {
      userId: found.user.id,
      sessionId: found.session.id,
      name: found.user.name,
      email: found.user.email,
      hasSecondFactor: found.user.twoFactorEnabled ?? false,
      steppedUpAt: found.session.steppedUpAt ?? undefined,
    };
  };

  const tokenOf = (userId: string, sessionId: string) => findToken(db, userId, sessionId);
  const handle = openHandler({ ...options, ...letters, library, lockOut, sessionOf, tokenOf });
  const timer = tidyNowAndThen(db, clock, onError);

  return {
    sessionOf,
    handle,
    async checkCode(person, { cookie = '' }, code) {
      if (!person.hasSecondFactor) refuse('second_factor_missing');
      const codes = [codesOf(person.userId)];
      await lockOut.take(codes);
      const headers = new Headers({ cookie });
      const isOfApp = /^\d{6}$/.test(code);
      if (isOfApp) await lockOut.spend(person.userId, code);
      const isRight = isOfApp
        ? await said(api.verifyTOTP({ body: { code }, headers }))
        : await said(api.verifyBackupCode({ body: { code, disableSession: true }, headers }));
      if (!isRight || !(await stepUpSession(db, person.sessionId, clock.now()))) return false;
      await lockOut.right(codes);
      return true;
    },
    takeInvitation: (by) => lockOut.take(invitationsOf(by)),
    post,
    signOutEverywhere: (userId) => deleteSessions(db, userId),
    async add(user) {
      if (!(await insertUser(db, { ...user, at: clock.now() }))) return false;
      await api.requestPasswordReset({ body: { email: user.email } });
      return true;
    },
    async disable(userId) {
      await disableUser(db, userId, clock.now());
      await deleteSessions(db, userId);
    },
    async close() {
      clearInterval(timer);
      await library.close();
      await db.close();
    },
  };
}

function tidyNowAndThen(db: Db, clock: Clock, onError: (error: unknown) => void): NodeJS.Timeout {
  const tidy = () => {
    const now = clock.now();
    forgetEnded(db, { now, attemptsBefore: new Date(now.getTime() - LONGEST_COUNT_MS) }).catch(onError);
  };
  return setInterval(tidy, TIDY_MS).unref();
}

/** The library does not tell why it failed; what fails there is the database, and later it may answer. */
function orBusy(error: unknown): never {
  if ((error as { statusCode?: number }).statusCode === 500) refuse('overloaded');
  throw error;
}

/** Whether the library says yes; its no is an answer, anything else that goes wrong is not. */
async function said(asked: Promise<unknown>): Promise<boolean> {
  try {
    await asked;
    return true;
  } catch (error) {
    const { statusCode = 500 } = error as { statusCode?: number };
    if (statusCode >= 400 && statusCode < 500) return false;
    throw error;
  }
}
