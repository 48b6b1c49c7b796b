// The portal's sums: spend by month, and totals of cards.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import type { Clock } from '../../foundation/clock.ts';
import { action } from '../../identity/people/actions.ts';
import type { Db } from '../../platform/db/db.ts';
import { givenId, idOf, NoQuery, refused, ShownAmount, SignedAmount } from '../../platform/http/schema.ts';
import { cardStatuses } from '../cards/sql.ts';
import { readCardSpend, readCardTotals, readSpend } from './read.ts';

/** Two years: each month is one look-up. */
const MOST_MONTHS = 24;

const total = {
  cards: Type.Integer(),
  balance: Type.String({ ...ShownAmount, description: 'An overdrawn card counts as 0.00.' }),
};

/** Serves spend and totals. */
export const spendRoutes: FastifyPluginAsyncTypebox<{ db: Db; clock: Clock }> = async (app, deps) => {
  await app.register(monthRoutes, deps);
  await app.register(cardRoutes, deps);
};

const monthRoutes: FastifyPluginAsyncTypebox<{ db: Db; clock: Clock }> = async (app, deps) => {
  app.get(
    '/portal/v1/spend',
    {
      config: action('search.read'),
      schema: {
        operationId: 'getSpend',
        tags: ['Cards'],
        summary: 'Read the spend of each of the last months',
        description:
          'What payments that are pending or settled took from the balances of cards, less refunds and reversals, by ' +
          'occurredAt in UTC. Of one card, of one cardholder, or of all cards.',
        querystring: Type.Object({
          months: Type.Integer({
            minimum: 1,
            maximum: MOST_MONTHS,
            default: 12,
            description: 'The last is this month.',
          }),
          cardId: Type.Optional(givenId('card')),
          holderId: Type.Optional(givenId('holder')),
        }),
        response: {
          200: Type.Object({
            currency: Type.String({ examples: ['USD'] }),
            months: Type.Array(
              Type.Object({
                month: Type.String({ examples: ['2026-11'] }),
                spent: Type.String({ ...SignedAmount, description: 'Below zero if more came back than was spent.' }),
              }),
              { description: 'Oldest first.' },
            ),
          }),
          ...refused(400, 404),
        },
      },
    },
    ({ member: { companyId, environment }, query }) => readSpend(deps, { companyId, environment }, query),
  );
};

const cardRoutes: FastifyPluginAsyncTypebox<{ db: Db; clock: Clock }> = async (app, deps) => {
  app.get(
    '/portal/v1/spend/cards',
    {
      config: action('search.read'),
      schema: {
        operationId: 'getCardSpend',
        tags: ['Cards'],
        summary: 'Read the spend of this month, and the five cards that spent most',
        querystring: NoQuery,
        response: {
          200: Type.Object({
            month: Type.String({ description: 'In UTC, by the clock of the company.', examples: ['2026-11'] }),
            total: Type.String({ ...SignedAmount, description: 'Of all cards.' }),
            cards: Type.Array(
              Type.Object({
                cardId: idOf('card'),
                name: Type.String(),
                last4: Type.String(),
                holderName: Type.String(),
                spent: ShownAmount,
              }),
              { description: 'The largest first.' },
            ),
          }),
          ...refused(400, 404),
        },
      },
    },
    ({ member: { companyId, environment } }) => readCardSpend(deps, { companyId, environment }),
  );

  app.get(
    '/portal/v1/cards/totals',
    {
      config: action('search.read'),
      schema: {
        operationId: 'getCardTotals',
        tags: ['Cards'],
        summary: 'Read the number of cards and the sum of their balances, of all and by status',
        querystring: NoQuery,
        response: {
          200: Type.Object({
            ...total,
            byStatus: Type.Array(Type.Object({ status: Type.Enum(cardStatuses, { type: 'string' }), ...total }), {
              description: 'Statuses without cards are left out.',
            }),
          }),
          ...refused(400, 404),
        },
      },
    },
    ({ member: { companyId, environment } }) => readCardTotals(deps.db, { companyId, environment }),
  );
};
