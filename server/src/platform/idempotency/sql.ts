// The statements of idempotency keys.

import type { Environment, Scope } from '../../foundation/scope.ts';
import { inScope, type Tx } from '../db/db.ts';
import { sql } from '../db/sql.ts';

export type IdempotencyKeyRow = {
  key: string;
  method: string;
  path: string;
  request_digest: Buffer;
  field_digests: Record<string, string>;
  response_status: number;
  response_body: string;
  resource_id: string;
  created_at: Date;
};

/** A row of `idempotency_keys` in JSON, as database functions take it. */
export type Claim = Omit<IdempotencyKeyRow, 'request_digest'> & {
  company_id: string;
  environment: Environment;
  request_digest: string;
};

/** The stored outcome of a key. */
export async function findIdempotencyKey(tx: Tx, scope: Scope, key: string): Promise<IdempotencyKeyRow | undefined> {
  const [row] = await tx.query<IdempotencyKeyRow>(sql`
    select key, method, path, request_digest, field_digests, response_status, response_body, resource_id, created_at
      from idempotency_keys
     where ${inScope(scope)} and key = ${key}`);
  return row;
}
