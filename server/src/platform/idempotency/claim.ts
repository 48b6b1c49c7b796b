// One effect per Idempotency-Key. The key is claimed in the commit of what it creates and is kept forever.

import { refuse } from '../../foundation/refusals/refusals.ts';
import type { Scope } from '../../foundation/scope.ts';
import type { Db, Tx } from '../db/db.ts';
import { CommitUnknown } from '../db/errors.ts';
import { differingFields, digestRequest } from './digest.ts';
import { type Claim, findIdempotencyKey, type IdempotencyKeyRow } from './sql.ts';

/** The longest key accepted, as the specification says. */
export const LONGEST_KEY = 128;

/** A request for the idempotency check. */
export type Keyed = { key: string; method: string; path: string; body: object };

/** The answer to a request, in the bytes that are sent; a replay repeats them. */
export type Answer = { status: number; body: string; replayed: boolean };

/**
 * The row that binds a key to its request's answer. The database function that does the work stores it in the same
 * commit, unless the key is already known.
 */
export function toClaim(
  scope: Scope,
  request: Keyed,
  creates: { status: number; body: string; resourceId: string; at: Date },
): Claim {
  const digest = digestRequest(request);
  return {
    company_id: scope.companyId,
    environment: scope.environment,
    key: request.key,
    method: request.method,
    path: request.path,
    request_digest: toBytea(digest.whole),
    field_digests: digest.fields,
    response_status: creates.status,
    response_body: creates.body,
    resource_id: creates.resourceId,
    created_at: creates.at,
  };
}

/** Bytes in the form in which the database reads them from JSON. */
const toBytea = (bytes: Buffer) => `\\x${bytes.toString('hex')}`;

/**
 * The answer to a known key: the stored bytes of the first one, if the request is the same. It is confirmed first: the
 * commit of the first request may be one that no standby has.
 */
export async function replayAnswer(db: Db, scope: Scope, claim: Claim): Promise<Answer> {
  const first = await db.readConfirmed(scope, (tx) => findFirst(tx, scope, claim));
  return { status: first.response_status, body: first.response_body, replayed: true };
}

/**
 * Runs a request. If the outcome of its commit is unknown, the key is read back: once it is there and confirmed, its
 * answer is the outcome. Otherwise the request stays unknown, and the client may repeat it.
 */
export async function orReadBack(db: Db, scope: Scope, claim: Claim, run: () => Promise<Answer>): Promise<Answer> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof CommitUnknown)) throw error;
    const first = await db
      .readConfirmed(scope, (tx) => findIdempotencyKey(tx, scope, claim.key))
      .catch(() => undefined); // still unknown
    if (first === undefined || !isSame(first, claim)) throw error;
    return { status: first.response_status, body: first.response_body, replayed: false };
  }
}

const isSame = (first: IdempotencyKeyRow, claim: Claim) => toBytea(first.request_digest) === claim.request_digest;

/** The first use of a known key, if the request is the same; a different request is refused. */
export async function findFirst(tx: Tx, scope: Scope, claim: Claim): Promise<IdempotencyKeyRow> {
  const first = await findIdempotencyKey(tx, scope, claim.key);
  if (first === undefined) throw new Error('an idempotency key is neither new nor known');
  if (!isSame(first, claim)) {
    const differs =
      first.method === claim.method && first.path === claim.path
        ? differingFields(first.field_digests, claim.field_digests)
        : ['path'];
    refuse('idempotency_conflict', { resourceId: first.resource_id, differs });
  }
  return first;
}
