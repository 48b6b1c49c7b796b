// Authorization of the portal: from the cookie and two headers to a person, a member of a company, a caller of the API.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../foundation/clock.ts';
import type { Peppers } from '../../foundation/config.ts';
import { fromId } from '../../foundation/ids.ts';
import { refuse } from '../../foundation/refusals/refusals.ts';
import type { Environment } from '../../foundation/scope.ts';
import { admit } from '../../identity/authenticate/authenticate.ts';
import { enterCompany } from '../../identity/members/enter.ts';
import { actionOf } from '../../identity/people/actions.ts';
import type { People } from '../../identity/people/auth.ts';
import { refuseCrossSite } from '../../identity/people/cross-site.ts';
import type { Person } from '../../identity/people/session.ts';
import { requireAction, requireStepUp } from '../../identity/people/step-up.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Fence } from '../../platform/fence/fence.ts';
import type { RateLimiter } from '../../platform/http/rate-limit.ts';

export type HookDeps = {
  own: Db;
  people: People;
  limiter: RateLimiter;
  peppers: Peppers;
  clock: Clock;
  publicUrl: string;
  fence: Pick<Fence, 'check'>;
};

/**
 * Requests to the mounted API that could send a company's events to a stranger or show a card's number to one, or that
 * nobody can undo.
 */
const needCode = new Set([
  'POST /api/v1/webhook-endpoints',
  'POST /api/v1/webhook-endpoints/:id/rotate-secret',
  'POST /api/v1/cards/:id/reveal',
  'POST /api/v1/cards/:id/close',
]);

/** The hooks of the portal's routes. */
export function portalHooks(deps: HookDeps) {
  const findPerson = async (request: FastifyRequest): Promise<Person> =>
    (await deps.people.sessionOf(request.headers)) ?? refuse('signed_out');

  /** The person's membership in the company that the request names; strangers cannot learn whether it exists. */
  const findMember = async (request: FastifyRequest, environment: Environment) => {
    const companyId = fromId('company', companyOf(request) ?? refuse('company_not_named'));
    const found = companyId && (await enterCompany(deps, { userId: request.person.userId, companyId, environment }));
    if (!found) return refuse('company_not_found');
    const { role, key } = found;
    const { verification, suspended } = key;
    request.member = { person: request.person, companyId: key.company_id, role, environment, verification, suspended };
    return key;
  };

  return {
    /** Refuses cross-site requests. */
    ownSite: async (request: FastifyRequest): Promise<void> => {
      refuseCrossSite(request, deps.publicUrl);
    },

    /** Finds the actor of an action of the portal, or refuses. A route without an action is public. */
    findActor: async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      const { action } = request.routeOptions.config;
      if (action === undefined) return;
      const { person, environment, limit } = actionOf(action);
      reply.header('cache-control', 'no-store');
      request.person = await findPerson(request);
      const writes = request.method !== 'GET' && action !== 'step-up'; // a code changes nothing of a company
      if (writes && deps.fence.check() !== undefined) refuse('recovering');
      if (person) return;
      const named = environmentOf(request) ?? (environment ? refuse('environment_not_named') : 'sandbox');
      const key = await findMember(request, named);
      requireAction(request.member, action, deps.clock.now());
      request.caller = { key, scope: { companyId: key.company_id, environment: key.environment } };
      const byMethod = request.method === 'GET' ? 'reads' : 'writes';
      reply.headers(await deps.limiter.count(request.caller, limit ?? byMethod));
    },

    /** Admits a member to the mounted API with their session key, which has the permissions of their role. */
    authenticate: async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      reply.header('cache-control', 'no-store');
      request.person = await findPerson(request);
      const key = await findMember(request, environmentOf(request) ?? refuse('environment_not_named'));
      await admit(request, reply, { ...deps, key });
    },

    /** Demands a code for requests that a stolen session must not make. Permissions are checked before. */
    guardSensitive: async (request: FastifyRequest): Promise<void> => {
      const route = `${request.method} ${request.routeOptions.url}`;
      const isMoved = route === 'PATCH /api/v1/webhook-endpoints/:id' && Object.hasOwn(request.body ?? {}, 'url');
      if (needCode.has(route) || isMoved) requireStepUp(request.person, deps.clock.now());
    },
  };
}

/** An event stream cannot send headers, so a GET may name both in its query. */
function named(request: FastifyRequest, header: string, parameter: string): string | undefined {
  const inHeader = request.headers[header];
  if (typeof inHeader === 'string') return inHeader;
  const inQuery = request.method === 'GET' && request.routeOptions.config.action === 'live.read';
  const value = inQuery ? (request.query as Record<string, unknown>)[parameter] : undefined;
  return typeof value === 'string' ? value : undefined;
}

const companyOf = (request: FastifyRequest) => named(request, 'cardwright-company', 'company');

function environmentOf(request: FastifyRequest): Environment | undefined {
  const text = named(request, 'cardwright-environment', 'environment');
  return text === 'sandbox' || text === 'live' ? text : undefined;
}
