// The balance of the card account.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { formatUsd } from '../../foundation/money/usd.ts';
import type { Db } from '../../platform/db/db.ts';
import { access } from '../../platform/http/access.ts';
import { Instant, idOf, NoQuery, ShownAmount } from '../../platform/http/schema.ts';
import { listBalances, listOpenHolds } from './sql.ts';

/** Beyond this, only the oldest holds are shown; `held` is always the full amount. */
const MOST_HOLDS = 1_000;

export const Balance = Type.Object(
  {
    currency: Type.String({ examples: ['USD'] }),
    available: Type.String({ ...ShownAmount, examples: ['1245.99'] }),
    held: Type.String({ ...ShownAmount, examples: ['254.01'] }),
    holds: Type.Array(
      Type.Object({
        operationId: idOf('operation'),
        amount: Type.String({ ...ShownAmount, examples: ['254.01'] }),
        reason: Type.String({ examples: ['issue'] }),
        createdAt: Instant,
      }),
      { description: 'What the held amount is for, oldest first, at most 1,000.' },
    ),
  },
  { $id: 'Balance' },
);

/** Serves the balance, with each hold explained. */
export const balanceRoutes: FastifyPluginAsyncTypebox<{ db: Db }> = async (app, { db }) => {
  app.get(
    '/api/v1/balance',
    {
      config: access({ permission: 'balance:read', limit: 'reads' }),
      schema: {
        tags: ['Balance'],
        operationId: 'getBalance',
        summary: 'Read the balance, with each hold explained',
        querystring: NoQuery,
        response: { 200: Type.Ref('Balance') },
      },
    },
    async ({ caller: { scope } }) => {
      const [balances, holds] = await db.read(scope, (tx) =>
        Promise.all([listBalances(tx, scope), listOpenHolds(tx, scope, MOST_HOLDS)]),
      );
      const balanceOf = new Map(balances.map(({ account, balance }) => [account, balance]));
      return {
        currency: 'USD',
        available: formatUsd(balanceOf.get('available') ?? 0n),
        held: formatUsd(balanceOf.get('held') ?? 0n),
        holds: holds.map((hold) => ({
          operationId: hold.reference,
          amount: formatUsd(hold.amount),
          reason: hold.reason,
          createdAt: hold.created_at.toISOString(),
        })),
      };
    },
  );
};
