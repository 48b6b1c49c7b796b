// What products are, and what can be ordered of them.

export type ProductKind = 'card' | 'service';

export type OperationType = 'issue' | 'topup' | 'service';

/** Which operations a kind of product serves. */
export const served: Readonly<Record<ProductKind, readonly OperationType[]>> = {
  card: ['issue', 'topup'],
  service: ['service'],
};
