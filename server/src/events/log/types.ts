// Event types.

/** Every event type. Clients subscribe to them, so none is ever removed. */
export const eventTypes = [
  'operation.completed',
  'operation.failed',
  'operation.manual_review',
  'invoice.pending',
  'invoice.completed',
  'invoice.expired',
  'invoice.failed',
  'invoice.manual_review',
  'card.created',
  'card.updated',
  'holder.created',
  'holder.updated',
  'transaction.created',
  'transaction.updated',
  'webhook.test',
  'webhook.failing',
  'webhook.disabled',
] as const;

export type EventType = (typeof eventTypes)[number];
