// Webhook endpoints: register, list, read, change, delete, test, replay; their secrets and their deliveries.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type TSchema, Type } from 'typebox';
import type { Caller } from '../../foundation/caller.ts';
import type { Clock } from '../../foundation/clock.ts';
import type { SealingKeys } from '../../foundation/config.ts';
import { fromId } from '../../foundation/ids.ts';
import { refuse } from '../../foundation/refusals/refusals.ts';
import type { Db } from '../../platform/db/db.ts';
import type { AllowList } from '../../platform/guard/allow.ts';
import { access } from '../../platform/http/access.ts';
import { InstantQuery, Page, pageQuery, toPage, toPageRequest } from '../../platform/http/pages.ts';
import { freeText, IdPath, NoQuery, refused } from '../../platform/http/schema.ts';
import {
  changeWebhook,
  confirmSecret,
  deleteWebhook,
  registerWebhook,
  replayEvents,
  rotateSecret,
  testWebhook,
} from './manage.ts';
import { toDelivery, toWebhook, WantedEvents } from './show.ts';
import { deliveryStatuses, findWebhook, listDeliveries, listWebhooks } from './sql.ts';

export type WebhookDeps = { db: Db; clock: Clock; sealingKeys: SealingKeys; allow: AllowList };

const Url = Type.String({ maxLength: 2_048, description: 'Public, https, without credentials.' });

export const NewWebhook = Type.Object(
  {
    url: Url,
    events: Type.Optional(WantedEvents),
    description: Type.Optional(freeText({ maxLength: 200 })),
  },
  { additionalProperties: false },
);

export const WebhookChanges = Type.Object(
  {
    url: Type.Optional(Url),
    events: Type.Optional(WantedEvents),
    description: Type.Optional(freeText({ maxLength: 200 })),
    status: Type.Optional(Type.Enum(['enabled', 'disabled'], { type: 'string' })),
  },
  { additionalProperties: false },
);

export const Replay = Type.Object(
  {
    from: InstantQuery,
    to: InstantQuery,
    count: Type.Optional(
      Type.Integer({ minimum: 0, description: 'The number that you were shown; without it nothing is sent.' }),
    ),
  },
  { additionalProperties: false },
);

const DeliveryQuery = Type.Object({
  ...pageQuery,
  status: Type.Optional(Type.Enum(deliveryStatuses, { type: 'string' })),
});

const reads = access({ permission: 'webhooks:read', limit: 'reads' });
const writes = access({ permission: 'webhooks:write', limit: 'writes' });

/** The schema fields that all routes here share. */
const about = (operationId: string, summary: string, description: string) => ({
  tags: ['Additions'],
  operationId,
  summary,
  description,
  querystring: NoQuery,
});

/** Malformed and unknown ids are both 404. */
const idIn = ({ id }: { id: string }) => fromId('webhook', id) ?? refuse('webhook_not_found');

const byCaller = ({ key }: Caller) => ({ keyId: key.key_id });

/** Serves the endpoint routes. */
export const webhookRoutes: FastifyPluginAsyncTypebox<WebhookDeps> = async (app, deps) => {
  await app.register(readingRoutes, deps);
  await app.register(changingRoutes, deps);
  await app.register(replayRoute, deps);
  await app.register(bodilessRoutes, deps);
};

