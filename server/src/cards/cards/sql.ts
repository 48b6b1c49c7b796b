// The statements of cards. Only the last four digits and the issuer's token are ever stored.

import type { Scope } from '../../foundation/scope.ts';
import { inScope, type Queryable, type Tx } from '../../platform/db/db.ts';
import { type PageRequest, readShownPage, type Shown } from '../../platform/db/lists.ts';
import { sql } from '../../platform/db/sql.ts';

export const cardStatuses = ['active', 'frozen', 'blocked', 'closed', 'expired'] as const;

export type CardFilter = { holderId?: string; productId?: string; status?: string };

const TEXT = sql`card_text(p.whole, shown_id('card', p.id), shown_id('holder', (p.whole).holder_id), shown_id('prod', (p.whole).product_id))`;

/** A page of cards, newest first. */
export async function listCards(tx: Tx, scope: Scope, page: PageRequest, filter: CardFilter): Promise<Shown[]> {
  return readShownPage(tx, scope, { table: 'cards', time: 'created_at', text: TEXT }, page, {
    exact: [
      ...(filter.holderId === undefined ? [] : [{ column: 'holder_id', value: filter.holderId }]),
      ...(filter.productId === undefined ? [] : [{ column: 'product_id', value: filter.productId }]),
    ],
    oneOf: [{ column: 'status', wanted: filter.status, values: cardStatuses }],
  });
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
