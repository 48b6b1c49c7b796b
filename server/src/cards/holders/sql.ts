// The statements of cardholders.

import type { Scope } from '../../foundation/scope.ts';
import { inScope, type Queryable, type Tx } from '../../platform/db/db.ts';
import { type PageRequest, readShownPage, type Shown } from '../../platform/db/lists.ts';
import { allOf, sql } from '../../platform/db/sql.ts';
import type { Claim } from '../../platform/idempotency/sql.ts';

export const holderKinds = ['individual', 'corporate'] as const;
export const holderStatuses = ['pending', 'active', 'blocked', 'rejected'] as const;

export type HolderFilter = { kind?: string; status?: string; externalId?: string };

const list = { table: 'holders', time: 'created_at', text: sql`holder_text(p.whole)` };

/** A page of cardholders, newest first. */
export async function listHolders(tx: Tx, scope: Scope, page: PageRequest, filter: HolderFilter): Promise<Shown[]> {
  return readShownPage(tx, scope, list, page, {
    exact: filter.externalId === undefined ? [] : [{ column: 'external_id', value: filter.externalId }],
    oneOf: [
      { column: 'kind', wanted: filter.kind, values: holderKinds },
      { column: 'status', wanted: filter.status, values: holderStatuses },
    ],
  });
}

/** A page of the cardholders that a search found, newest first. */
export async function listHoldersFound(
  tx: Tx,
  scope: Scope,
  page: PageRequest,
  { ids, kind, status }: HolderFilter & { ids: readonly string[] },
): Promise<Shown[]> {
  return readShownPage(tx, scope, list, page, {
    oneOf: [{ column: 'id', each: sql`select unnest(${ids}::uuid[])` }],
    covered: allOf([
      ...(kind === undefined ? [] : [sql`t.kind = ${kind}`]),
      ...(status === undefined ? [] : [sql`t.status = ${status}`]),
    ]),
  });
}

/** One cardholder of this company and environment. */
export async function findHolder(tx: Tx, scope: Scope, id: string): Promise<string | undefined> {
  const [row] = await tx.query<{ text: string }>(sql`
    select holder_text(h) as text from holders h where ${inScope(scope, 'h')} and h.id = ${id}`);
  return row?.text;
}

/** A cardholder as the API shows it, or why it was not written; `takenBy` has the external id already. */
export type Written =
  | { text: string }
  | {
      refused: 'external_id_taken' | 'holder_not_found' | 'holder_not_active' | 'recovering' | 'idempotency_conflict';
      takenBy?: string;
    };

/** Creates a cardholder in one commit with its key. `known`: the key was used already, and nothing happened. */
export async function insertHolder(
  db: Queryable,
  { claim, keyId, holder }: { claim: Claim; keyId: string; holder: object },
): Promise<Written | { known: true }> {
  const [row] = await db.query<{ written: Written | { known: true } }>(sql`
    select create_holder(${JSON.stringify(claim)}::jsonb, ${keyId}, ${JSON.stringify(holder)}::json) as written`);
  if (row === undefined) throw new Error('create_holder answered nothing');
  return row.written;
}

/** The fields that a client may change; metadata is replaced as a whole. */
export type HolderChanges = { externalId?: string; metadata?: Readonly<Record<string, string>> };

/** Changes a cardholder in one commit with its event. */
export async function updateHolder(
  db: Queryable,
  { companyId, environment }: Scope,
  { keyId, id, changes }: { keyId: string; id: string; changes: HolderChanges },
): Promise<Written> {
  const [row] = await db.query<{ written: Written }>(sql`
    select update_holder(${companyId}, ${environment}, ${keyId}, ${id}, ${JSON.stringify(changes)}::json) as written`);
  if (row === undefined) throw new Error('update_holder answered nothing');
  return row.written;
}

export type Registration = {
  name: string;
  email: string;
  kind: (typeof holderKinds)[number];
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

/** The words that name a cardholder; none for an unknown one. */
export async function findWords(tx: Tx, scope: Scope, id: string): Promise<string[]> {
  const [row] = await tx.query<{ words: string[] }>(sql`
    select array[name, email, external_id] as words from holders where ${inScope(scope)} and id = ${id}`);
  return row?.words ?? [];
}
