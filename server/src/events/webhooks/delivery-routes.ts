// Deliveries to webhook endpoints: list them, and replay events.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { refuse } from '../../foundation/refusals/refusals.ts';
import { InstantQuery, Page, pageQuery, toPage, toPageRequest } from '../../platform/http/pages.ts';
import { idPath } from '../../platform/http/schema.ts';
import { replayEvents } from './manage.ts';
import { about, byCaller, idIn, reads, type WebhookDeps, writes } from './routes.ts';
import { toDelivery } from './show.ts';
import { deliveryStatuses, findWebhook, listDeliveries } from './sql.ts';

export const Replay = Type.Object(
  {
    from: Type.String({ ...InstantQuery, examples: ['2026-11-14T00:00:00Z'] }),
    to: Type.String({ ...InstantQuery, examples: ['2026-11-15T00:00:00Z'] }),
    count: Type.Optional(
      Type.Integer({ minimum: 0, description: 'The number that you were shown; without it nothing is sent.' }),
    ),
  },
  { title: 'NewReplay', additionalProperties: false },
);

const DeliveryQuery = Type.Object({
  ...pageQuery,
  status: Type.Optional(Type.Enum(deliveryStatuses, { type: 'string' })),
});

/** Lists deliveries, and replays events. */
export const deliveryRoutes: FastifyPluginAsyncTypebox<WebhookDeps> = async (app, deps) => {
  const { db } = deps;
  app.get(
    '/api/v1/webhook-endpoints/:id/deliveries',
    {
      config: reads('webhook_not_found'),
      schema: {
        ...about('listWebhookDeliveries', 'List deliveries with their attempts', 'Newest first. Kept for 90 days.'),
        params: idPath('webhook'),
        querystring: DeliveryQuery,
        response: { 200: Page(Type.Ref('WebhookDelivery')) },
      },
    },
    async ({ caller: { scope }, params, query }) => {
      const webhookId = idIn(params);
      const page = toPageRequest(query);
      const rows = await db.read(scope, async (tx) => {
        if ((await findWebhook(tx, scope, webhookId)) === undefined) refuse('webhook_not_found');
        return listDeliveries(tx, scope, page, { webhookId, status: query.status });
      });
      const { shown, nextCursor } = toPage(rows, page, (row) => ({ at: row.created_at, id: row.id }));
      return { data: shown.map(toDelivery), nextCursor };
    },
  );

  app.post(
    '/api/v1/webhook-endpoints/:id/replay',
    {
      config: writes([
        'webhook_not_found',
        'webhook_disabled',
        'replay_too_large',
        'replay_budget_used',
        'replay_changed',
        'replay_under_way',
      ]),
      schema: {
        ...about(
          'replayEvents',
          'Replay events of a time range',
          'Without `count` it only counts the events with createdAt from `from` up to, not including, `to` that this ' +
            'endpoint wants. Repeated with that number as `count`, each is sent again; at most 10,000 at a time, and ' +
            '20,000 within 24 hours to all endpoints together: then 429 `replay_budget_used`.',
        ),
        params: idPath('webhook'),
        body: Replay,
        response: {
          200: Type.Object({ count: Type.Integer({ examples: [12] }), replayed: Type.Boolean({ examples: [false] }) }),
        },
      },
    },
    async ({ caller, params, body }) => {
      const count = body.count === undefined ? {} : { count: body.count };
      const asked = { id: idIn(params), from: new Date(body.from), to: new Date(body.to), ...count };
      return replayEvents(deps, caller.scope, byCaller(caller), asked);
    },
  );
};
