// Webhook endpoints and event types.
import type { Schemas } from '@cardwright/sdk';

export type Endpoint = Schemas['WebhookEndpoint'];
export type Delivery = Schemas['WebhookDelivery'];
export type EventType = Exclude<Endpoint['events'][number], '*'>;

/** Every event type, in the order of occurrence. */
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
] as const satisfies readonly EventType[];

/** The types by object. */
export const eventGroups: readonly { about: string; types: readonly EventType[] }[] = [
  'operation',
  'invoice',
  'card',
  'holder',
  'transaction',
  'webhook',
].map((about) => ({ about, types: eventTypes.filter((type) => type.startsWith(`${about}.`)) }));
