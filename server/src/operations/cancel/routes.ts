// Cancels an operation that was not sent yet.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { fromId } from '../../foundation/ids.ts';
import { refuse } from '../../foundation/refusals/refusals.ts';
import { refuseForKey } from '../../identity/keys/refuse.ts';
import type { Db } from '../../platform/db/db.ts';
import { access } from '../../platform/http/access.ts';
import { sendText } from '../../platform/http/keyed.ts';
import { idPath, NoQuery } from '../../platform/http/schema.ts';
import { notSentYet } from '../read/routes.ts';
import { cancelOperation } from './sql.ts';

/** Cancels operations. */
export const cancelRoutes: FastifyPluginAsyncTypebox<{ db: Db }> = async (app, { db }) => {
  app.post(
    '/api/v1/operations/:id/cancel',
    {
      config: access({
        permission: ['cards:write', 'services:write'],
        limit: 'writes',
        refuses: ['operation_not_found', 'operation_not_cancellable'],
        shows: {
          ...notSentYet,
          status: 'failed',
          completedAt: notSentYet.updatedAt,
          failure: { code: 'cancelled', message: 'It was cancelled before it was sent.' },
        },
      }),
      // No body is as good as an empty one.
      preValidation: async (request) => {
        request.body ??= {};
      },
      schema: {
        tags: ['Operations'],
        operationId: 'cancelOperation',
        summary: 'Cancel an operation that was not sent yet',
        description:
          'A queued operation fails with the code `cancelled`, and its hold is released. Cancelling it again answers ' +
          'the same. issue and topup need cards:write, service needs services:write. No Idempotency-Key.',
        params: idPath('operation'),
        querystring: NoQuery,
        body: Type.Object({}, { additionalProperties: false }),
        response: { 200: Type.Ref('Operation') },
      },
    },
    async ({ caller, params }, reply) => {
      const id = fromId('operation', params.id) ?? refuse('operation_not_found');
      const answer = await cancelOperation(db, caller.scope, { keyId: caller.key.key_id, id }).catch(refuseForKey);
      return 'refused' in answer ? refuse(answer.refused) : sendText(reply, answer.body);
    },
  );
};
