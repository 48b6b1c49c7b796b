// Releases parked work after an operator has fixed the cause; workers then retry it.

import type { Environment } from '../../foundation/scope.ts';
import { type Actor, administer } from '../../identity/operators/act.ts';
import type { Db } from '../../platform/db/db.ts';

/** One parked row, or without `row` all rows of a kind in an environment. */
export type Release = { kind: string; environment: Environment; row?: { companyId: string; id: string } };

/** Releases parked work, in one commit with its audit entry. Returns the number of rows. */
export async function releaseParked(
  { db, actor }: { db: Db; actor: Actor },
  { kind, environment, row }: Release,
): Promise<number> {
  const given = { kind, environment, ...(row === undefined ? {} : { company: row.companyId, id: row.id }) };
  const answer = await administer<{ released: number }>(db, actor, { action: 'work.release', given });
  return 'result' in answer ? answer.result.released : 0;
}
