// Versions of the hashing and sealing settings: which are in use, and rewrapping sealed data under the current one.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { rewrapDocuments, rewrapWebhookSecrets } from '../../oversight/rewrapping/rewrap.ts';
import { countKeyVersions, keyVersionKinds } from '../../oversight/rewrapping/sql.ts';
import { EnvironmentName, NoQuery } from '../../platform/http/schema.ts';
import { action } from './actions.ts';
import { Count, orNull, refusedAt } from './contract.ts';
import { type DeskDeps, toolsOf, webhookKeysOf } from './deps.ts';

export const KeyVersion = Type.Object({
  kind: Type.Enum(keyVersionKinds, { type: 'string' }),
  version: Type.Integer(),
  rows: Type.Integer({ minimum: 0, description: 'How many need this version. One that no row needs can be retired.' }),
});

const Uuid = Type.String({ format: 'uuid' });
const Position = Type.Object({ companyId: Uuid, environment: orNull(EnvironmentName), id: Uuid });

export const Rewrapped = Type.Object({
  rewrapped: Count,
  skipped: Type.Integer({ minimum: 0, description: 'Changed meanwhile, or no configured version opens it.' }),
  next: Type.Union([Position, Type.Null()], { description: 'Where the next page begins; null when nothing is left.' }),
});

/** Counts versions, and rewraps sealed data. */
export const secretRoutes: FastifyPluginAsyncTypebox<DeskDeps> = async (app, deps) => {
  app.get(
    '/desk/v1/secrets',
    {
      config: action('secrets.read'),
      schema: {
        tags: ['Secrets'],
        operationId: 'listSecretVersions',
        summary: 'See how many rows need which version of the keys that hash and seal',
        querystring: NoQuery,
        response: { 200: Type.Object({ data: Type.Array(KeyVersion) }), ...refusedAt(400) },
      },
    },
    async () => {
      const versions = await countKeyVersions(deps.db, deps.clock.now());
      return { data: versions.map(({ kind, version, needed_by }) => ({ kind, version, rows: Number(needed_by) })) };
    },
  );

  app.post(
    '/desk/v1/secrets/rewrap',
    {
      config: action('secrets.rewrap'),
      schema: {
        tags: ['Secrets'],
        operationId: 'rewrapSecrets',
        summary: 'Move one page of webhook secrets or documents to the current version',
        querystring: NoQuery,
        body: Type.Object({
          what: Type.Enum(['webhookSecrets', 'documents'], { type: 'string' }),
          after: Type.Optional(Position),
        }),
        response: { 200: Rewrapped, ...refusedAt(400, 409, 413, 415) },
      },
    },
    async ({ body: { what, after }, operator }) => {
      const tools = { ...toolsOf(deps, operator), db: deps.histories }; // a page of documents is large
      return what === 'documents'
        ? rewrapDocuments(tools, deps.documentKeys, after)
        : rewrapWebhookSecrets(tools, webhookKeysOf(deps), after);
    },
  );
};
