// Asking for a reconciliation: the worker does so every day, and operators whenever they want. A worker carries it out.
import type { Clock } from '../clock.ts';
import type { Db } from '../db/db.ts';
import { newUuid } from '../ids.ts';
import { beginReconciliation, type Place, type Wish } from './sql.ts';

/**
 * A difference counts when it is still the same after so long: by then what an issuer told has reached us, and what it
 * was still writing down can be read.
 */
export const SETTLED_SECONDS = 300;

/** Where every reconciliation begins. */
const BEGINNING: Place = { book: null, part: 'over', after: '', again: false, stalls: 0, away: [] };

/**
 * Asks for a reconciliation and answers its id; undefined when the operator cannot act. There is one daily one at a
 * time: asked for again, the one that is under way is meant.
 */
export async function begin(
  { db, clock }: { db: Db; clock: Clock },
  wish: Omit<Wish, 'id' | 'settledSeconds'> & { settledSeconds?: number } = {},
): Promise<string | undefined> {
  const id = newUuid(clock.now());
  return beginReconciliation(db, { settledSeconds: SETTLED_SECONDS, ...wish, id }, BEGINNING);
}
