// The outcome of an Idempotency-Key, for a client that lost the answer and does not want to repeat the request.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { refuse } from '../../foundation/refusals/refusals.ts';
import type { Db } from '../db/db.ts';
import { access } from '../http/access.ts';
import { Instant, idOf, NoQuery } from '../http/schema.ts';
import { LONGEST_KEY } from './claim.ts';
import { findIdempotencyKey } from './sql.ts';

export const IdempotencyKey = Type.Object(
  {
    key: Type.String({ examples: ['order-2026-11-15-0042'] }),
    method: Type.String({ examples: ['POST'] }),
    path: Type.String({ examples: ['/api/v1/operations'] }),
    status: Type.Integer({ description: 'The status of the first answer.', examples: [201] }),
    resourceId: idOf('operation', { description: 'What the request created.' }),
    createdAt: Instant,
  },
  { $id: 'IdempotencyKey' },
);

/** Serves the outcome of an Idempotency-Key. */
export const idempotencyRoutes: FastifyPluginAsyncTypebox<{ db: Db }> = async (app, { db }) => {
  app.get(
    '/api/v1/idempotency-keys/:key',
    {
      config: access({ permission: 'any', limit: 'reads', refuses: ['idempotency_key_not_found'] }),
      schema: {
        tags: ['Idempotency'],
        operationId: 'getIdempotencyKey',
        summary: 'Read the outcome of an Idempotency-Key',
        params: Type.Object({ key: Type.String({ examples: ['order-2026-11-15-0042'] }) }),
        querystring: NoQuery,
        response: { 200: Type.Ref('IdempotencyKey') },
      },
    },
    async ({ caller: { scope }, params: { key } }) => {
      if (key.length > LONGEST_KEY) refuse('idempotency_key_not_found');
      // Confirmed: the client takes this for the outcome of its request.
      const row =
        (await db.readConfirmed(scope, (tx) => findIdempotencyKey(tx, scope, key))) ??
        refuse('idempotency_key_not_found');
      return {
        key: row.key,
        method: row.method,
        path: row.path,
        status: row.response_status,
        resourceId: row.resource_id,
        createdAt: row.created_at.toISOString(),
      };
    },
  );
};
