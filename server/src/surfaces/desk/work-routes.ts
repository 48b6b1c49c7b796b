// Parked background work: lists the rows that wait for an operator, and releases them.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type Static, Type } from 'typebox';
import { fromId, toId } from '../../foundation/ids.ts';
import { refuse } from '../../foundation/refusals/refusals.ts';
import { releaseParked } from '../../oversight/status/parked.ts';
import { EnvironmentName, Instant, NoQuery } from '../../platform/http/schema.ts';
import { listParkedWork, type ParkedWork } from '../../platform/work/sql.ts';
import { action } from './actions.ts';
import { Count, MOST_PARKED_SHOWN, refusedAt, shownAt } from './contract.ts';
import { type DeskDeps, toolsOf } from './deps.ts';

const Kind = Type.String({ pattern: '^[a-z_]{1,32}$', examples: ['holder'] });
const Uuid = Type.String({ format: 'uuid' });

export const Parked = Type.Object({
  kind: Kind,
  environment: EnvironmentName,
  company: Type.String({ description: 'The id of the company.' }),
  id: Type.String({ description: 'The row, within its kind and company.' }),
  attempts: Count,
  reason: Type.String({ description: 'The error of the last attempt.' }),
  parkedAt: Instant,
});

/** Shows parked work and releases it. */
export const workRoutes: FastifyPluginAsyncTypebox<DeskDeps> = async (app, deps) => {
  app.get(
    '/desk/v1/work/parked',
    {
      config: action('work.read'),
      schema: {
        tags: ['Work'],
        operationId: 'listParkedWork',
        summary: 'List parked work',
        querystring: NoQuery,
        response: {
          200: Type.Object({
            data: Type.Array(Parked, { description: `Oldest first, at most ${MOST_PARKED_SHOWN} of each kind.` }),
          }),
          ...refusedAt(400),
        },
      },
    },
    async () => ({ data: (await listParkedWork(deps.db, MOST_PARKED_SHOWN)).map(toParked) }),
  );

  app.post(
    '/desk/v1/work/release',
    {
      config: action('work.release'),
      schema: {
        tags: ['Work'],
        operationId: 'releaseWork',
        summary: 'Release parked work',
        description: 'One row, or without `row` every parked row of the kind in the environment.',
        querystring: NoQuery,
        body: Type.Object({
          kind: Kind,
          environment: EnvironmentName,
          row: Type.Optional(Type.Object({ company: Type.String(), id: Uuid })),
        }),
        response: { 200: Type.Object({ released: Count }), ...refusedAt(400, 404, 413, 415) },
      },
    },
    async ({ body: { kind, environment, row }, operator }) => {
      const only = row && { companyId: fromId('company', row.company) ?? refuse('company_not_found'), id: row.id };
      const release = { kind, environment, ...(only === undefined ? {} : { row: only }) };
      return { released: await releaseParked(toolsOf(deps, operator), release) };
    },
  );
};

const toParked = ({ kind, environment, companyId, id, ...row }: ParkedWork): Static<typeof Parked> => ({
  kind,
  environment,
  company: toId('company', companyId),
  id,
  attempts: row.attempts,
  reason: row.reason,
  parkedAt: shownAt(row.parkedAt),
});
