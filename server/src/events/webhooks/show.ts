// Endpoints and deliveries in their API representation.
import { type Static, Type } from 'typebox';
import { exampleId, type Named, NOBODY, toId } from '../../foundation/ids.ts';
import { eventTypes } from '../log/types.ts';
import { type DeliveryRow, deliveryStatuses, type listDeliveries, type WebhookRow } from './sql.ts';

const Instant = Type.String({ format: 'date-time', examples: ['2026-11-15T09:30:00.000Z'] });

const idOf = (named: Named) => Type.String({ examples: [exampleId(named)] });

/** Event types that an endpoint can subscribe to; `*` is every present and future type. */
export const WantedEvents = Type.Array(Type.Enum(['*', ...eventTypes], { type: 'string' }), {
  minItems: 1,
  maxItems: eventTypes.length + 1,
  uniqueItems: true,
  description: '`*` is every present and future type.',
  examples: [['operation.completed', 'operation.failed']],
});

export const WebhookEndpoint = Type.Object(
  {
    id: idOf('webhook'),
    url: Type.String({ examples: ['https://example.com/webhooks'] }),
    events: WantedEvents,
    description: Type.String({ examples: ['Orders in production'] }),
    status: Type.Enum(['enabled', 'disabled'], { type: 'string' }),
    createdAt: Instant,
    disabled: Type.Optional(
      Type.Object(
        { reason: Type.Enum(['client', 'operator', 'gone', 'failing'], { type: 'string' }), at: Instant },
        { description: 'gone: it responded 410. failing: every delivery failed for five days.' },
      ),
    ),
    failing: Type.Optional(
      Type.Object(
        { since: Instant, disablesAt: Instant },
        { description: 'Every delivery has failed since; it is disabled at the first failure after disablesAt.' },
      ),
    ),
    rotation: Type.Optional(
      Type.Object(
        { until: Instant },
        { description: 'Service-Signature uses the old secret until then, or until you confirm the new one.' },
      ),
    ),
    secret: Type.Optional(Type.String({ description: 'Shown once, when it is created.' })),
  },
  { $id: 'WebhookEndpoint' },
);

export const WebhookDelivery = Type.Object(
  {
    id: idOf('delivery'),
    eventId: idOf('event'),
    eventType: Type.String({ examples: ['operation.completed'] }),
    sequence: Type.Integer({ examples: [42] }),
    status: Type.Enum(deliveryStatuses, {
      type: 'string',
      examples: ['delivered'],
      description: 'failed: every attempt failed. canceled: the endpoint was disabled or deleted first.',
    }),
    replayed: Type.Boolean({ description: 'It was created by a replay.', examples: [false] }),
    createdAt: Instant,
    nextAttemptAt: Type.Union([Instant, Type.Null()], { examples: [null] }),
    attempts: Type.Array(
      Type.Object({
        number: Type.Integer({ examples: [1] }),
        at: Instant,
        durationMs: Type.Integer({ examples: [84] }),
        outcome: Type.Enum(['delivered', 'failed'], { type: 'string' }),
        status: Type.Union([Type.Integer(), Type.Null()], { description: 'null without a response.', examples: [200] }),
        error: Type.String({ description: 'Why there was no response.', examples: [''] }),
        response: Type.String({ description: 'The beginning of the response, up to 2 KiB.', examples: ['ok'] }),
      }),
    ),
  },
  { $id: 'WebhookDelivery' },
);

const FIVE_DAYS_MS = 5 * 24 * 3_600_000;
const DAY_MS = 24 * 3_600_000;

/** A URL for readers other than the company's own developers: a query or fragment may contain a secret. */
export function withoutQuery(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}

/**
 * The API representation of an endpoint at a given time. Events about it carry the same bytes, but the URL without
 * query.
 */
export function toWebhook(row: WebhookRow, at: Date): Static<typeof WebhookEndpoint> {
  return {
    id: toId('webhook', row.id),
    url: row.url,
    events: row.events as Static<typeof WantedEvents>,
    description: row.description,
    status: row.status === 'enabled' ? 'enabled' : 'disabled',
    createdAt: row.created_at.toISOString(),
    ...(row.status === 'disabled' && row.disabled_reason !== '' && row.disabled_at !== null
      ? { disabled: { reason: row.disabled_reason, at: row.disabled_at.toISOString() } }
      : {}),
    ...(row.status === 'enabled' && row.failing_since !== null
      ? {
          failing: {
            since: row.failing_since.toISOString(),
            disablesAt: disablesAt(row.failing_since, row.noticed_at),
          },
        }
      : {}),
    ...(row.next_from !== null && row.next_from > at ? { rotation: { until: row.next_from.toISOString() } } : {}),
  };
}

const disablesAt = (since: Date, noticedAt: Date | null) =>
  new Date(Math.max(since.getTime() + FIVE_DAYS_MS, (noticedAt?.getTime() ?? 0) + DAY_MS)).toISOString();

type Deliveries = Awaited<ReturnType<typeof listDeliveries>>;

/** The API representation of a delivery with its attempts. */
export const toDelivery = (row: Deliveries[number]): Static<typeof WebhookDelivery> => ({
  id: toId('delivery', row.id),
  eventId: toId('event', row.event_id),
  eventType: row.event_type,
  sequence: Number(row.sequence),
  status: row.status,
  replayed: isReplay(row),
  createdAt: row.created_at.toISOString(),
  nextAttemptAt: row.next_at?.toISOString() ?? null,
  attempts: row.attempts.map(({ number, at, duration_ms, outcome, status, detail, answer }) => ({
    number,
    at: at.toISOString(),
    durationMs: duration_ms,
    outcome,
    status,
    error: detail,
    response: answer,
  })),
});

const isReplay = ({ replay }: DeliveryRow) => replay !== NOBODY;
