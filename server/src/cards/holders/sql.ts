// The statements of cardholders.

import type { Scope } from '../../foundation/scope.ts';
import { inScope, type Queryable, type Tx } from '../../platform/db/db.ts';
import { type PageRequest, readPage } from '../../platform/db/lists.ts';
import { name, sql } from '../../platform/db/sql.ts';
import type { Claim } from '../../platform/idempotency/sql.ts';

export const holderKinds = ['individual', 'corporate'] as const;
export const holderStatuses = ['pending', 'active', 'blocked', 'rejected'] as const;

export type HolderRow = {
  id: string;
  name: string;
  email: string;
  kind: (typeof holderKinds)[number];
  status: (typeof holderStatuses)[number];
  external_id: string;
  created_at: Date;
};

export type HolderFilter = { kind?: string; status?: string; externalId?: string };

const columns = 'id, name, email, kind, status, external_id, created_at';

/** A page of cardholders, newest first. */
export async function listHolders(tx: Tx, scope: Scope, page: PageRequest, filter: HolderFilter): Promise<HolderRow[]> {
  return readPage<HolderRow>(tx, scope, { table: 'holders', time: 'created_at', columns }, page, {
    exact: filter.externalId === undefined ? [] : [{ column: 'external_id', value: filter.externalId }],
    oneOf: [
      { column: 'kind', wanted: filter.kind, values: holderKinds },
      { column: 'status', wanted: filter.status, values: holderStatuses },
    ],
  });
}

/** One cardholder of this company and environment. */
export async function findHolder(tx: Tx, scope: Scope, id: string): Promise<HolderRow | undefined> {
  const [row] = await tx.query<HolderRow>(sql`
    select ${name(columns)} from holders where ${inScope(scope)} and id = ${id}`);
  return row;
}

/** Creates a cardholder in one commit with its key. False: the key is known already, and nothing happened. */
export async function insertHolder(
  db: Queryable,
  { claim, keyId, holder }: { claim: Claim; keyId: string; holder: object },
): Promise<boolean> {
  const [row] = await db.query<{ created: boolean }>(sql`
    select create_holder(${JSON.stringify(claim)}::jsonb, ${keyId}, ${JSON.stringify(holder)}::jsonb) as created`);
  return row?.created === true;
}

export type Registration = Pick<HolderRow, 'name' | 'email' | 'kind'> & {
  /** The issuer's name for the holder; empty until it has answered. */
  issuer_token: string;
};

/** The data that the issuer needs of a pending cardholder; undefined for any other. */
export async function findRegistration(tx: Tx, scope: Scope, id: string): Promise<Registration | undefined> {
  const [row] = await tx.query<Registration>(sql`
    select name, email, kind, issuer_token from holders where ${inScope(scope)} and id = ${id} and status = 'pending'`);
  return row;
}

/** Stores the issuer's answer about a cardholder. Any status but `pending` ends the registration. */
export async function registerHolder(
  db: Queryable,
  scope: Scope,
  id: string,
  registered: { token: string; status: string },
): Promise<void> {
  await db.query(sql`
    select register_holder(${scope.companyId}, ${scope.environment}, ${id}, ${registered.token}, ${registered.status})`);
}
