// The portal's statement: totals of a range, and one row for each operation or deposit in it.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type Static, Type } from 'typebox';
import type { Clock } from '../../foundation/clock.ts';
import { formatUsd } from '../../foundation/money/usd.ts';
import type { Scope } from '../../foundation/scope.ts';
import { action } from '../../identity/people/actions.ts';
import type { Db } from '../../platform/db/db.ts';
import { Instant, idOf, refused, ShownAmount, SignedAmount } from '../../platform/http/schema.ts';
import { showEntriesOf } from '../book/entries.ts';
import { type ActivityRow, activityStatuses, activityTypes, buildActivityPage } from './activity.ts';
import { DateQuery, StatementEntry } from './routes.ts';

const namesOf = <Name extends string>(words: Record<Name, string>) => Object.keys(words) as Name[];

const Row = Type.Object({
  reference: idOf('operation', { description: 'The operation or invoice that caused it.' }),
  type: Type.Enum(namesOf(activityTypes), { type: 'string' }),
  detail: Type.String({
    description: 'What it is about, by current names; may be empty.',
    examples: ['Travel ••4242'],
  }),
  status: Type.Enum(namesOf(activityStatuses), { type: 'string' }),
  amount: Type.String({ ...SignedAmount, description: 'incoming - outgoing.' }),
  incoming: ShownAmount,
  outgoing: ShownAmount,
  fee: Type.String({ ...ShownAmount, description: 'The part of outgoing that is our fee.' }),
  held: Type.String({ ...ShownAmount, description: 'What it holds at the end of the range.' }),
  balance: Type.String({ ...SignedAmount, description: 'Available and held together, after its last entry.' }),
  at: Type.String({ ...Instant, description: 'Its last entry.' }),
  entries: Type.Array(Type.Object(StatementEntry.properties), {
    description: 'Its entries in the range, oldest first.',
  }),
});

export const ActivityShown = Type.Object(
  {
    from: Type.String({ examples: ['2026-11-01'] }),
    to: Type.String({ examples: ['2026-11-30'] }),
    openingBalance: SignedAmount,
    closingBalance: SignedAmount,
    incoming: ShownAmount,
    outgoing: ShownAmount,
    generatedAt: Instant,
    data: Type.Array(Row, { description: 'By their last entry in the range, newest first.' }),
    nextCursor: Type.Union([Type.String(), Type.Null()], { description: 'null on the last page.' }),
  },
  { $id: 'StatementActivity' },
);

const ActivityQuery = Type.Object({
  from: DateQuery,
  to: DateQuery,
  cursor: Type.Optional(
    Type.String({ pattern: '^[1-9][0-9]{0,17}$', description: 'nextCursor of the previous page.' }),
  ),
});

/** Serves the activity of a range. */
export const activityRoutes: FastifyPluginAsyncTypebox<{ db: Db; clock: Clock }> = async (app, { db, clock }) => {
  app.get(
    '/portal/v1/statements/activity',
    {
      config: action('statements.read'),
      schema: {
        operationId: 'getStatementActivity',
        summary: 'Read a statement by operations and deposits, newest first',
        tags: ['Statements'],
        querystring: ActivityQuery,
        response: { 200: Type.Ref('StatementActivity'), ...refused(400, 404) },
      },
    },
    async ({ member: { companyId, environment }, query }): Promise<Static<typeof ActivityShown>> => {
      const scope = { companyId, environment };
      const page = await buildActivityPage(db, scope, query);
      return {
        from: query.from,
        to: query.to,
        openingBalance: formatUsd(page.openingBalance),
        closingBalance: formatUsd(page.closingBalance),
        incoming: formatUsd(page.incoming),
        outgoing: formatUsd(page.outgoing),
        generatedAt: clock.now().toISOString(),
        data: page.rows.map(showRowsOf(scope)),
        nextCursor: page.nextCursor,
      };
    },
  );
};

function showRowsOf(scope: Scope): (row: ActivityRow) => Static<typeof Row> {
  const show = showEntriesOf(scope);
  return ({ incoming, outgoing, fee, held, balance, at, entries, ...row }) => ({
    ...row,
    amount: formatUsd(incoming - outgoing),
    incoming: formatUsd(incoming),
    outgoing: formatUsd(outgoing),
    fee: formatUsd(fee),
    held: formatUsd(held),
    balance: formatUsd(balance),
    at: at.toISOString(),
    entries: entries.map(show),
  });
}
