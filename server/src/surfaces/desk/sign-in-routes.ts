// Operators' sign-in. There is no sign-up: another operator adds an operator.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../../foundation/refusals/refusals.ts';
import { findActiveOperatorByEmail } from '../../identity/operators/operators.ts';
import type { DeskDeps } from './deps.ts';
import { findBySession } from './operator.ts';

const BASE = '/desk/auth';
const FORGOT = '/request-password-reset';

/** Allowed without a second factor: to set one up, or to sign out. */
const settingUp = [
  '/get-session',
  '/sign-out',
  '/two-factor/enable',
  '/two-factor/verify-totp',
  '/two-factor/get-totp-uri',
];

/** Allowed before sign-in. */
const signingIn = [
  '/sign-in/email',
  FORGOT,
  '/reset-password',
  '/two-factor/verify-totp',
  '/two-factor/verify-backup-code',
];

/** Never allowed: an operator always has a second factor. */
const never = ['/two-factor/disable'];

/** Mounts the sign-in of the desk. */
export const signInRoutes: FastifyPluginAsync<DeskDeps> = async (app, deps) => {
  app.route({
    method: ['GET', 'POST'],
    url: `${BASE}/*`,
    handler: async (request, reply) => {
      const path = request.url.split('?')[0]?.slice(BASE.length) ?? '';
      if (never.includes(path)) refuse('path_not_found');
      if (!signingIn.includes(path)) await admit(deps, request, path);
      if (path === FORGOT && (await isFirstTime(deps, request))) return answerAsAlways(reply);
      return deps.people.handle(request, reply);
    },
  });
};

async function admit(deps: DeskDeps, request: FastifyRequest, path: string): Promise<void> {
  const operator = await findBySession(deps, request);
  if (operator === undefined) {
    if (path !== '/get-session' && path !== '/sign-out') refuse('signed_out');
    return;
  }
  if (!operator.hasSecondFactor && !settingUp.includes(path)) refuse('second_factor_missing');
}

/**
 * Whether an operator requests their first password: sign-in does not know operators that the command line added before
 * they come here. The link has then been sent.
 */
async function isFirstTime({ db, people }: DeskDeps, { body }: FastifyRequest): Promise<boolean> {
  const email = (body as { email?: unknown } | null)?.email;
  if (typeof email !== 'string') return false;
  const operator = await findActiveOperatorByEmail(db, email.trim().toLowerCase());
  return operator !== undefined && people.add(operator);
}

/** Exactly the response that every request for a link gets. */
const answerAsAlways = (reply: FastifyReply) => reply.header('cache-control', 'no-store').send({ status: true });
