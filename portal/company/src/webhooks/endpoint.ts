// Webhook endpoints and what they can listen to.
import type { components } from '../../../shared/api.d.ts';

export type Endpoint = components['schemas']['WebhookEndpoint'];
export type Delivery = components['schemas']['WebhookDelivery'];
export type EventType = Exclude<Endpoint['events'][number], '*'>;

/** Every type of event, in the order in which things happen. */
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
  'transaction.created',
  'transaction.updated',
  'webhook.test',
  'webhook.failing',
  'webhook.disabled',
] as const satisfies readonly EventType[];

/** The types by what they are about. */
export const eventGroups: readonly { about: string; types: readonly EventType[] }[] = [
  'operation',
  'invoice',
  'card',
  'transaction',
  'webhook',
].map((about) => ({ about, types: eventTypes.filter((type) => type.startsWith(`${about}.`)) }));
