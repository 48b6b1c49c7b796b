// One effect per Idempotency-Key. The key is claimed in the commit of what it creates and is kept for ever.
import type { Tx } from '../db/db.ts';
import { refuse } from '../refusals.ts';
import type { Scope } from '../scope.ts';
import { differingFields, digestRequest } from './digest.ts';
import { findIdempotencyKey, insertIdempotencyKey } from './sql.ts';

/** The longest key accepted, as the specification says. */
export const LONGEST_KEY = 128;

/** A request as idempotency sees it. */
export type Keyed<Body extends object> = { key: string; method: string; path: string; body: Body };

/** What a request is answered with, in the bytes that go out; a replay repeats them. */
export type Answer = { status: number; body: string; replayed: boolean };

/**
 * Binds a key to what the request will answer. Undefined: the key is ours, and the work goes on. An answer: the same
 * request was here before. Two equal requests at once: the second waits here until the first has committed.
 */
export async function claimKey(
  tx: Tx,
  scope: Scope,
  request: Keyed<object>,
  creates: { status: number; body: string; resourceId: string; at: Date },
): Promise<Answer | undefined> {
  const digest = digestRequest(request);
  const claimed = await insertIdempotencyKey(tx, scope, {
    key: request.key,
    method: request.method,
    path: request.path,
    requestDigest: digest.whole,
    fieldDigests: digest.fields,
    responseStatus: creates.status,
    responseBody: creates.body,
    resourceId: creates.resourceId,
    createdAt: creates.at,
  });
  if (claimed) return undefined;

  const first = await findIdempotencyKey(tx, scope, request.key);
  if (first === undefined) throw new Error('an idempotency key is neither new nor known');
  if (!first.request_digest.equals(digest.whole)) {
    const differs =
      first.method === request.method && first.path === request.path
        ? differingFields(first.field_digests, digest.fields)
        : ['path'];
    refuse('idempotency_conflict', { resourceId: first.resource_id, differs });
  }
  return { status: first.response_status, body: first.response_body, replayed: true };
}
