// The portal's timeline of an operation.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { fromId } from '../../foundation/ids.ts';
import { refuse } from '../../foundation/refusals/refusals.ts';
import { action } from '../../identity/people/actions.ts';
import type { Db } from '../../platform/db/db.ts';
import { IdPath, Instant, NoQuery, refused, ShownAmount } from '../../platform/http/schema.ts';
import { readTimeline, stepKinds } from './read.ts';

const Step = Type.Object({
  at: Instant,
  kind: Type.Enum(stepKinds, { type: 'string' }),
  words: Type.Optional(Type.String({ description: 'Why it is in review or failed, as shown on the operation.' })),
  amount: Type.Optional(ShownAmount),
  actor: Type.Optional(Type.Enum(['an operator'], { type: 'string' })),
  count: Type.Optional(
    Type.Integer({ description: 'not_connected: the number of attempts. told: the number of webhook endpoints.' }),
  ),
});

export const OperationTimeline = Type.Object(
  { steps: Type.Array(Step, { description: 'The history, oldest first.' }) },
  { $id: 'OperationTimeline' },
);

/** Serves timelines. */
export const timelineRoutes: FastifyPluginAsyncTypebox<{ db: Db }> = async (app, { db }) => {
  app.get(
    '/portal/v1/operations/:id/timeline',
    {
      config: action('operations.read'),
      schema: {
        operationId: 'getOperationTimeline',
        tags: ['Operations'],
        summary: 'See what happened to an operation, step by step',
        params: IdPath,
        querystring: NoQuery,
        response: { 200: Type.Ref('OperationTimeline'), ...refused(400, 404) },
      },
    },
    async ({ member, params }) => {
      const id = fromId('operation', params.id) ?? refuse('operation_not_found');
      return readTimeline(db, { companyId: member.companyId, environment: member.environment }, id);
    },
  );
};
