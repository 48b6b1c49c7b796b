// Events in the description of the API: a union by `type`, and a webhook for each.

import { Event } from '../../events/log/routes.ts';
import { type EventType, eventTypes } from '../../events/log/types.ts';
import type { Webhooks } from '../../platform/http/document.ts';
import type { Schemas } from '../../platform/http/examples.ts';

/** The schema of an event's object, by the first word of its type. */
const objects: Record<string, string> = {
  operation: 'Operation',
  invoice: 'FundingInvoice',
  card: 'Card',
  holder: 'Holder',
  transaction: 'Transaction',
  webhook: 'WebhookEndpoint',
};

const refOf = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const objectOf = (type: EventType) => objects[type.split('.')[0] ?? ''] ?? 'Operation';

/** `operation.manual_review` is described as OperationManualReviewEvent. */
const nameOf = (type: EventType) =>
  `${type.replaceAll(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())}Event`;

/** When an event is sent. */
const words: Record<EventType, string> = {
  'operation.completed': 'An operation is completed',
  'operation.failed': 'An operation has failed, and its hold is released',
  'operation.manual_review': 'The outcome of an operation is unknown, and its funds stay held',
  'invoice.pending': 'An invoice has an address and can be paid',
  'invoice.completed': 'An invoice is paid and credited',
  'invoice.expired': 'An invoice was not paid in time',
  'invoice.failed': 'An invoice cannot be paid',
  'invoice.manual_review': 'A payment of an invoice has to be looked at by people',
  'card.created': 'A card is issued',
  'card.updated': 'A card has changed: its status, limits, name or metadata',
  'holder.created': 'A cardholder is created',
  'holder.updated': 'A cardholder has changed: its status, external id or metadata',
  'transaction.created': 'A card payment is new',
  'transaction.updated': 'A card payment has changed',
  'webhook.test': 'You asked for a test',
  'webhook.failing': 'Deliveries to an endpoint have failed for a while',
  'webhook.disabled': 'An endpoint is disabled',
};

/** The schemas of all events, and the webhooks that deliver them. */
export function describeEvents(): { schemas: Schemas; webhooks: Webhooks } {
  const {
    $id: _,
    properties,
    ...event
  } = JSON.parse(JSON.stringify(Event)) as {
    $id: string;
    properties: Record<string, object>;
  };
  const parts = eventTypes.map((type) => ({
    ...event,
    properties: {
      ...properties,
      type: { type: 'string', const: type },
      data: { type: 'object', required: ['object'], properties: { object: refOf(objectOf(type)) } },
    },
  }));
  const mapping = Object.fromEntries(eventTypes.map((type) => [type, refOf(nameOf(type)).$ref]));
  const union = {
    description: 'An event, typed by its `type`.',
    oneOf: eventTypes.map((type) => refOf(nameOf(type))),
    discriminator: { propertyName: 'type', mapping },
  };
  return {
    schemas: {
      ...Object.fromEntries(eventTypes.map((type, index) => [nameOf(type), parts[index] ?? {}])),
      Event: union,
    },
    webhooks: Object.fromEntries(eventTypes.map((type) => [type, { post: webhookOf(type) }])),
  };
}

const webhookOf = (type: EventType) => ({
  operationId: `on${nameOf(type)}`,
  summary: words[type],
  description: 'A POST to each endpoint that subscribes to it. Verify `Service-Signature` before you read the body.',
  tags: ['Webhooks'],
  security: [],
  parameters: [
    { name: 'Service-Signature', in: 'header', required: true, schema: { type: 'string' }, description: signature },
    {
      name: 'Service-Signature-Next',
      in: 'header',
      schema: { type: 'string' },
      description: 'The same by the new secret, while it is being replaced.',
    },
  ],
  requestBody: { required: true, content: { 'application/json': { schema: refOf(nameOf(type)) } } },
  responses: {
    '2XX': { description: 'You have it. Anything else, or nothing within ten seconds, is tried again.' },
    '410': { description: 'You no longer want it: the endpoint is disabled.' },
  },
});

const signature = '`t=<unix seconds>,v1=<HMAC-SHA256 of "<t>.<body>" by the secret, in hex>`.';
