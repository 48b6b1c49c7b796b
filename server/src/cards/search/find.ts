// Finds cards, cardholders, merchants and recipients by the words of their names.
import { fromId, toId } from '../../foundation/ids.ts';
import type { Scope } from '../../foundation/scope.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import {
  countWords,
  type FoundById,
  type FoundKind,
  findNamed,
  foundById,
  listFoundCards,
  listFoundHolders,
  listMatches,
  listPayees,
  MOST_WORDS,
} from './sql.ts';
import { type Prefix, prefixesOf } from './words.ts';

/** As many of each kind as fit below the field. */
const SHOWN = 5;

/** Names whose payments or operations are merged into one list: each is a few index ranges. */
export const MOST_NAMES = 20;

/** Cards or cardholders that a list pages through, as many as a list without pages has. */
export const MOST_MATCHES = 1_000;

/** The ids of what has all the typed words, at most `limit`. */
export async function findMatches(
  tx: Tx,
  scope: Scope,
  { kind, typed, limit }: { kind: FoundKind; typed: string; limit: number },
): Promise<string[]> {
  const prefixes = prefixesOf(typed);
  const ordered =
    prefixes.length < 2 ? prefixes : (await countEach(tx, scope, kind, prefixes)).map(({ prefix }) => prefix);
  return listOrdered(tx, scope, { kind, ordered, limit });
}

/** The prefixes with the number of words that begin so, the rarest first. */
async function countEach(
  tx: Tx,
  scope: Scope,
  kind: FoundKind,
  prefixes: readonly Prefix[],
): Promise<{ prefix: Prefix; words: number }[]> {
  const counted = await Promise.all(
    prefixes.map(async (prefix) => ({ prefix, words: await countWords(tx, scope, kind, prefix) })),
  );
  return counted.toSorted((one, other) => one.words - other.words);
}

/** What has the first prefix is compared with the others one by one, so the first should be the rarest. */
async function listOrdered(
  tx: Tx,
  scope: Scope,
  { kind, ordered: [first, ...others], limit }: { kind: FoundKind; ordered: readonly Prefix[]; limit: number },
): Promise<string[]> {
  return first === undefined ? [] : listMatches(tx, scope, { kind, first, others, limit });
}

/** The names of all merchants that have all the typed words; undefined where these are too many to read. */
export async function findAllMerchants(tx: Tx, scope: Scope, typed: string): Promise<string[] | undefined> {
  const kind = 'merchant';
  const counted = await countEach(tx, scope, kind, prefixesOf(typed));
  if ((counted[0]?.words ?? 0) >= MOST_WORDS) return undefined;
  const ordered = counted.map(({ prefix }) => prefix);
  const ids = await listOrdered(tx, scope, { kind, ordered, limit: MOST_NAMES + 1 });
  return ids.length > MOST_NAMES ? undefined : listPayees(tx, scope, kind, ids);
}

/** The names of merchants or recipients that have all the typed words. */
export async function findPayees(
  tx: Tx,
  scope: Scope,
  kind: 'merchant' | 'recipient',
  typed: string,
): Promise<string[]> {
  return listPayees(tx, scope, kind, await findMatches(tx, scope, { kind, typed, limit: MOST_NAMES }));
}

export type Found = {
  cards: { id: string; name: string; last4: string; status: string; holderName: string }[];
  holders: { id: string; name: string; email: string }[];
  merchants: { name: string }[];
  named: { kind: FoundById; id: string; label: string; status: string }[];
};

/** Finds whatever the typed text may mean: words of names, or a pasted id. */
export async function findAnything(db: Db, scope: Scope, typed: string): Promise<Found> {
  const limit = SHOWN;
  return db.read(scope, async (tx) => {
    const [cards, holders, merchants, named] = await Promise.all([
      findMatches(tx, scope, { kind: 'card', typed, limit }),
      findMatches(tx, scope, { kind: 'holder', typed, limit }),
      findMatches(tx, scope, { kind: 'merchant', typed, limit }),
      findByIds(tx, scope, typed.trim()),
    ]);
    const [foundCards, foundHolders, foundMerchants] = await Promise.all([
      listFoundCards(tx, scope, cards),
      listFoundHolders(tx, scope, holders),
      listPayees(tx, scope, 'merchant', merchants),
    ]);
    return {
      cards: foundCards.map(({ id, holder_name, ...card }) => ({
        ...card,
        id: toId('card', id),
        holderName: holder_name,
      })),
      holders: foundHolders.map(({ id, ...holder }) => ({ ...holder, id: toId('holder', id) })),
      merchants: foundMerchants.map((name) => ({ name })),
      named,
    };
  });
}

/** What a pasted id names; at most one object. */
async function findByIds(tx: Tx, scope: Scope, typed: string): Promise<Found['named']> {
  for (const kind of foundById) {
    const id = fromId(kind, typed);
    if (id === undefined) continue;
    const row = await findNamed(tx, scope, kind, id);
    if (row === undefined) return [];
    return [{ kind, id: typed, ...row }];
  }
  return [];
}
