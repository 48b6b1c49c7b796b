// The statements of cards. Only the last four digits and the issuer's token are ever stored.

import type { Scope } from '../../foundation/scope.ts';
import { inScope, type Tx } from '../../platform/db/db.ts';
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

/** One card of this company and environment. */
export async function findCard(tx: Tx, scope: Scope, id: string): Promise<string | undefined> {
  const [row] = await tx.query<{ text: string }>(sql`
    select ${TEXT} as text from (select c as whole, c.id from cards c where ${inScope(scope, 'c')} and c.id = ${id}) p`);
  return row?.text;
}
