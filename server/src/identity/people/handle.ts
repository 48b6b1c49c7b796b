// Requests to the library: only the paths in `paths.ts` reach it, with only the listed fields.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { holdsCardNumber } from '../../foundation/card-numbers.ts';
import type { Clock } from '../../foundation/clock.ts';
import { refuseField } from '../../foundation/refusals/malformed.ts';
import { refuse } from '../../foundation/refusals/refusals.ts';
import { answerOf } from './answer.ts';
import { noting, type OnCode } from './codes.ts';
import { ADDRESS_HEADER, type Library } from './library.ts';
import { codesOf, type LockOut, passwordsOf, type Subject, signInsOf } from './lock-out.ts';
import { isGuessable } from './passwords.ts';
import { type OwnChange, type Path, paths } from './paths.ts';
import type { Person, SessionHeaders } from './session.ts';
import { sourceOf } from './source.ts';
import { requireStepUp } from './step-up.ts';

/** The longest email address, also enforced by the database. */
const LONGEST_ADDRESS = 320;

export type HandlerOptions = {
  library: Library;
  lockOut: LockOut;
  sessionOf: (headers: SessionHeaders) => Promise<Person | undefined>;
  /** The token of a session of this user; undefined when they have no such session. */
  tokenOf: (userId: string, sessionId: string) => Promise<string | undefined>;
  /** Called when a signed-in person has changed how they sign in. */
  onOwnChange: (person: Person, what: OwnChange) => Promise<void>;
  /** Whether a user has set up an authenticator app. */
  hasApp: (userId: string) => Promise<boolean>;
  /** Called after a code has signed somebody in, or was wrong. */
  onCode?: OnCode | undefined;
  /** Publicly known words of a user: address, name and companies. */
  wordsOf: (user: { userId: string } | { resetToken: string }) => Promise<readonly string[]>;
  basePath: string;
  publicUrl: string;
  signUp: boolean;
  clock: Clock;
};

/** Answers requests under the base path; unlisted paths are 404. */
export function openHandler(options: HandlerOptions) {
  const { library, lockOut, sessionOf, tokenOf, basePath, clock } = options;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const name = request.url.split('?')[0]?.slice(basePath.length) ?? '';
    const path = Object.hasOwn(paths, name) ? paths[name] : undefined;
    if (path?.method !== request.method || (path.signUp && !options.signUp)) refuse('path_not_found');
    if (path.signUp) refuseOddNames(request.body);
    if (path.takes.includes('callbackURL')) refuseOtherPlaces(request.body);
    if (path.method === 'POST') await lockOut.take([{ kind: 'request', of: sourceOf(request.ip) }]);
    const isAbout = path.stepUp || path.namesSession || path.guesses !== undefined;
    const person = isAbout ? await sessionOf(request.headers) : undefined;
    if (path.stepUp && person?.hasSecondFactor) requireStepUp(person, clock.now());
    const userId = person?.userId ?? (path.guesses === 'code' ? await library.challenged(request.headers) : undefined);
    if (path.setsPassword !== undefined) await refuseGuessable(request, path.setsPassword, { person, ...options });
    const subjects = subjectsOf(request, path, { userId, isSignedIn: person !== undefined });
    await lockOut.take(subjects);
    if (path.spends && userId !== undefined)
      await noting(options.onCode, userId, () => lockOut.spend(userId, codeOf(request.body)));
    const changes = person === undefined ? undefined : await changeOf(path, person, options);
    const fields = path.namesSession ? await sessionNamed(request, person, tokenOf) : fieldsOf(request, path);
    const address = `${options.publicUrl}${basePath}${name}`;
    const response = await library.auth.handler(toRequest(request, { address, fields, resign: library.resign }));
    if (response.ok) await lockOut.right(subjects);
    if (path.guesses === 'code' && userId !== undefined) await tellOfCode(options, response, { userId, person });
    if (response.ok && person !== undefined && changes !== undefined) await options.onOwnChange(person, changes);
    return answerOf(response, { request, reply, path });
  };
}

/** What a request of a signed-in person changes. With an app already set up, its code is only checked. */
async function changeOf(
  { changes }: Path,
  { userId }: Person,
  { hasApp }: HandlerOptions,
): Promise<OwnChange | undefined> {
  return changes === 'app' && (await hasApp(userId)) ? undefined : changes;
}

/** At sign-in or set-up of the second factor, a code counts as a sign-in; in a session it is only checked. */
async function tellOfCode(
  { onCode }: HandlerOptions,
  { ok, status }: Response,
  { userId, person }: { userId: string; person: Person | undefined },
): Promise<void> {
  if (ok && !person?.hasSecondFactor) await onCode?.(userId, 'signed_in');
  if (!ok && status < 500) await onCode?.(userId, 'code_failed');
}

/** A valid name, checked before the address is looked up: otherwise only new addresses would be refused. */
const fitting = /^[^\p{Cc}]{1,200}$/u;

