// The portal's statement files: the entries and the activity of a range, to save, print and import.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Clock } from '../../foundation/clock.ts';
import { action } from '../../identity/people/actions.ts';
import type { Db } from '../../platform/db/db.ts';
import { refused } from '../../platform/http/schema.ts';
import { buildActivity } from './activity.ts';
import { buildStatement } from './build.ts';
import { dispositionOf, toActivityCsv, toCsv } from './csv.ts';
import { toOfx } from './ofx.ts';
import { toPdf } from './pdf.ts';
import { DateQuery } from './routes.ts';

const RangeQuery = Type.Object({ from: DateQuery, to: DateQuery });

const OFX = 'application/x-ofx';

/** The contract of a file. */
const fileOf = (operationId: string, summary: string, mediaType: string) => ({
  config: action('statements.read'),
  schema: {
    operationId,
    summary,
    tags: ['Statements'],
    querystring: RangeQuery,
    response: {
      200: { description: 'The file', content: { [mediaType]: { schema: Type.String({ format: 'binary' }) } } },
      ...refused(400, 404),
    },
  },
});

/** Serves statements as files. */
export const statementFileRoutes: FastifyPluginAsyncTypebox<{ db: Db; clock: Clock }> = async (app, { db, clock }) => {
  app.get(
    '/portal/v1/statements.csv',
    fileOf('getStatementCsv', 'Download a statement as CSV', 'text/csv'),
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
    '/portal/v1/statements/activity.csv',
    fileOf('getStatementActivityCsv', 'Download the operations and deposits of a statement as CSV', 'text/csv'),
    async (request, reply) => {
      const { rows } = await buildActivity(db, scopeOf(request), { ...request.query, withChain: false });
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', dispositionOf(request.query, 'csv', 'activity'))
        .send(toActivityCsv(rows));
    },
  );

  app.get(
    '/portal/v1/statements.ofx',
    fileOf('getStatementOfx', 'Download a statement as OFX 2.2, for accounting programs', OFX),
    async (request, reply) => {
      const scope = scopeOf(request);
      const activity = await buildActivity(db, scope, { ...request.query, withChain: false });
      return reply
        .type(OFX)
        .header('content-disposition', dispositionOf(request.query, 'ofx'))
        .send(toOfx(scope, activity, { ...request.query, generatedAt: clock.now() }));
    },
  );

  app.get(
    '/portal/v1/statements.pdf',
    fileOf('getStatementPdf', 'Download a statement as PDF', 'application/pdf'),
    async (request, reply) => {
      const scope = scopeOf(request);
      const activity = await buildActivity(db, scope, { ...request.query, withChain: true });
      const file = await toPdf(scope, activity, { ...request.query, generatedAt: clock.now() });
      return reply
        .type('application/pdf')
        .header('content-disposition', dispositionOf(request.query, 'pdf'))
        .send(file);
    },
  );
};

const scopeOf = ({ member }: FastifyRequest) => ({ companyId: member.companyId, environment: member.environment });
