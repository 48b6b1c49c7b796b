// Kinds of products, and the operations that each allows.

export type ProductKind = 'card' | 'service';

export type OperationType = 'issue' | 'topup' | 'service';

/** The operations of each kind of product. */
export const served: Readonly<Record<ProductKind, readonly OperationType[]>> = {
  card: ['issue', 'topup'],
  service: ['service'],
};
