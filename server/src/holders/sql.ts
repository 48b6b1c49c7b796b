// The statements of cardholders.
import { inScope, type Tx } from '../db/db.ts';
import { type PageRequest, readPage } from '../db/lists.ts';
import { name, sql } from '../db/sql.ts';
import type { Scope } from '../scope.ts';

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
