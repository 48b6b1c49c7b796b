// Releasing parked work: an operator has mended the cause, and workers try again.

import type { Environment } from '../../foundation/scope.ts';
import { type Actor, administer } from '../../identity/operators/act.ts';
import type { Db } from '../../platform/db/db.ts';

/** One parked row, or without `row` every one of a kind in an environment. */
export type Release = { kind: string; environment: Environment; row?: { companyId: string; id: string } };

/** Releases parked work, in one commit with its audit entry. Answers how many rows there were. */
export async function releaseParked(
  { db, actor }: { db: Db; actor: Actor },
  { kind, environment, row }: Release,
): Promise<number> {
  const given = { kind, environment, ...(row === undefined ? {} : { company: row.companyId, id: row.id }) };
  const answer = await administer<{ released: number }>(db, actor, { act: 'work.release', given });
  return 'result' in answer ? answer.result.released : 0;
}
