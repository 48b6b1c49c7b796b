// Account statements, as JSON and as CSV.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type Static, Type } from 'typebox';
import type { Clock } from '../../foundation/clock.ts';
import { exampleId, toId } from '../../foundation/ids.ts';
import { formatUsd } from '../../foundation/money/usd.ts';
import type { Scope } from '../../foundation/scope.ts';
import type { Db } from '../../platform/db/db.ts';
import { access } from '../../platform/http/access.ts';
import { EnvironmentName, Instant, idOf, ShownAmount, SignedAmount } from '../../platform/http/schema.ts';
import { entryKinds, showEntriesOf } from '../book/entries.ts';
import { type BuiltStatement, buildStatement } from './build.ts';
import { dispositionOf, toCsv } from './csv.ts';

const EXAMPLE_HASH = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

const EXAMPLE_CSV =
  'id,createdAt,kind,reference,description,amount,balance,availableDelta,heldDelta\n' +
  `le_2h5r8c0q1m4t7000000000001a,2026-11-15T09:30:01.240Z,capture,${exampleId('operation')},` +
  'Card issued,-250.50,1249.50,0.00,-250.50\n';

const ChainHash = (description: string) =>
  Type.Union([Type.String({ pattern: '^[0-9a-f]{64}$', examples: [EXAMPLE_HASH] }), Type.Null()], { description });

export const StatementEntry = Type.Object(
  {
    id: Type.String({ examples: ['le_2h5r8c0q1m4t7000000000001a'] }),
    reference: idOf('operation', { description: 'The operation or invoice that caused it.' }),
    kind: Type.Enum(entryKinds, { type: 'string' }),
    description: Type.String(),
    amount: Type.String({ ...SignedAmount, description: 'availableDelta + heldDelta.' }),
    balance: Type.String({ ...SignedAmount, description: 'Available and held together, after this entry.' }),
    availableDelta: SignedAmount,
    heldDelta: SignedAmount,
    createdAt: Instant,
  },
  {
    $id: 'StatementEntry',
    examples: [
      {
        id: 'le_2h5r8c0q1m4t7000000000001a',
        reference: exampleId('operation'),
        kind: 'capture',
        description: 'Card issued',
        amount: '-250.50',
        balance: '1249.50',
        availableDelta: '0.00',
        heldDelta: '-250.50',
        createdAt: '2026-11-15T09:30:01.240Z',
      },
    ],
  },
);

export const AccountStatement = Type.Object(
  {
    company: Type.Object({ id: idOf('company'), name: Type.String({ examples: ['Analytical Engines Ltd'] }) }),
    environment: EnvironmentName,
    currency: Type.String({ examples: ['USD'] }),
    account: Type.Enum(['card_account'], { type: 'string' }),
    from: Type.String({ examples: ['2026-11-01'] }),
    to: Type.String({ examples: ['2026-11-30'] }),
    openingBalance: Type.String({ ...SignedAmount, examples: ['1500.00'] }),
    closingBalance: Type.String({ ...SignedAmount, examples: ['1249.50'] }),
    incoming: Type.String({ ...ShownAmount, examples: ['0.00'] }),
    outgoing: Type.String({ ...ShownAmount, examples: ['250.50'] }),
    generatedAt: Instant,
    data: Type.Array(Type.Ref('StatementEntry')),
    chain: Type.Object(
      {
        before: ChainHash('The hash before the first entry. null: not sealed yet.'),
        after: ChainHash('The hash after the last entry that is sealed. null: none of these is sealed yet.'),
        sealedThrough: Type.Union([Type.String({ examples: ['le_2h5r8c0q1m4t7000000000001a'] }), Type.Null()], {
          description: 'The id of that entry. Later entries are sealed within seconds.',
        }),
        forks: Type.Optional(
          Type.Array(
            Type.Object({
              after: Type.Union([Type.String(), Type.Null()], { description: 'The last entry that is left.' }),
              hash: Type.String({ description: 'The hash after it: the chain goes on from here.' }),
              lost: Type.Integer({ description: 'How many sealed entries after it were lost.' }),
              at: Type.String({ format: 'date-time' }),
            }),
            { description: 'Present if sealed entries were ever lost with the database: where the chain went on.' },
          ),
        ),
      },
      {
        description:
          'Addition. Hashes that chain the entries, so that you can prove later what this statement said. ' +
          'The recipe, and a program that checks it without us, are in docs/chain.md.',
      },
    ),
  },
  { $id: 'AccountStatement' },
);

/** A day in a query. */
export const DateQuery = Type.String({
  format: 'date',
  pattern: '^\\d{4}-\\d{2}-\\d{2}$',
  description: 'Inclusive UTC date, YYYY-MM-DD.',
  examples: ['2026-11-01'],
});

const StatementQuery = Type.Object({
  from: DateQuery,
  to: DateQuery,
  format: Type.Optional(Type.Enum(['json', 'csv'], { type: 'string', description: 'Addition: csv answers text/csv.' })),
});

/** Serves account statements as JSON and as CSV. */
export const statementRoutes: FastifyPluginAsyncTypebox<{ db: Db; clock: Clock }> = async (app, { db, clock }) => {
  app.get(
    '/api/v1/account-statements',
    {
      config: access({ permission: 'balance:read', limit: 'statements', refuses: ['statement_range_too_large'] }),
      schema: {
        tags: ['Statements'],
        operationId: 'getAccountStatement',
        summary: 'Generate a card-account statement',
        description:
          'At most 366 days and 10,000 entries. Entries are listed oldest first. closingBalance = ' +
          'openingBalance + incoming - outgoing.',
        querystring: StatementQuery,
        response: {
          200: {
            description: 'The statement',
            content: {
              'application/json': { schema: Type.Ref('AccountStatement') },
              'text/csv': { schema: Type.String({ examples: [EXAMPLE_CSV] }) },
            },
          },
        },
      },
    },
    async ({ caller: { scope }, query }, reply) => {
      const isCsv = query.format === 'csv';
      const statement = await buildStatement(db, scope, { ...query, withChain: !isCsv }); // a CSV has no field for it
      if (isCsv) {
        return reply
          .type('text/csv; charset=utf-8')
          .header('content-disposition', dispositionOf(query, 'csv'))
          .send(toCsv(scope, statement));
      }
      return reply
        .type('application/json; charset=utf-8')
        .send(toStatement(scope, statement, { ...query, generatedAt: clock.now() }));
    },
  );
};

function toStatement(
  scope: Scope,
  statement: BuiltStatement,
  asked: { from: string; to: string; generatedAt: Date },
): Static<typeof AccountStatement> {
  return {
    company: { id: toId('company', scope.companyId), name: statement.companyName },
    environment: scope.environment,
    currency: 'USD',
    account: 'card_account',
    from: asked.from,
    to: asked.to,
    openingBalance: formatUsd(statement.openingBalance),
    closingBalance: formatUsd(statement.closingBalance),
    incoming: formatUsd(statement.incoming),
    outgoing: formatUsd(statement.outgoing),
    generatedAt: asked.generatedAt.toISOString(),
    data: statement.entries.map(showEntriesOf(scope)),
    chain: statement.chain,
  };
}
