// Orders of the program: cards and top-ups, each with the id of its intent in its metadata.
import type { Order } from '@cardwright/sdk';

/** `run` previews first and waits; `requote` expects a wrong total first, is refused, and orders again. */
export const kinds = ['issue', 'topup', 'run', 'requote'] as const;
type Kind = (typeof kinds)[number];

export type Wish = { id: string; kind: Kind };

/** What orders are made of. */
export type Shop = {
  productId: string;
  holderId: string;
  cardIds: string[];
  /** The total of an issue of AMOUNT. */
  total: string;
};

export const AMOUNT = '25.00';

/** The order of a wish: the same bytes each time. */
export function orderOf({ id, kind }: Wish, { productId, holderId, cardIds }: Shop): Order {
  const about = { amount: AMOUNT, metadata: { intent: id } };
  if (kind !== 'topup') return { type: 'issue', productId, holderId, ...about };
  const cardId = cardIds[Number(id.replaceAll(/\D/g, '')) % cardIds.length] ?? '';
  return { type: 'topup', cardId, ...about };
}
