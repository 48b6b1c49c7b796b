// Authenticates a bearer token, with refusals in this order: 401, recovering, verification, suspension, 429. The
// permission is checked later, after the request itself is found valid.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller, FoundKey } from '../../foundation/caller.ts';
import type { KeyScope } from '../../foundation/key-scopes.ts';
import { refuse } from '../../foundation/refusals/refusals.ts';
import type { Fence } from '../../platform/fence/fence.ts';
import type { Access } from '../../platform/http/access.ts';
import type { RateLimiter } from '../../platform/http/rate-limit.ts';
import type { KeyVerifier } from '../keys/verify.ts';

/** Finds the caller or refuses; runs before the body is read. */
export function authenticate(deps: { keys: KeyVerifier; limiter: RateLimiter; fence: Pick<Fence, 'check'> }) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const key = await deps.keys.verify(bearerOf(request.headers.authorization));
    if (key === undefined) {
      await deps.limiter.countFailedAuthentication(request.ip);
      refuse('key_invalid');
    }
    await admit(request, reply, { ...deps, key });
  };
}

/** Admits the holder of a key as the caller if its company's status allows the request, and counts the request. */
export async function admit(
  request: FastifyRequest,
  reply: FastifyReply,
  { key, limiter, fence }: { key: FoundKey; limiter: RateLimiter; fence: Pick<Fence, 'check'> },
): Promise<void> {
  const access = demandsOf(request);
  request.caller = toCaller(key);
  if (access.limit === 'writes' && fence.check() !== undefined) refuse('recovering');
  if (key.verification !== 'approved') refuse('verification_required');
  if (key.suspended && access.limit === 'writes') refuse('company_suspended');
  reply.headers(await limiter.count(request.caller, access.limit));
}

/** Refuses a caller whose key lacks the permission or belongs to the wrong environment. */
export async function authorize(request: FastifyRequest): Promise<void> {
  const { permission, byRequest, sandboxOnly } = demandsOf(request);
  if (permission !== 'any' && !byRequest) requireOneOf(request.caller, [permission].flat());
  if (sandboxOnly && request.caller.scope.environment !== 'sandbox') refuse('sandbox_only');
}

/** Refuses a caller whose key has none of these permissions. */
export function requireOneOf({ key }: Caller, permissions: readonly KeyScope[]): void {
  if (permissions.some((permission) => key.scopes.includes(permission))) return;
  const words = permissions.join(' or ');
  refuse('scope_missing', { message: `The API key lacks the permission ${words}, which this request needs.` });
}

function demandsOf(request: FastifyRequest): Access {
  const { access } = request.routeOptions.config;
  if (access === undefined) throw new Error(`${request.routeOptions.url} declares no access`);
  return access;
}

/** The text after `Bearer `, or an empty text. */
const bearerOf = (header: string | undefined) => /^Bearer +(\S+)$/i.exec(header ?? '')?.[1] ?? '';

const toCaller = (key: FoundKey): Caller => ({
  key,
  scope: { companyId: key.company_id, environment: key.environment },
});
