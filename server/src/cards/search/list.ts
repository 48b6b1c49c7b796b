// Lists of what was searched for. Without words they are the lists of the API.
import type { Scope } from '../../foundation/scope.ts';
import type { Db } from '../../platform/db/db.ts';
import type { PageRequest, Shown } from '../../platform/db/lists.ts';
import { type CardSort, listCardsFound, type SearchedCardFilter } from '../cards/sql.ts';
import { type HolderFilter, listHolders, listHoldersFound } from '../holders/sql.ts';
import { listTransactions, listTransactionsAt, type TransactionFilter } from '../transactions/sql.ts';
import { findAllMerchants, findMatches, findPayees, MOST_MATCHES, MOST_NAMES } from './find.ts';

type Searched<Filter> = Filter & { search?: string };

/** A page of cards with the names of their cardholders: those that have the words, or whose cardholder has them. */
export async function searchCards(
  db: Db,
  scope: Scope,
  page: PageRequest,
  { search: typed, ...filter }: Searched<SearchedCardFilter & { sort?: CardSort }>,
): Promise<Shown[]> {
  return db.read(scope, async (tx) => {
    if (typed === undefined) return listCardsFound(tx, scope, page, filter);
    const [cards, holders] = await Promise.all([
      findMatches(tx, scope, { kind: 'card', typed, limit: MOST_MATCHES }),
      findMatches(tx, scope, { kind: 'holder', typed, limit: MOST_NAMES }),
    ]);
    return listCardsFound(tx, scope, page, { ...filter, found: { cards, holders } });
  });
}

/** A page of cardholders. */
export async function searchHolders(
  db: Db,
  scope: Scope,
  page: PageRequest,
  { search: typed, ...filter }: Searched<HolderFilter>,
): Promise<Shown[]> {
  return db.read(scope, async (tx) => {
    if (typed === undefined) return listHolders(tx, scope, page, filter);
    const ids = await findMatches(tx, scope, { kind: 'holder', typed, limit: MOST_MATCHES });
    return listHoldersFound(tx, scope, page, { ...filter, ids });
  });
}

/** A page of card payments at the merchants that have the words. */
export async function searchTransactions(
  db: Db,
  scope: Scope,
  page: PageRequest,
  { search: typed, ...filter }: Searched<TransactionFilter>,
): Promise<Shown[]> {
  return db.read(scope, async (tx) => {
    if (typed === undefined) return listTransactions(tx, scope, page, filter);
    const merchants = await findPayees(tx, scope, 'merchant', typed);
    return listTransactionsAt(tx, scope, page, { ...filter, merchants });
  });
}

/** As many payments as a page has, of all merchants that have the words; undefined where these are too many to read. */
export async function searchAllTransactions(
  db: Db,
  scope: Scope,
  page: PageRequest,
  { search: typed, ...filter }: Searched<TransactionFilter>,
): Promise<Shown[] | undefined> {
  if (typed === undefined) return searchTransactions(db, scope, page, filter);
  return db.read(scope, async (tx) => {
    const merchants = await findAllMerchants(tx, scope, typed);
    return merchants && listTransactionsAt(tx, scope, page, { ...filter, merchants });
  });
}
