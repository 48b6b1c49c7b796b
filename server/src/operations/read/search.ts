// Finds operations by the words of what they are about.
import { findMatches, findPayees, MOST_NAMES } from '../../cards/search/find.ts';
import { listCardsOfOthers } from '../../cards/search/sql.ts';
import type { Scope } from '../../foundation/scope.ts';
import type { Db } from '../../platform/db/db.ts';
import type { PageRequest, Shown } from '../../platform/db/lists.ts';
import { listOperations, listOperationsOf } from './sql.ts';

/** A page of operations, newest first; of found cards, cardholders and recipients if words are given. */
export async function searchOperations(
  db: Db,
  scope: Scope,
  page: PageRequest,
  { search: typed, type, status }: { search?: string; type?: string; status?: string },
): Promise<Shown[]> {
  const filter = { ...(type === undefined ? {} : { type }), ...(status === undefined ? {} : { status }) };
  return db.read(scope, async (tx) => {
    if (typed === undefined) return listOperations(tx, scope, page, filter);
    const limit = MOST_NAMES;
    const [cards, holders, recipients] = await Promise.all([
      findMatches(tx, scope, { kind: 'card', typed, limit }),
      findMatches(tx, scope, { kind: 'holder', typed, limit }),
      findPayees(tx, scope, 'recipient', typed),
    ]);
    if (cards.length + holders.length + recipients.length === 0) return [];
    const found = { cards: await listCardsOfOthers(tx, scope, cards, holders), holders, recipients };
    return listOperationsOf(tx, scope, page, { ...filter, found });
  });
}
