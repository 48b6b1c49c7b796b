// Requests a reconciliation: the worker does so every day, operators at any time. A worker carries it out.
import type { Clock } from '../../foundation/clock.ts';
import { newUuid } from '../../foundation/ids.ts';
import type { Environment } from '../../foundation/scope.ts';
import { type Actor, administer } from '../../identity/operators/act.ts';
import type { Db } from '../../platform/db/db.ts';
import { SETTLED_SECONDS } from './kinds.ts';
import { beginReconciliation, type Place } from './sql.ts';

/** The start position of every reconciliation. */
const BEGINNING: Place = { book: null, part: 'over', after: '', again: false, stalls: 0, away: [] };

/** An operator's request: everything, or a part of it. */
export type Wish = { companyId?: string; environment?: Environment; settledSeconds?: number };

/** Requests a reconciliation for an operator and returns its id. */
export async function beginFor(
  { db, clock, actor }: { db: Db; clock: Clock; actor: Actor },
  { companyId, environment, settledSeconds = SETTLED_SECONDS }: Wish = {},
): Promise<string> {
  const id = newUuid(clock.now());
  const given = { id, company: companyId, environment, settled: settledSeconds, beginning: BEGINNING };
  await administer(db, actor, { action: 'reconciliation.begin', given });
  return id;
}

/** Requests the daily reconciliation. There is one at a time: a repeated request returns the one that is running. */
export async function begin(
  { db, clock }: { db: Db; clock: Clock },
  { settledSeconds = SETTLED_SECONDS }: Pick<Wish, 'settledSeconds'> = {},
): Promise<string | undefined> {
  const id = newUuid(clock.now());
  return beginReconciliation(db, { id, settledSeconds, place: BEGINNING });
}
