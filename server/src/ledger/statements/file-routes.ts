// The portal's statement files: the entries of the API's statements, to save and print.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Clock } from '../../foundation/clock.ts';
import { action } from '../../identity/people/actions.ts';
import type { Db } from '../../platform/db/db.ts';
import { refused } from '../../platform/http/schema.ts';
import { buildStatement } from './build.ts';
import { dispositionOf, toCsv } from './csv.ts';
import { toPdf } from './pdf.ts';
import { DateQuery } from './routes.ts';

const RangeQuery = Type.Object({ from: DateQuery, to: DateQuery });

/** Serves statements as files. */
export const statementFileRoutes: FastifyPluginAsyncTypebox<{ db: Db; clock: Clock }> = async (app, { db, clock }) => {
  const schemaOf = (operationId: string, mediaType: string) => ({
    operationId,
    summary: `Download a statement as ${mediaType === 'text/csv' ? 'CSV' : 'PDF'}`,
    tags: ['Statements'],
    querystring: RangeQuery,
    response: {
      200: { description: 'The file', content: { [mediaType]: { schema: Type.String({ format: 'binary' }) } } },
      ...refused(400, 404),
    },
  });

  app.get(
    '/portal/v1/statements.csv',
    { config: action('statements.read'), schema: schemaOf('getStatementCsv', 'text/csv') },
    async (request, reply) => {
      const scope = scopeOf(request);
      const statement = await buildStatement(db, scope, { ...request.query, withChain: false });
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', dispositionOf(request.query, 'csv'))
        .send(toCsv(scope, statement));
    },
  );

  app.get(
    '/portal/v1/statements.pdf',
    { config: action('statements.read'), schema: schemaOf('getStatementPdf', 'application/pdf') },
    async (request, reply) => {
      const scope = scopeOf(request);
      const statement = await buildStatement(db, scope, { ...request.query, withChain: false });
      const file = await toPdf(scope, statement, { ...request.query, generatedAt: clock.now() });
      return reply
        .type('application/pdf')
        .header('content-disposition', dispositionOf(request.query, 'pdf'))
        .send(file);
    },
  );
};

const scopeOf = ({ member }: FastifyRequest) => ({ companyId: member.companyId, environment: member.environment });
