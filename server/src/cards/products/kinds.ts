// Kinds of products, and the operations that each allows.

export type ProductKind = 'card' | 'service';

/** Operations that a company orders: they cost money. */
export const orderTypes = ['issue', 'topup', 'service'] as const;

export type OrderType = (typeof orderTypes)[number];

/** The operations of each kind of product. */
export const served: Readonly<Record<ProductKind, readonly OrderType[]>> = {
  card: ['issue', 'topup'],
  service: ['service'],
};
