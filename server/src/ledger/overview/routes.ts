// The portal's overview of a company in an environment.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import type { Clock } from '../../foundation/clock.ts';
import { action } from '../../identity/people/actions.ts';
import type { Db } from '../../platform/db/db.ts';
import { Instant, NoQuery, refused, ShownAmount, SignedAmount } from '../../platform/http/schema.ts';
import { readOverview } from './read.ts';
import { findTime } from './sql.ts';

/** A quarter. Each day costs a few index lookups, whatever the length of the history. */
const LONGEST_MOVEMENT = 90;

export const OverviewShown = Type.Object(
  {
    balance: Type.Object({ available: ShownAmount, held: ShownAmount, currency: Type.String({ examples: ['USD'] }) }),
    holds: Type.Array(
      Type.Object({
        operationId: Type.String(),
        type: Type.String(),
        status: Type.String(),
        amount: ShownAmount,
        since: Instant,
        cardId: Type.String(),
        holderId: Type.String(),
        name: Type.String({ description: 'The name of the card to come.' }),
        recipient: Type.String({ description: 'Of a service.' }),
      }),
      { description: 'The oldest open holds. Texts are empty where an operation has none.' },
    ),
    moreHolds: Type.Integer({ description: 'The number of further open holds.' }),
    month: Type.Object(
      { in: ShownAmount, out: ShownAmount },
      { description: 'Money in and out since the first day of the month, in UTC.' },
    ),
    movement: Type.Array(
      Type.Object({
        day: Type.String({ examples: ['2026-11-15'] }),
        in: ShownAmount,
        out: ShownAmount,
        closing: SignedAmount,
      }),
      { description: 'UTC days, the oldest first; the last one is today.' },
    ),
    attention: Type.Array(Type.Object({ kind: Type.String(), words: Type.String(), link: Type.String() }), {
      description: 'What the member can act on.',
    }),
  },
  { $id: 'Overview' },
);

/** Serves the overview. */
export const overviewRoutes: FastifyPluginAsyncTypebox<{ db: Db; clock: Clock }> = async (app, deps) => {
  app.get(
    '/portal/v1/overview',
    {
      config: action('overview.read'),
      schema: {
        operationId: 'getOverview',
        summary: 'Read the overview',
        tags: ['Overview'],
        querystring: Type.Object({
          days: Type.Integer({ minimum: 7, maximum: LONGEST_MOVEMENT, default: 30, description: 'Days of movement.' }),
        }),
        response: { 200: Type.Ref('Overview'), ...refused(400, 404) },
      },
    },
    ({ member: { companyId, environment, role }, query: { days } }) =>
      readOverview(deps, { companyId, environment }, { role, days }),
  );

  app.get(
    '/portal/v1/time',
    {
      config: action('overview.read'),
      schema: {
        operationId: 'getTime',
        tags: ['Overview'],
        summary: "Read the company's clock; a sandbox clock may run ahead",
        querystring: NoQuery,
        response: { 200: Type.Object({ now: Instant }), ...refused(400, 404) },
      },
    },
    async ({ member: { companyId, environment } }) => {
      const scope = { companyId, environment };
      const now = await deps.db.read(scope, (tx) => findTime(tx, scope, deps.clock.now()));
      return { now: now.toISOString() };
    },
  );
};
