// The statements of cardholders.
import { inScope, type Queryable, type Tx } from '../db/db.ts';
import { type PageRequest, readPage } from '../db/lists.ts';
import { name, sql } from '../db/sql.ts';
import type { Claim } from '../idempotency/sql.ts';
import type { Environment, Scope } from '../scope.ts';

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

export type UnregisteredHolder = {
  company_id: string;
  environment: Environment;
  id: string;
  name: string;
  email: string;
  kind: (typeof holderKinds)[number];
};

/** Cardholders whom the issuer does not know yet, oldest first. */
export async function listUnregistered(db: Queryable, limit: number): Promise<UnregisteredHolder[]> {
  return db.query<UnregisteredHolder>(sql`select * from list_unregistered_holders(${limit})`);
}

/** Notes what the issuer made of a cardholder. */
export async function registerHolder(
  db: Queryable,
  scope: Scope,
  id: string,
  registered: { token: string; status: string },
): Promise<void> {
  await db.query(sql`
    select register_holder(${scope.companyId}, ${scope.environment}, ${id}, ${registered.token}, ${registered.status})`);
}
