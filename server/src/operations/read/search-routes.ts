// Search in the portal's list of operations.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { Search } from '../../cards/search/routes.ts';
import { action } from '../../identity/people/actions.ts';
import type { Db } from '../../platform/db/db.ts';
import { InstantQuery, Page, pageQuery, sendPage, toPageRequest } from '../../platform/http/pages.ts';
import { refused } from '../../platform/http/schema.ts';
import { searchOperations } from './search.ts';
import { operationStatuses, operationTypes } from './sql.ts';

/** Serves the list of operations that can be searched. */
export const operationSearchRoutes: FastifyPluginAsyncTypebox<{ db: Db }> = async (app, { db }) => {
  app.get(
    '/portal/v1/operations',
    {
      config: action('search.read'),
      schema: {
        operationId: 'searchOperations',
        tags: ['Search'],
        summary: 'List operations by words of their card, their cardholder or their recipient',
        querystring: Type.Object({
          ...pageQuery,
          search: Search,
          type: Type.Optional(Type.Enum(operationTypes, { type: 'string' })),
          status: Type.Optional(Type.Enum(operationStatuses, { type: 'string' })),
          createdFrom: Type.Optional(InstantQuery),
          createdTo: Type.Optional(InstantQuery),
        }),
        response: { 200: Page(Type.Ref('Operation')), ...refused(400, 404) },
      },
    },
    async ({ member: { companyId, environment }, query }, reply) => {
      const page = toPageRequest(query, {
        ...(query.createdFrom === undefined ? {} : { from: query.createdFrom }),
        ...(query.createdTo === undefined ? {} : { until: query.createdTo }),
      });
      return sendPage(reply, await searchOperations(db, { companyId, environment }, page, query), page);
    },
  );
};
