// Webhook endpoints of companies: the API's actions on them, for an operator.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type Static, type TSchema, Type } from 'typebox';
import { Replay } from '../../events/webhooks/delivery-routes.ts';
import {
  changeWebhook,
  confirmSecret,
  deleteWebhook,
  registerWebhook,
  replayEvents,
  rotateSecret,
  testWebhook,
} from '../../events/webhooks/manage.ts';
import { NewWebhook, WebhookChanges } from '../../events/webhooks/routes.ts';
import { toDelivery, toWebhook, WebhookDelivery, WebhookEndpoint, withoutQuery } from '../../events/webhooks/show.ts';
import {
  deliveryStatuses,
  findWebhook,
  listDeliveries,
  listWebhooks,
  type WebhookRow,
} from '../../events/webhooks/sql.ts';
import { fromId } from '../../foundation/ids.ts';
import { refuse } from '../../foundation/refusals/refusals.ts';
import type { Environment, Scope } from '../../foundation/scope.ts';
import { Page, pageQuery, toPage, toPageRequest } from '../../platform/http/pages.ts';
import { EnvironmentName, IdPath } from '../../platform/http/schema.ts';
import { action } from './actions.ts';
import { companyIdOf, getCompany } from './company-shown.ts';
import { readWords, refusedAt } from './contract.ts';
import { type DeskDeps, type DeskOperator, webhookKeysOf } from './deps.ts';

/** As in the API, but with the URL without the query, which may contain a secret. */
export const Webhook = Type.Object({
  ...WebhookEndpoint.properties,
  failures: Type.Integer({ minimum: 0, description: 'Consecutive failed attempts.' }),
});

export const Delivery = Type.Object(WebhookDelivery.properties);

export const Replayed = Type.Object({ count: Type.Integer(), replayed: Type.Boolean() });

/** Longer than the API's pages: looking for an error means reading far back. */
const MOST_DELIVERIES = 500;

const Place = Type.Object({ environment: EnvironmentName });
const WebhookPath = Type.Object({ ...IdPath.properties, webhook: Type.String() });

const about = (operationId: string, summary: string) => ({
  tags: ['Webhooks'],
  operationId,
  summary,
  params: WebhookPath,
  querystring: Place,
});
const answers = <Answer extends TSchema>(answer: Answer) => ({
  200: answer,
  ...refusedAt(400, 404, 409, 413, 415, 429),
});

type Named = { params: { id: string }; query: { environment: Environment } };

/** The scope that a request names, of an existing company. */
async function scopeOf({ db }: DeskDeps, { params, query }: Named): Promise<Scope> {
  const { id } = await getCompany(db, companyIdOf(params.id));
  return { companyId: id, environment: query.environment };
}

const webhookIdOf = ({ webhook }: { webhook: string }): string =>
  fromId('webhook', webhook) ?? refuse('webhook_not_found');

/** The tools of a change to an endpoint. */
async function enter(deps: DeskDeps, request: Named & { operator: DeskOperator }) {
  const scope = await scopeOf(deps, request);
  const tools = { ...deps, sealingKeys: webhookKeysOf(deps) };
  return { tools, scope, by: request.operator.actor };
}

const toShown = (row: WebhookRow, at: Date): Static<typeof Webhook> => ({
  ...toWebhook({ ...row, url: withoutQuery(row.url) }, at),
  failures: row.failures,
});

async function readWebhook({ db, clock }: DeskDeps, scope: Scope, id: string): Promise<Static<typeof Webhook>> {
  const row = await db.read(scope, (tx) => findWebhook(tx, scope, id));
  return toShown(row ?? refuse('webhook_not_found'), clock.now());
}

/** A secret, the only time that it is known. */
async function withSecret(
  deps: DeskDeps,
  scope: Scope,
  { webhook, secret }: { webhook: { id: string }; secret: string },
): Promise<Static<typeof Webhook>> {
  return { ...(await readWebhook(deps, scope, webhookIdOf({ webhook: webhook.id }))), secret };
}

/** The description of an endpoint, if there is one: the audit log keeps it. */
const readDescription = (text: string): string => (text === '' ? '' : readWords(text));

/** Shows endpoints and their deliveries. */
export const webhookReadingRoutes: FastifyPluginAsyncTypebox<DeskDeps> = async (app, deps) => {
  const { db, clock } = deps;
  app.get(
    '/desk/v1/companies/:id/webhooks',
    {
      config: action('webhooks.read'),
      schema: {
        ...about('listWebhooks', 'List the webhook endpoints of a company, newest first'),
        params: IdPath,
        response: { 200: Type.Object({ data: Type.Array(Webhook) }), ...refusedAt(400, 404) },
      },
    },
    async ({ params, query }) => {
      const scope = await scopeOf(deps, { params, query });
      const rows = await db.read(scope, (tx) => listWebhooks(tx, scope));
      return { data: rows.map((row) => toShown(row, clock.now())) };
    },
  );

  app.get(
    '/desk/v1/companies/:id/webhooks/:webhook/deliveries',
    {
      config: action('webhooks.read'),
      schema: {
        ...about('listDeliveries', 'List what was sent to an endpoint with every attempt, newest first'),
        querystring: Type.Object({
          ...Place.properties,
          ...pageQuery,
          limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_DELIVERIES })),
          status: Type.Optional(Type.Enum(deliveryStatuses, { type: 'string' })),
        }),
        response: { 200: Page(Delivery), ...refusedAt(400, 404) },
      },
    },
    async ({ params, query }) => {
      const scope = await scopeOf(deps, { params, query });
      const webhookId = webhookIdOf(params);
      await readWebhook(deps, scope, webhookId);
      const page = toPageRequest(query);
      const rows = await db.read(scope, (tx) => listDeliveries(tx, scope, page, { webhookId, status: query.status }));
      const { shown, nextCursor } = toPage(rows, page, (row) => ({ at: row.created_at, id: row.id }));
      return { data: shown.map(toDelivery), nextCursor };
    },
  );
};

