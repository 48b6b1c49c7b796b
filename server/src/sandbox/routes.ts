// Helpers of the sandbox: they refuse live keys, and the database refuses them live money.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/db.ts';
import { access } from '../http/access.ts';
import { sendAnswer, toKeyed } from '../http/keyed.ts';
import { Amount, IdempotencyHeader, NoQuery, readAmount, refused } from '../http/schema.ts';
import { sandboxFunding } from './fund.ts';

const NewFunding = Type.Object({ amount: Amount }, { additionalProperties: false });

/** Serves the helpers of the sandbox. */
export const sandboxRoutes: FastifyPluginAsyncTypebox<{ db: Db; clock: Clock }> = async (app, deps) => {
  const fund = sandboxFunding(deps);
  app.post(
    '/api/v1/sandbox/funding',
    {
      config: access({ permission: 'cards:write', limit: 'writes', sandboxOnly: true }),
      schema: {
        tags: ['Sandbox'],
        operationId: 'creditSandboxFunds',
        summary: 'Credit sandbox funds',
        querystring: NoQuery,
        headers: IdempotencyHeader,
        body: NewFunding,
        response: {
          200: Type.Object({}, { description: 'Credited.', examples: [{}] }),
          ...refused(400, 409, 413, 415),
        },
      },
    },
    async (request, reply) => {
      const { caller, body } = request;
      const asked = { ...toKeyed(request), keyId: caller.key.key_id, amount: readAmount(body.amount) };
      return sendAnswer(reply, await fund(caller.scope, asked));
    },
  );
};
