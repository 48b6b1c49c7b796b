// The statements of cards. Only the last four digits and the issuer's token are ever stored.

import type { Scope } from '../../foundation/scope.ts';
import { inScope, type Queryable, type Tx } from '../../platform/db/db.ts';
import { type Filters, type PageRequest, readShownPage, readSortedPage, type Shown } from '../../platform/db/lists.ts';
import { allOf, type Sql, sql } from '../../platform/db/sql.ts';

export const cardStatuses = ['active', 'frozen', 'blocked', 'closed', 'expired'] as const;

/** The longest name of a card. */
export const LONGEST_NAME = 200;

export type CardFilter = { holderId?: string; productId?: string; status?: string };

/** The filter of a search, which knows no products. */
export type SearchedCardFilter = Omit<CardFilter, 'productId'>;

const TEXT = sql`card_text(p.whole, shown_id('card', p.id), shown_id('holder', (p.whole).holder_id), shown_id('prod', (p.whole).product_id))`;

/** A page of cards, newest first. */
export async function listCards(tx: Tx, scope: Scope, page: PageRequest, filter: CardFilter): Promise<Shown[]> {
  return readShownPage(tx, scope, { table: 'cards', time: 'created_at', text: TEXT }, page, filtersOf(filter));
}

const filtersOf = ({ holderId, productId, status }: CardFilter): Filters => ({
  exact: [
    ...(holderId === undefined ? [] : [{ column: 'holder_id', value: holderId }]),
    ...(productId === undefined ? [] : [{ column: 'product_id', value: productId }]),
  ],
  oneOf: [{ column: 'status', wanted: status, values: cardStatuses }],
});

/** Found cards, and cardholders whose cards are found. */
type FoundCards = { cards: readonly string[]; holders: readonly string[] };

/** Orders of cards beside newest first, which an index answers. */
const sortKeys = {
  name: sql`lower((p.whole).name)`,
  balance: sql`-(p.whole).balance`,
} satisfies Record<string, Sql>;

export type CardSort = keyof typeof sortKeys;
export const cardSorts = Object.keys(sortKeys) as readonly CardSort[];

/**
 * Orders by name and balance sort this many of the newest cards. An index by balance would have to change with every
 * payment, for lists that few companies have.
 */
const MOST_SORTED = 1_000;

/**
 * A page of cards with the names of their cardholders: all, or what a search found. Newest first, or sorted, with the
 * largest balance first.
 */
export async function listCardsFound(
  tx: Tx,
  scope: Scope,
  page: PageRequest,
  { found, sort, ...filter }: SearchedCardFilter & { found?: FoundCards; sort?: CardSort },
): Promise<Shown[]> {
  const text = sql`left(${TEXT}, -1) || ',"holderName":' || to_json((
    select h.name from holders h where ${inScope(scope, 'h')} and h.id = (p.whole).holder_id))::text || '}'`;
  const list = { table: 'cards', time: 'created_at', text };
  const parts = found === undefined ? [filtersOf(filter)] : partsOf(found, filter);
  if (sort === undefined) return readShownPage(tx, scope, list, page, ...parts);
  return readSortedPage(tx, scope, { ...list, key: sortKeys[sort], among: MOST_SORTED }, page, ...parts);
}

/** Cards of found cardholders, and the other cards that were found themselves. */
function partsOf(found: FoundCards, { holderId, status }: SearchedCardFilter): Filters[] {
  const holders = found.holders.filter((id) => (holderId ?? id) === id);
  return [
    {
      oneOf: [
        { column: 'holder_id', each: sql`select unnest(${holders}::uuid[])` },
        { column: 'status', wanted: status, values: cardStatuses },
      ],
    },
    {
      oneOf: [{ column: 'id', each: sql`select unnest(${found.cards}::uuid[])` }],
      covered: allOf([
        sql`t.holder_id <> all (${holders}::uuid[])`,
        ...(holderId === undefined ? [] : [sql`t.holder_id = ${holderId}`]),
        ...(status === undefined ? [] : [sql`t.status = ${status}`]),
      ]),
    },
  ];
}

/** A card and the objects that it should belong to, as a list's filter names them. */
export type CardClaim = { cardId?: string; holderId?: string; productId?: string };

/**
 * Whether a filter contradicts itself: its card is not of its holder and product. Neither of a card ever changes, so
 * then no row matches. Without this check, a list would read all rows of the card to find none.
 */
export async function isContradiction(tx: Tx, scope: Scope, claim: CardClaim): Promise<boolean> {
  const { cardId, holderId, productId } = claim;
  if (cardId === undefined || (holderId === undefined && productId === undefined)) return false;
  const [card] = await tx.query<{ holder_id: string; product_id: string }>(sql`
    select c.holder_id, c.product_id from cards c where ${inScope(scope, 'c')} and c.id = ${cardId}`);
  return (holderId ?? card?.holder_id) !== card?.holder_id || (productId ?? card?.product_id) !== card?.product_id;
}

/** One card of this company and environment. */
export async function findCard(tx: Tx, scope: Scope, id: string): Promise<string | undefined> {
  const [row] = await tx.query<{ text: string }>(sql`
    select ${TEXT} as text from (select c as whole, c.id from cards c where ${inScope(scope, 'c')} and c.id = ${id}) p`);
  return row?.text;
}

/** The fields that a client may change; metadata is replaced as a whole. */
export type CardChanges = { name?: string; metadata?: Readonly<Record<string, string>> };

/** Changes a card in one commit with its event. */
export async function updateCard(
  db: Queryable,
  { companyId, environment }: Scope,
  { keyId, id, changes }: { keyId: string; id: string; changes: CardChanges },
): Promise<{ text: string } | { refused: 'card_not_found' | 'holder_not_active' }> {
  const [row] = await db.query<{ written: { text: string } | { refused: 'card_not_found' | 'holder_not_active' } }>(sql`
    select update_card(${companyId}, ${environment}, ${keyId}, ${id}, ${JSON.stringify(changes)}::json) as written`);
  if (row === undefined) throw new Error('update_card answered nothing');
  return row.written;
}