/** Registers, changes and deletes endpoints. */
export const webhookChangingRoutes: FastifyPluginAsyncTypebox<DeskDeps> = async (app, deps) => {
  const config = action('webhooks.change');
  app.post(
    '/desk/v1/companies/:id/webhooks',
    {
      config,
      schema: {
        ...about('createWebhook', 'Register a webhook endpoint; its secret is shown only now'),
        params: IdPath,
        body: NewWebhook,
        response: { 201: Webhook, ...refusedAt(400, 404, 409, 413, 415) },
      },
    },
    async (request, reply) => {
      const { url, events = ['*'], description = '' } = request.body;
      const wanted = { url, events, description: readDescription(description) };
      const { tools, scope, by } = await enter(deps, request);
      const made = await registerWebhook(tools, scope, by, wanted);
      return reply.code(201).send(await withSecret(deps, scope, made));
    },
  );

  app.patch(
    '/desk/v1/companies/:id/webhooks/:webhook',
    {
      config,
      schema: {
        ...about('changeWebhook', 'Change a webhook endpoint: only what is given changes'),
        body: WebhookChanges,
        response: answers(Webhook),
      },
    },
    async ({ params, query, operator, body }) => {
      const id = webhookIdOf(params);
      const { tools, scope, by } = await enter(deps, { params, query, operator });
      const { description: text, ...changes } = body;
      const description = text === undefined ? {} : { description: readDescription(text) };
      await changeWebhook(tools, scope, by, { id, ...changes, ...description });
      return readWebhook(deps, scope, id);
    },
  );

  app.delete(
    '/desk/v1/companies/:id/webhooks/:webhook',
    {
      config,
      schema: {
        ...about('deleteWebhook', 'Delete a webhook endpoint: what was not sent to it yet never is'),
        response: answers(Type.Object({ id: Type.String(), deleted: Type.Literal(true) })),
      },
    },
    async ({ params, query, operator }) => {
      const { tools, scope, by } = await enter(deps, { params, query, operator });
      await deleteWebhook(tools, scope, by, webhookIdOf(params));
      return { id: params.webhook, deleted: true as const };
    },
  );
};

/** Rotates the secret of an endpoint. */
export const webhookSecretRoutes: FastifyPluginAsyncTypebox<DeskDeps> = async (app, deps) => {
  const config = action('webhooks.change');
  app.post(
    '/desk/v1/companies/:id/webhooks/:webhook/rotate-secret',
    {
      config,
      schema: {
        ...about('rotateWebhookSecret', 'Make a second secret, shown only now, which replaces the first within a day'),
        response: answers(Webhook),
      },
    },
    async ({ params, query, operator }) => {
      const { tools, scope, by } = await enter(deps, { params, query, operator });
      return withSecret(deps, scope, await rotateSecret(tools, scope, by, webhookIdOf(params)));
    },
  );

  app.post(
    '/desk/v1/companies/:id/webhooks/:webhook/confirm-secret',
    {
      config,
      schema: {
        ...about('confirmWebhookSecret', 'End a rotation: from now on the new secret alone signs'),
        response: answers(Webhook),
      },
    },
    async ({ params, query, operator }) => {
      const id = webhookIdOf(params);
      const { tools, scope, by } = await enter(deps, { params, query, operator });
      await confirmSecret(tools, scope, by, id);
      return readWebhook(deps, scope, id);
    },
  );
};

/** Sends a test to an endpoint, or replays events. */
export const webhookSendingRoutes: FastifyPluginAsyncTypebox<DeskDeps> = async (app, deps) => {
  const config = action('webhooks.change');
  app.post(
    '/desk/v1/companies/:id/webhooks/:webhook/test',
    {
      config,
      schema: {
        ...about('testWebhook', 'Send a webhook.test to an endpoint'),
        response: answers(Type.Object({ eventId: Type.String() })),
      },
    },
    async ({ params, query, operator }) => {
      const { tools, scope, by } = await enter(deps, { params, query, operator });
      return { eventId: await testWebhook(tools, scope, by, webhookIdOf(params)) };
    },
  );

  app.post(
    '/desk/v1/companies/:id/webhooks/:webhook/replay',
    {
      config,
      schema: {
        ...about('replayEvents', 'Count the events of a time range, and with that number tell the endpoint again'),
        body: Replay,
        response: answers(Replayed),
      },
    },
    async ({ params, query, operator, body }) => {
      const { from, to, ...count } = body;
      const asked = { id: webhookIdOf(params), from: new Date(from), to: new Date(to), ...count };
      const { tools, scope, by } = await enter(deps, { params, query, operator });
      return replayEvents(tools, scope, by, asked);
    },
  );
};
