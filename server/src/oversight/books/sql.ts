// The statements that tell operators which object an id names.

import { type Named, toId } from '../../foundation/ids.ts';
import type { Scope } from '../../foundation/scope.ts';
import type { Queryable, Tx } from '../../platform/db/db.ts';
import { inScope } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';

/** The objects that an operator finds by an id alone. */
export const namedKinds = ['operation', 'invoice', 'card', 'holder', 'case'] as const satisfies readonly Named[];

export type NamedKind = (typeof namedKinds)[number];

/** The scope of an object: it must be known before a scope can be entered. */
export async function findScopeOf(db: Queryable, kind: NamedKind, id: string): Promise<Scope | undefined> {
  const [row] = await db.query<Scope>(sql`
    select company_id as "companyId", environment from scope_of_named(${kind}, ${id})`);
  return row;
}

type CaseRow = { id: string; kind: string; isOpen: boolean };

/** A case of this company and environment, in short. */
export async function findCaseInShort(tx: Tx, scope: Scope, id: string): Promise<CaseRow | undefined> {
  const [row] = await tx.query<{ kind: string; is_open: boolean }>(sql`
    select c.kind, c.closed_at is null as is_open from cases c where ${inScope(scope, 'c')} and c.id = ${id}`);
  return row && { id: toId('case', id), kind: row.kind, isOpen: row.is_open };
}

type HolderRow = { id: string; name: string; kind: string; status: string; created_at: Date };

/** A cardholder of this company and environment, without their email and what else is known of them. */
export async function findHolderInShort(tx: Tx, scope: Scope, id: string): Promise<HolderRow | undefined> {
  const [row] = await tx.query<HolderRow>(sql`
    select h.id, h.name, h.kind, h.status, h.created_at from holders h where ${inScope(scope, 'h')} and h.id = ${id}`);
  return row;
}

/** The names of products. */
export async function readProductNames(tx: Tx): Promise<Map<string, string>> {
  const rows = await tx.query<{ id: string; name: string }>(sql`select p.id, p.name from products p`);
  return new Map(rows.map(({ id, name }) => [toId('product', id), name]));
}
