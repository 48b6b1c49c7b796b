// The signed-in operator, and the second factor again.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { toId } from '../../foundation/ids.ts';
import { STEP_UP_MS, steppedUpUntil } from '../../identity/people/step-up.ts';
import { Instant, NoQuery } from '../../platform/http/schema.ts';
import { action, actions, needsStepUp } from './actions.ts';
import { InstantOrNull, refusedAt, shownAt, shownAtOrNull } from './contract.ts';
import type { DeskDeps } from './deps.ts';
import { giveCode } from './operator.ts';

/** A code of an app has six digits, a backup code a few more characters. */
const LONGEST_CODE = 32;

const Me = Type.Object({
  operator: Type.Object({ id: Type.String(), name: Type.String(), email: Type.String() }),
  steppedUpUntil: InstantOrNull,
  stepUpActions: Type.Array(Type.String(), { description: 'Actions that need the second factor again.' }),
  recovering: Type.Boolean({ description: 'Whether writes are refused until the database is verified or recovered.' }),
});

/** Returns the signed-in operator, and accepts a second-factor code. */
export const meRoutes: FastifyPluginAsyncTypebox<DeskDeps> = async (app, deps) => {
  app.get(
    '/desk/v1/me',
    {
      config: action('me'),
      schema: {
        tags: ['Me'],
        operationId: 'getMe',
        summary: 'See who is signed in',
        querystring: NoQuery,
        response: { 200: Me, ...refusedAt(400) },
      },
    },
    async ({ operator }) => ({
      operator: { id: toId('operator', operator.id), name: operator.name, email: operator.email },
      steppedUpUntil: shownAtOrNull(steppedUpUntil(operator, deps.clock.now())),
      stepUpActions: (Object.keys(actions) as (keyof typeof actions)[]).filter(needsStepUp),
      recovering: deps.fence.check() !== undefined,
    }),
  );

  app.post(
    '/desk/v1/step-up',
    {
      config: action('step-up'),
      schema: {
        tags: ['Me'],
        operationId: 'stepUp',
        summary: 'Enter a code of the second factor again',
        querystring: NoQuery,
        body: Type.Object({ code: Type.String({ minLength: 6, maxLength: LONGEST_CODE }) }),
        response: { 200: Type.Object({ steppedUpUntil: Instant }), ...refusedAt(400, 413, 415) },
      },
    },
    async ({ operator, headers, body }) => {
      const at = await giveCode(deps, { operator, headers }, body.code.trim());
      return { steppedUpUntil: shownAt(new Date(at.getTime() + STEP_UP_MS)) };
    },
  );
};
