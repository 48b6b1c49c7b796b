// Resolves a session or a token to the operator, in the order of refusals: not signed in, no longer an operator, no
// second factor, not allowed by the token, second factor again. Nothing is cached: a disabled operator is refused from
// the next request on.
import type { FastifyRequest } from 'fastify';
import { refuse } from '../../foundation/refusals/refusals.ts';
import { bySession, byToken } from '../../identity/operators/act.ts';
import { findActiveOperator } from '../../identity/operators/operators.ts';
import { refuseCrossSite } from '../../identity/people/cross-site.ts';
import { requireStepUp } from '../../identity/people/step-up.ts';
import { type Action, doneBy, needsStepUp, worksBehindFence } from './actions.ts';
import type { DeskDeps, DeskOperator } from './deps.ts';
import { findWorkingToken, noteSignIn, stepUpToken } from './sql.ts';

type Needed = Pick<DeskDeps, 'db' | 'own' | 'people' | 'clock' | 'fence'>;
type Headers = Pick<FastifyRequest, 'headers'>;

const bearer = /^Bearer +(\S+)$/i;

/** The personal token in a request. */
const tokenIn = ({ headers }: Headers): string | undefined => bearer.exec(headers.authorization ?? '')?.[1];

/**
 * Refuses cross-site requests. A browser adds cookies automatically but never tokens, so a request with a token cannot
 * be one. It must have no cookie, so that its operator is unambiguous.
 */
export function refuseOtherSites(request: FastifyRequest, publicUrl: string): void {
  const hasToken = request.url.startsWith('/desk/v1/') && tokenIn(request) !== undefined;
  if (!hasToken) refuseCrossSite(request, publicUrl);
  else if (request.headers.cookie !== undefined) refuse('two_credentials');
}

/** The operator of a session, with or without a second factor; undefined when not signed in. */
export async function findBySession(
  { db, people }: Pick<Needed, 'db' | 'people'>,
  { headers }: Headers,
): Promise<DeskOperator | undefined> {
  const person = await people.sessionOf(headers);
  const operator = person && (await findActiveOperator(db, person.userId));
  if (person === undefined || operator === undefined) return undefined;
  const { hasSecondFactor, steppedUpAt, token } = person;
  return { ...operator, actor: bySession(token), hasSecondFactor, steppedUpAt, by: { person } };
}

/** The operator of a token. Creating a token requires a second factor, and both are lost together. */
async function findByToken({ db, own }: Needed, text: string): Promise<DeskOperator | undefined> {
  const token = await findWorkingToken(own, text);
  const operator = token && (await findActiveOperator(db, token.operatorId));
  if (token === undefined || operator === undefined) return undefined;
  if (token.isNew) await noteSignIn(own, operator.id, { what: 'token_used', tokenId: token.id });
  const steppedUpAt = token.steppedUpAt ?? undefined;
  return { ...operator, actor: byToken(text), hasSecondFactor: true, steppedUpAt, by: { token } };
}

/** Accepts a second-factor code and returns the time from which it counts. */
export async function giveCode(
  { own, people, clock }: Needed,
  { operator, headers }: Pick<FastifyRequest, 'operator' | 'headers'>,
  code: string,
): Promise<Date> {
  const at = clock.now();
  const { by } = operator;
  const isRight =
    'person' in by
      ? await people.checkCode(by.person, headers, code)
      : (await people.checkCodeOfApp(operator.id, code)) && (await stepUpToken(own, by.token.id, at));
  return isRight ? at : refuse('invalid_code');
}

/** Finds the operator or refuses; runs before the body is read. */
export const requireOperator =
  (deps: Needed) =>
  async (request: FastifyRequest): Promise<void> => {
    const { deskAction } = request.routeOptions.config;
    if (deskAction === undefined) throw new Error(`${request.routeOptions.url} declares no action`);
    const token = tokenIn(request);
    const found = await (token === undefined ? findBySession(deps, request) : findByToken(deps, token));
    const operator = found ?? refuse('signed_out');
    const writes = request.method !== 'GET' && !worksBehindFence(deskAction);
    if (writes && deps.fence.check() !== undefined) refuse('recovering');
    if (!operator.hasSecondFactor) refuse('second_factor_missing');
    if (!mayDo(operator, deskAction)) refuse('token_may_not');
    request.operator = operator;
    const code = request.headers['desk-code'];
    if ('token' in operator.by && typeof code === 'string')
      request.operator = { ...operator, steppedUpAt: await giveCode(deps, request, code.trim()) };
    if (needsStepUp(deskAction)) requireStepUp(request.operator, deps.clock.now());
  };

/** Whether a narrowed token may do one of the names of an action; the database checks which one. */
function mayDo({ by }: DeskOperator, name: Action): boolean {
  const done = doneBy(name);
  return done.length === 0 || done.some((action) => mayByToken(by, action));
}

/** Whether a credential allows an operator action. */
export const mayByToken = (by: DeskOperator['by'], action: string): boolean =>
  !('token' in by) || by.token.actions === null || by.token.actions.includes(action);
