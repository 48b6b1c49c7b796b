// The statements of idempotency keys.

import { derivedUuid } from '../../foundation/ids.ts';
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

/** What became of a reference that only the issuer had. `action` and `card_id` are those of an adopted operation. */
export type Fate = {
  kind: 'order' | 'deposit' | 'holder';
  reference: string;
  /** Null while it is undecided. */
  resolution: 'adopted' | 'explained' | 'known' | null;
  resolved_at: Date | null;
  action: string | null;
  card_id: string | null;
};

/** The fate of what a key created, if the database lost it and the issuer has it. */
export async function findFate(tx: Tx, scope: Scope, key: string): Promise<Fate | undefined> {
  const ids = (['operation', 'invoice', 'holder'] as const).map((named) => derivedUuid(named, scope, key));
  const [row] = await tx.query<Fate>(sql`
    select u.kind, u.reference, u.resolution, u.resolved_at, o.type as action, o.card_id
      from unknown_records u
      left join operations o on ${inScope(scope, 'o')} and o.id = u.reference
     where ${inScope(scope, 'u')} and u.reference = any (${ids}::uuid[]) and u.kind <> 'card'
     order by u.resolved_at desc nulls first
     limit 1`);
  return row;
}
