// Events in the description of the API: a union by `type`, and a webhook for each.

import { Event } from '../../events/log/routes.ts';
import { type EventType, eventTypes } from '../../events/log/types.ts';
import { oneByType, type Webhooks } from '../../platform/http/document.ts';
import { refTo, type Schema, type Schemas } from '../../platform/http/examples.ts';

/** The schema of an event's object, by the first word of its type. */
const objects: Record<string, string> = {
  operation: 'Operation',
  invoice: 'FundingInvoice',
  card: 'Card',
  holder: 'Holder',
  transaction: 'Transaction',
  webhook: 'WebhookEndpoint',
};

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
  'invoice.manual_review': 'A payment of an invoice needs a decision by operators',
  'card.created': 'A card is issued',
  'card.updated': 'A card has changed: its balance, status, limits, name or metadata',
  'holder.created': 'A cardholder is created',
  'holder.updated': 'A cardholder has changed: its status, external id or metadata',
  'transaction.created': 'A card payment was made',
  'transaction.updated': 'A card payment has changed',
  'webhook.test': 'A test that you requested',
  'webhook.failing': 'Deliveries to an endpoint have failed for a while',
  'webhook.disabled': 'An endpoint is disabled',
};

/** An event of one type: its object is known. */
function partOf(type: EventType): Schema {
  const { $id: _, properties, ...event } = Event as object as Schema;
  const data = { type: 'object', required: ['object'], properties: { object: refTo(objectOf(type)) } };
  return { ...event, properties: { ...properties, type: { type: 'string', const: type }, data } };
}

/** The schemas of all events, and the webhooks that deliver them. */
export const describeEvents = (): { schemas: Schemas; webhooks: Webhooks } => ({
  schemas: {
    ...Object.fromEntries(eventTypes.map((type) => [nameOf(type), partOf(type)])),
    Event: {
      description: 'An event, typed by its `type`.',
      ...oneByType(Object.fromEntries(eventTypes.map((type) => [type, nameOf(type)]))),
    },
  },
  webhooks: Object.fromEntries(eventTypes.map((type) => [type, { post: webhookOf(type) }])),
});

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
  requestBody: { required: true, content: { 'application/json': { schema: refTo(nameOf(type)) } } },
  responses: {
    '2XX': { description: 'You have it. Anything else, or nothing within ten seconds, is tried again.' },
    '410': { description: 'You no longer want it: the endpoint is disabled.' },
  },
});

const signature = '`t=<unix seconds>,v1=<HMAC-SHA256 of "<t>.<body>" by the secret, in hex>`.';
