// Webhook endpoints: register, list, read, change, delete and test; and their secrets.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type TSchema, Type } from 'typebox';
import type { Caller } from '../../foundation/caller.ts';
import type { Clock } from '../../foundation/clock.ts';
import type { SealingKeys } from '../../foundation/config.ts';
import { fromId } from '../../foundation/ids.ts';
import { type RefusalCode, refuse } from '../../foundation/refusals/refusals.ts';
import type { Db } from '../../platform/db/db.ts';
import type { AllowList } from '../../platform/guard/allow.ts';
import { access } from '../../platform/http/access.ts';
import { freeText, idOf, idPath, NoQuery } from '../../platform/http/schema.ts';
import { changeWebhook, confirmSecret, deleteWebhook, registerWebhook, rotateSecret, testWebhook } from './manage.ts';
import { toWebhook, WantedEvents } from './show.ts';
import { findWebhook, listWebhooks } from './sql.ts';

export type WebhookDeps = { db: Db; clock: Clock; sealingKeys: SealingKeys; allow: AllowList };

const Url = Type.String({
  maxLength: 2_048,
  description: 'Public, https, without credentials.',
  examples: ['https://example.com/webhooks'],
});

export const NewWebhook = Type.Object(
  {
    url: Url,
    events: Type.Optional(WantedEvents),
    description: Type.Optional(freeText({ maxLength: 200, examples: ['Orders in production'] })),
  },
  { title: 'NewWebhookEndpoint', additionalProperties: false },
);

export const WebhookChanges = Type.Object(
  {
    url: Type.Optional(Url),
    events: Type.Optional(WantedEvents),
    description: Type.Optional(freeText({ maxLength: 200, examples: ['Orders in production'] })),
    status: Type.Optional(Type.Enum(['enabled', 'disabled'], { type: 'string' })),
  },
  { title: 'WebhookEndpointChanges', additionalProperties: false },
);

/** Declares a read, and the codes that it can answer with. */
export const reads = (...refuses: RefusalCode[]) => access({ permission: 'webhooks:read', limit: 'reads', refuses });

/** The same for a write; `shows` completes the example of its answer. */
export const writes = (refuses: readonly RefusalCode[], shows: object = {}) =>
  access({ permission: 'webhooks:write', limit: 'writes', refuses, shows });

/** A secret is shown when it is made, and never again. */
const withSecret = { secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' };

/** The schema fields that all routes here share. */
export const about = (operationId: string, summary: string, description: string) => ({
  tags: ['Webhooks'],
  operationId,
  summary,
  description,
  querystring: NoQuery,
});

/** Malformed and unknown ids are both 404. */
export const idIn = ({ id }: { id: string }) => fromId('webhook', id) ?? refuse('webhook_not_found');

/** The key that a change is made with. */
export const byCaller = ({ key }: Caller) => ({ keyId: key.key_id });

/** Serves the endpoint routes. */
export const webhookRoutes: FastifyPluginAsyncTypebox<WebhookDeps> = async (app, deps) => {
  await app.register(readingRoutes, deps);
  await app.register(changingRoutes, deps);
  await app.register(bodilessRoutes, deps);
};

const readingRoutes: FastifyPluginAsyncTypebox<WebhookDeps> = async (app, { db, clock }) => {
  app.get(
    '/api/v1/webhook-endpoints',
    {
      config: reads(),
      schema: {
        ...about('listWebhookEndpoints', 'List webhook endpoints', 'Newest first; at most 16.'),
        response: { 200: Type.Object({ data: Type.Array(Type.Ref('WebhookEndpoint')) }) },
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
      config: reads('webhook_not_found'),
      schema: {
        ...about('getWebhookEndpoint', 'Read one webhook endpoint', 'Its secret is not shown again.'),
        params: idPath('webhook'),
        response: { 200: Type.Ref('WebhookEndpoint') },
      },
    },
    async ({ caller, params }) => {
      const id = idIn(params);
      const row = await db.read(caller.scope, (tx) => findWebhook(tx, caller.scope, id));
      return toWebhook(row ?? refuse('webhook_not_found'), clock.now());
    },
  );
};

const changingRoutes: FastifyPluginAsyncTypebox<WebhookDeps> = async (app, deps) => {
  app.post(
    '/api/v1/webhook-endpoints',
    {
      config: writes(['webhook_url_refused', 'webhook_limit'], withSecret),
      schema: {
        ...about(
          'createWebhookEndpoint',
          'Register a webhook endpoint',
          'It receives events from now on, each signed with the `secret` in this response, which is shown only once.',
        ),
        body: NewWebhook,
        response: { 201: Type.Ref('WebhookEndpoint') },
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
      config: writes(['webhook_not_found', 'webhook_url_refused']),
      schema: {
        ...about(
          'changeWebhookEndpoint',
          'Change a webhook endpoint',
          'Only the given fields change. When enabled again, it receives events from then on; replay the missed ones.',
        ),
        params: idPath('webhook'),
        body: WebhookChanges,
        response: { 200: Type.Ref('WebhookEndpoint') },
      },
    },
    async ({ caller, params, body }) =>
      changeWebhook(deps, caller.scope, byCaller(caller), { id: idIn(params), ...body }),
  );
};

const answers = (schema: TSchema) => ({ params: idPath('webhook'), response: { 200: schema } });

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
      config: writes(['webhook_not_found']),
      schema: {
        ...about('deleteWebhookEndpoint', 'Delete a webhook endpoint', 'What was not sent to it yet never is.'),
        ...answers(Type.Object({ id: idOf('webhook'), deleted: Type.Literal(true) })),
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
      config: writes(['webhook_not_found', 'webhook_disabled']),
      schema: {
        ...about(
          'testWebhookEndpoint',
          'Send a test',
          'Sends a `webhook.test` to this endpoint, whatever it subscribes to. Its deliveries show the result.',
        ),
        ...answers(Type.Object({ eventId: idOf('event') })),
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
      config: writes(['webhook_not_found'], withSecret),
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
      config: writes(['webhook_not_found', 'rotation_not_begun']),
      schema: {
        ...about('confirmWebhookSecret', 'Confirm the new secret', 'From now on it alone signs.'),
        ...answers(Type.Ref('WebhookEndpoint')),
      },
    },
    async ({ caller, params }) => confirmSecret(deps, caller.scope, byCaller(caller), idIn(params)),
  );
};
