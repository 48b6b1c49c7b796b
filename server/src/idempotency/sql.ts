// The statements of idempotency keys.
import { inScope, type Tx } from '../db/db.ts';
import { sql } from '../db/sql.ts';
import type { Scope } from '../scope.ts';

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

/** Stores a key unless it exists; waits for a transaction that is storing the same one. */
export async function insertIdempotencyKey(
  tx: Tx,
  scope: Scope,
  row: {
    key: string;
    method: string;
    path: string;
    requestDigest: Buffer;
    fieldDigests: Record<string, string>;
    responseStatus: number;
    responseBody: string;
    resourceId: string;
    createdAt: Date;
  },
): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into idempotency_keys (company_id, environment, key, method, path, request_digest, field_digests,
                                  response_status, response_body, resource_id, created_at)
    values (${scope.companyId}, ${scope.environment}, ${row.key}, ${row.method}, ${row.path}, ${row.requestDigest},
            ${JSON.stringify(row.fieldDigests)}, ${row.responseStatus}, ${row.responseBody}, ${row.resourceId}, ${row.createdAt})
    on conflict (company_id, environment, key) do nothing
    returning key`);
  return rows.length === 1;
}

/** What became of a key. */
export async function findIdempotencyKey(tx: Tx, scope: Scope, key: string): Promise<IdempotencyKeyRow | undefined> {
  const [row] = await tx.query<IdempotencyKeyRow>(sql`
    select key, method, path, request_digest, field_digests, response_status, response_body, resource_id, created_at
      from idempotency_keys
     where ${inScope(scope)} and key = ${key}`);
  return row;
}
