// The statements of cards. Only the last four digits and the issuer's token are ever stored.

import type { Usd } from '../../foundation/money/usd.ts';
import type { Scope } from '../../foundation/scope.ts';
import { inScope, type Tx } from '../../platform/db/db.ts';
import { type PageRequest, readPage } from '../../platform/db/lists.ts';
import { name, sql } from '../../platform/db/sql.ts';

export const cardStatuses = ['active', 'frozen', 'blocked', 'closed', 'expired'] as const;

export type CardRow = {
  id: string;
  name: string;
  holder_id: string;
  last4: string;
  status: (typeof cardStatuses)[number];
  balance: Usd;
  product_id: string;
  created_at: Date;
};

export type CardFilter = { holderId?: string; productId?: string; status?: string };

const columns = 'id, name, holder_id, last4, status, balance, product_id, created_at';

/** A page of cards, newest first. */
export async function listCards(tx: Tx, scope: Scope, page: PageRequest, filter: CardFilter): Promise<CardRow[]> {
  return readPage<CardRow>(tx, scope, { table: 'cards', time: 'created_at', columns }, page, {
    exact: [
      ...(filter.holderId === undefined ? [] : [{ column: 'holder_id', value: filter.holderId }]),
      ...(filter.productId === undefined ? [] : [{ column: 'product_id', value: filter.productId }]),
    ],
    oneOf: [{ column: 'status', wanted: filter.status, values: cardStatuses }],
  });
}

/** One card of this company and environment. */
export async function findCard(tx: Tx, scope: Scope, id: string): Promise<CardRow | undefined> {
  const [row] = await tx.query<CardRow>(sql`
    select ${name(columns)} from cards where ${inScope(scope)} and id = ${id}`);
  return row;
}
