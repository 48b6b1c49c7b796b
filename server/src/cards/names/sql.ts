// The statements of names: one index lookup for each id.

import type { Scope } from '../../foundation/scope.ts';
import { inScope, type Tx } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';

export type CardNameRow = { id: string; name: string; last4: string; holder_id: string; holder_name: string };

/** The cards of these ids with their cardholders; ids of other companies are left out. */
export async function listCardNames(tx: Tx, scope: Scope, ids: readonly string[]): Promise<CardNameRow[]> {
  return tx.query<CardNameRow>(sql`
    select c.id, c.name, c.last4, c.holder_id, h.name as holder_name
      from unnest(${ids}::uuid[]) as i (id)
     cross join lateral (
       select x.id, x.name, x.last4, x.holder_id from cards x where ${inScope(scope, 'x')} and x.id = i.id limit 1) as c
     cross join lateral (
       select x.name from holders x where ${inScope(scope, 'x')} and x.id = c.holder_id limit 1) as h`);
}

export type HolderNameRow = { id: string; name: string };

/** The cardholders of these ids; ids of other companies are left out. */
export async function listHolderNames(tx: Tx, scope: Scope, ids: readonly string[]): Promise<HolderNameRow[]> {
  return tx.query<HolderNameRow>(sql`
    select h.id, h.name
      from unnest(${ids}::uuid[]) as i (id)
     cross join lateral (
       select x.id, x.name from holders x where ${inScope(scope, 'x')} and x.id = i.id limit 1) as h`);
}
