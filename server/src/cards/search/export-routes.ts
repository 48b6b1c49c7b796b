// The portal's file of card payments: all that match the filters of the list.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { fromIds } from '../../foundation/ids.ts';
import { action } from '../../identity/people/actions.ts';
import type { Db } from '../../platform/db/db.ts';
import { toPageRequest } from '../../platform/http/pages.ts';
import { refused } from '../../platform/http/schema.ts';
import { TransactionQuery, toRange } from '../transactions/routes.ts';
import { exportPayments, writePayments } from './export.ts';
import { Search } from './routes.ts';

const { limit: _limit, cursor: _cursor, ...filters } = TransactionQuery.properties;

/** Serves payments as a file. */
export const exportRoutes: FastifyPluginAsyncTypebox<{ db: Db }> = async (app, { db }) => {
  app.get(
    '/portal/v1/transactions.csv',
    {
      config: action('transactions.export'),
      schema: {
        operationId: 'exportTransactions',
        tags: ['Search'],
        summary: 'Download card payments as CSV',
        description:
          'All that match the filters, newest first. More than 10,000 payments, or a search that more than 20 ' +
          'merchants match, is 400 export_too_large.',
        querystring: Type.Object({ ...filters, search: Search }),
        response: {
          200: { description: 'The file', content: { 'text/csv': { schema: Type.String({ format: 'binary' }) } } },
          ...refused(400, 404),
        },
      },
    },
    async ({ member: { companyId, environment }, query }, reply) => {
      const ids = fromIds({ cardId: 'card', holderId: 'holder' }, query);
      const { from, until } = toPageRequest({}, toRange(query));
      const range = { ...(from === undefined ? {} : { from }), ...(until === undefined ? {} : { until }) };
      const file =
        ids === undefined
          ? writePayments([], [])
          : await exportPayments(db, { companyId, environment }, range, { ...query, ...ids });
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="transactions.csv"')
        .send(file);
    },
  );
};