const readingRoutes: FastifyPluginAsyncTypebox<WebhookDeps> = async (app, { db, clock }) => {
  app.get(
    '/api/v1/webhook-endpoints',
    {
      config: reads,
      schema: {
        ...about('listWebhookEndpoints', 'List webhook endpoints', 'Newest first; at most 16.'),
        response: { 200: Type.Object({ data: Type.Array(Type.Ref('WebhookEndpoint')) }), ...refused(400) },
      },
    },
    async ({ caller }) => {
      const rows = await db.read(caller.scope, (tx) => listWebhooks(tx, caller.scope));
      return { data: rows.map((row) => toWebhook(row, clock.now())) };
    },
  );

  app.get(
    '/api/v1/webhook-endpoints/:id',
    {
      config: reads,
      schema: {
        ...about('getWebhookEndpoint', 'Read one webhook endpoint', 'Its secret is not shown again.'),
        params: IdPath,
        response: { 200: Type.Ref('WebhookEndpoint'), ...refused(400, 404) },
      },
    },
    async ({ caller, params }) => {
      const id = idIn(params);
      const row = await db.read(caller.scope, (tx) => findWebhook(tx, caller.scope, id));
      return toWebhook(row ?? refuse('webhook_not_found'), clock.now());
    },
  );

  app.get(
    '/api/v1/webhook-endpoints/:id/deliveries',
    {
      config: reads,
      schema: {
        ...about('listWebhookDeliveries', 'List deliveries with their attempts', 'Newest first. Kept for 90 days.'),
        params: IdPath,
        querystring: DeliveryQuery,
        response: { 200: Page(Type.Ref('WebhookDelivery')), ...refused(400, 404) },
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
};

const changingRoutes: FastifyPluginAsyncTypebox<WebhookDeps> = async (app, deps) => {
  app.post(
    '/api/v1/webhook-endpoints',
    {
      config: writes,
      schema: {
        ...about(
          'createWebhookEndpoint',
          'Register a webhook endpoint',
          'It receives events from now on, each signed with the `secret` in this response, which is shown only once.',
        ),
        body: NewWebhook,
        response: { 201: Type.Ref('WebhookEndpoint'), ...refused(400, 413, 415) },
      },
    },
    async ({ caller, body }, reply) => {
      const wanted = { url: body.url, events: body.events ?? ['*'], description: body.description ?? '' };
      const { webhook, secret } = await registerWebhook(deps, caller.scope, byCaller(caller), wanted);
      return reply
        .code(201)
        .header('location', `/api/v1/webhook-endpoints/${webhook.id}`)
        .send({ ...webhook, secret });
    },
  );

  app.patch(
    '/api/v1/webhook-endpoints/:id',
    {
      config: writes,
      schema: {
        ...about(
          'changeWebhookEndpoint',
          'Change a webhook endpoint',
          'Only the given fields change. When enabled again, it receives events from then on; replay the missed ones.',
        ),
        params: IdPath,
        body: WebhookChanges,
        response: { 200: Type.Ref('WebhookEndpoint'), ...refused(400, 404, 413, 415) },
      },
    },
    async ({ caller, params, body }) =>
      changeWebhook(deps, caller.scope, byCaller(caller), { id: idIn(params), ...body }),
  );
};

const replayRoute: FastifyPluginAsyncTypebox<WebhookDeps> = async (app, deps) => {
  app.post(
    '/api/v1/webhook-endpoints/:id/replay',
    {
      config: writes,
      schema: {
        ...about(
          'replayEvents',
          'Replay events of a time range',
          'Without `count` it only counts the events with createdAt from `from` up to, not including, `to` that this ' +
            'endpoint wants. Repeated with that number as `count`, each is sent again; at most 10,000 at a time, and ' +
            '20,000 within 24 hours to all endpoints together: then 429 `replay_budget_used`.',
        ),
        params: IdPath,
        body: Replay,
        response: {
          200: Type.Object({ count: Type.Integer(), replayed: Type.Boolean() }),
          ...refused(400, 404, 409, 413, 415),
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

const answers = (schema: TSchema) => ({ params: IdPath, response: { 200: schema, ...refused(400, 404, 413, 415) } });

/** These routes take no body, but many clients send a JSON content type anyway. */
const bodilessRoutes: FastifyPluginAsyncTypebox<WebhookDeps> = async (app, deps) => {
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, async (_request: unknown, body: string) =>
    /^\s*(\{\s*\}\s*)?$/.test(body) ? undefined : refuse('request_invalid', { message: 'This request takes no body.' }),
  );
  await app.register(secretRoutes, deps);
  app.delete(
    '/api/v1/webhook-endpoints/:id',
    {
      config: writes,
      schema: {
        ...about('deleteWebhookEndpoint', 'Delete a webhook endpoint', 'What was not sent to it yet never is.'),
        ...answers(Type.Object({ id: Type.String(), deleted: Type.Literal(true) })),
      },
    },
    async ({ caller, params }) => {
      await deleteWebhook(deps, caller.scope, byCaller(caller), idIn(params));
      return { id: params.id, deleted: true as const };
    },
  );

  app.post(
    '/api/v1/webhook-endpoints/:id/test',
    {
      config: writes,
      schema: {
        ...about(
          'testWebhookEndpoint',
          'Send a test',
          'This endpoint is told a `webhook.test`, whatever it listens to; its deliveries show what came of it.',
        ),
        ...answers(Type.Object({ eventId: Type.String() })),
      },
    },
    async ({ caller, params }) => ({
      eventId: await testWebhook(deps, caller.scope, byCaller(caller), idIn(params)),
    }),
  );
};

const secretRoutes: FastifyPluginAsyncTypebox<WebhookDeps> = async (app, deps) => {
  app.post(
    '/api/v1/webhook-endpoints/:id/rotate-secret',
    {
      config: writes,
      schema: {
        ...about(
          'rotateWebhookSecret',
          'Replace the secret',
          'The new `secret` is shown only now. For 24 hours, or until you confirm it, Service-Signature is made with ' +
            'the old one and Service-Signature-Next with the new one. Repeated, the newest replaces the one before.',
        ),
        ...answers(Type.Ref('WebhookEndpoint')),
      },
    },
    async ({ caller, params }) => {
      const { webhook, secret } = await rotateSecret(deps, caller.scope, byCaller(caller), idIn(params));
      return { ...webhook, secret };
    },
  );

  app.post(
    '/api/v1/webhook-endpoints/:id/confirm-secret',
    {
      config: writes,
      schema: {
        ...about('confirmWebhookSecret', 'Confirm the new secret', 'From now on it alone signs.'),
        ...answers(Type.Ref('WebhookEndpoint')),
      },
    },
    async ({ caller, params }) => confirmSecret(deps, caller.scope, byCaller(caller), idIn(params)),
  );
};
