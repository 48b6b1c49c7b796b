// Sign-in to the portal, and the second factor again for actions that a stolen session alone must not perform.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import type { Clock } from '../../foundation/clock.ts';
import { refuse } from '../../foundation/refusals/refusals.ts';
import { Instant, refused } from '../../platform/http/schema.ts';
import { action } from './actions.ts';
import type { People } from './auth.ts';
import { STEP_UP_MS } from './step-up.ts';

export type SignInDeps = { people: People; clock: Clock; development: boolean };

/** Mounts the sign-in of the portal. */
export const signInRoutes: FastifyPluginAsyncTypebox<SignInDeps> = async (app, deps) => {
  app.route({
    method: ['GET', 'POST'],
    url: '/portal/auth/*',
    handler: (request, reply) => deps.people.handle(request, reply),
  });

  app.post(
    '/portal/v1/step-up',
    {
      config: { ...action('step-up') },
      schema: {
        tags: ['You'],
        operationId: 'stepUp',
        summary: 'Enter a two-factor code again',
        body: Type.Object({ code: Type.String({ minLength: 6, maxLength: 32 }) }, { additionalProperties: false }),
        response: { 200: Type.Object({ steppedUpUntil: Instant }), ...refused(400) },
      },
    },
    async ({ person, headers, body: { code } }) => {
      const at = deps.clock.now();
      if (!(await deps.people.checkCode(person, headers, code.trim()))) refuse('invalid_code');
      return { steppedUpUntil: new Date(at.getTime() + STEP_UP_MS).toISOString() };
    },
  );
};