function refuseOddNames(body: unknown): void {
  const { name, email } = (body ?? {}) as { name?: unknown; email?: unknown };
  if (typeof name !== 'string' || name.trim() === '' || !fitting.test(name))
    refuseField('body', 'name', 'must be 1 to 200 characters on one line');
  if (holdsCardNumber(name)) refuse('card_number_refused');
  if (typeof email !== 'string' || email.length > LONGEST_ADDRESS) refuseField('body', 'email', 'must be an address');
}

/** Checked before the address is looked up, so that the answer does not reveal whether it is known. */
async function refuseGuessable(
  { body }: FastifyRequest,
  field: 'password' | 'newPassword',
  { person, wordsOf }: { person: Person | undefined; wordsOf: HandlerOptions['wordsOf'] },
): Promise<void> {
  const given = (body ?? {}) as Record<string, unknown>;
  const { [field]: password, email, name, token } = given;
  if (typeof password !== 'string') return; // the library reports the missing field
  const typed = [email, name].filter((text) => typeof text === 'string');
  const ofReset = typeof token === 'string' ? await wordsOf({ resetToken: token }) : [];
  const ofPerson = person === undefined ? [] : await wordsOf({ userId: person.userId });
  if (await isGuessable(password, [...typed, ...ofReset, ...ofPerson])) refuse('password_guessable');
}

/** Allowed redirects after sign-up: our emails link to nothing else. */
const invitation = /^\/invitations\/\w{1,100}$/;

function refuseOtherPlaces(body: unknown): void {
  const { callbackURL } = (body ?? {}) as { callbackURL?: unknown };
  if (callbackURL === undefined || (typeof callbackURL === 'string' && invitation.test(callbackURL))) return;
  refuseField('body', 'callbackURL', 'must be the path of an invitation');
}

type Fields = readonly (readonly [name: string, value: unknown])[];

/** The request's values of the fields that the path takes. */
function fieldsOf(request: FastifyRequest, { method, takes }: Path): Fields {
  const given = (method === 'GET' ? request.query : request.body) as Record<string, unknown> | null;
  return takes.flatMap((field) => (given?.[field] === undefined ? [] : [[field, given[field]] as const]));
}

/** Replaces the session id of the body with the token that the library expects. */
async function sessionNamed(
  request: FastifyRequest,
  person: Person | undefined,
  tokenOf: HandlerOptions['tokenOf'],
): Promise<Fields> {
  const { userId } = person ?? refuse('signed_out');
  const { id } = (request.body ?? {}) as { id?: unknown };
  const token = typeof id === 'string' ? await tokenOf(userId, id) : undefined;
  return [['token', token ?? refuse('session_not_found')]];
}

/** The request for the library: the fields, the cookie, and the client's address. */
function toRequest(
  request: FastifyRequest,
  { address, fields, resign }: { address: string; fields: Fields; resign: Library['resign'] },
): Request {
  const { method } = request;
  const url = new URL(address);
  const headers = new Headers({ origin: url.origin, [ADDRESS_HEADER]: request.ip });
  const { cookie, 'user-agent': agent } = request.headers;
  if (cookie !== undefined) headers.set('cookie', resign(cookie));
  if (agent !== undefined) headers.set('user-agent', agent);
  if (method === 'GET') {
    for (const [field, value] of fields) if (typeof value === 'string') url.searchParams.set(field, value);
    return new Request(url, { method, headers });
  }
  headers.set('content-type', 'application/json');
  return new Request(url, { method, headers, body: JSON.stringify(Object.fromEntries(fields)) });
}

/** The code of a body; empty if it is not text, which the library rejects. */
function codeOf(body: unknown): string {
  const { code } = (body ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : '';
}

/**
 * The counters of a guess: first the source address, so that a guess refused there counts against nobody else; then the
 * email address for a sign-in, or the user whose password or code is guessed.
 */
function subjectsOf(
  request: FastifyRequest,
  path: Path,
  { userId, isSignedIn }: { userId: string | undefined; isSignedIn: boolean },
): Subject[] {
  if (path.guesses === undefined) return [];
  const from: Subject = { kind: 'guess', of: `from ${sourceOf(request.ip)}`, isShared: true };
  // Signed-in people can still sign in as somebody else: that counts like any attempt.
  if (path.guesses === 'sign-in') return [from, signInsOf(addressOf(request.body), sourceOf(request.ip))];
  if (userId === undefined) return [from];
  const own = path.guesses === 'code' ? codesOf(userId) : passwordsOf(userId);
  return isSignedIn ? [own] : [from, own];
}

/** Normalises an email address, so that all its spellings share one counter. */
function addressOf(body: unknown): string {
  const { email } = (body ?? {}) as { email?: unknown };
  return typeof email === 'string' ? email.trim().toLowerCase() : '';
}
