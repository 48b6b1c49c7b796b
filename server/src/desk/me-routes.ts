// Who is signed in, and the second factor again.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { Instant, NoQuery } from '../http/schema.ts';
import { toId } from '../ids.ts';
import { STEP_UP_MS, steppedUpUntil } from '../people/step-up.ts';
import { refuse } from '../refusals.ts';
import { act, acts, needsStepUp } from './acts.ts';
import { InstantOrNull, refusedAt, shownAt, shownAtOrNull } from './contract.ts';
import type { DeskDeps } from './deps.ts';

/** A code of an app has six digits, a backup code a few more letters. */
const LONGEST_CODE = 32;

const Me = Type.Object({
  operator: Type.Object({ id: Type.String(), name: Type.String(), email: Type.String() }),
  steppedUpUntil: InstantOrNull,
  stepUpActs: Type.Array(Type.String(), { description: 'Acts that need the second factor again.' }),
});

/** Tells who is signed in, and takes a code of the second factor. */
export const meRoutes: FastifyPluginAsyncTypebox<DeskDeps> = async (app, { people, clock }) => {
  app.get(
    '/desk/v1/me',
    {
      config: act('me'),
      schema: {
        tags: ['Me'],
        operationId: 'getMe',
        summary: 'See who is signed in',
        querystring: NoQuery,
        response: { 200: Me, ...refusedAt(400) },
      },
    },
    async ({ operator: { id, name, email, person } }) => ({
      operator: { id: toId('operator', id), name, email },
      steppedUpUntil: shownAtOrNull(steppedUpUntil(person, clock.now())),
      stepUpActs: (Object.keys(acts) as (keyof typeof acts)[]).filter(needsStepUp),
    }),
  );

  app.post(
    '/desk/v1/step-up',
    {
      config: act('step-up'),
      schema: {
        tags: ['Me'],
        operationId: 'stepUp',
        summary: 'Give a code of the second factor again',
        querystring: NoQuery,
        body: Type.Object({ code: Type.String({ minLength: 6, maxLength: LONGEST_CODE }) }),
        response: { 200: Type.Object({ steppedUpUntil: Instant }), ...refusedAt(400, 413, 415) },
      },
    },
    async ({ operator: { person }, headers, body }) => {
      const at = clock.now();
      if (!(await people.checkCode(person, headers, body.code.trim()))) refuse('invalid_code');
      return { steppedUpUntil: shownAt(new Date(at.getTime() + STEP_UP_MS)) };
    },
  );
};
