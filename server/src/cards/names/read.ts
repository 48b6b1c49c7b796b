// Names for the ids on a page, so that people never read a bare id.

import { fromId, type Named, toId } from '../../foundation/ids.ts';
import type { Scope } from '../../foundation/scope.ts';
import type { Db } from '../../platform/db/db.ts';
import { listCardNames, listHolderNames } from './sql.ts';

export type Names = {
  cards: { id: string; name: string; last4: string; holder: { id: string; name: string } }[];
  holders: { id: string; name: string }[];
};

/** Reads the names of cards and cardholders. Unknown ids are left out. */
export async function readNames(
  db: Db,
  scope: Scope,
  asked: { cards: readonly string[]; holders: readonly string[] },
): Promise<Names> {
  return db.read(scope, async (tx) => {
    const [cards, holders] = await Promise.all([
      listCardNames(tx, scope, knownIds('card', asked.cards)),
      listHolderNames(tx, scope, knownIds('holder', asked.holders)),
    ]);
    return {
      cards: cards.map(({ id, name, last4, holder_id, holder_name }) => ({
        id: toId('card', id),
        name,
        last4,
        holder: { id: toId('holder', holder_id), name: holder_name },
      })),
      holders: holders.map(({ id, name }) => ({ id: toId('holder', id), name })),
    };
  });
}

const knownIds = (named: Named, ids: readonly string[]): string[] => [
  ...new Set(ids.map((id) => fromId(named, id)).filter((id) => id !== undefined)),
];
