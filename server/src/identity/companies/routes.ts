// What a key and its company can do: answers why a request gets a 403.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type Static, Type } from 'typebox';
import type { Caller } from '../../foundation/caller.ts';
import { toId } from '../../foundation/ids.ts';
import { type RefusalCode, refusals } from '../../foundation/refusals/refusals.ts';
import type { Db } from '../../platform/db/db.ts';
import { access } from '../../platform/http/access.ts';
import { EnvironmentName, idOf, NoQuery } from '../../platform/http/schema.ts';
import { type CompanyRow, findCompany } from './sql.ts';

const CapabilityShown = Type.Object({
  name: Type.String({ examples: ['direct_invoices'] }),
  allowed: Type.Boolean({ examples: [true] }),
  code: Type.Optional(Type.String({ description: 'The error code of a refused request.' })),
  message: Type.Optional(Type.String()),
});

export const Capabilities = Type.Object(
  {
    company: Type.Object({
      id: idOf('company'),
      name: Type.String({ examples: ['Analytical Engines Ltd'] }),
      kind: Type.String({ examples: ['corporate'] }),
      verification: Type.String({ examples: ['approved'] }),
    }),
    environment: EnvironmentName,
    scopes: Type.Array(Type.String({ examples: ['cards:write'] })),
    capabilities: Type.Array(CapabilityShown),
  },
  { $id: 'Capabilities' },
);

/** Serves what a key and its company may do. */
export const companyRoutes: FastifyPluginAsyncTypebox<{ db: Db }> = async (app, { db }) => {
  app.get(
    '/api/v1/capabilities',
    {
      config: access({ permission: 'any', limit: 'reads' }),
      schema: {
        tags: ['Company'],
        operationId: 'getCapabilities',
        summary: 'Read what this key may do, and why not',
        querystring: NoQuery,
        response: { 200: Type.Ref('Capabilities') },
      },
    },
    async ({ caller }) => {
      const company = await db.read(caller.scope, (tx) => findCompany(tx, caller.scope.companyId));
      if (company === undefined) throw new Error('the company of a valid key is missing');
      return toCapabilities(caller, company);
    },
  );
};

function toCapabilities({ key, scope }: Caller, company: CompanyRow): Static<typeof Capabilities> {
  const live = scope.environment === 'live';
  return {
    company: {
      id: toId('company', company.id),
      name: company.name,
      kind: company.kind,
      verification: company.verification,
    },
    environment: scope.environment,
    scopes: key.scopes,
    capabilities: [
      capability('write', company.suspended_at === null, 'company_suspended'),
      capability('sandbox_helpers', !live, 'sandbox_only'),
      capability('cards', !live, 'live_unavailable'),
      capability('live_services', !live || company.live_services, 'capability_disabled'),
      capability('direct_invoices', !live || company.direct_invoices, 'capability_disabled'),
    ],
  };
}

const capability = (name: string, allowed: boolean, code: RefusalCode): Static<typeof CapabilityShown> =>
  allowed ? { name, allowed } : { name, allowed, code, message: refusals[code][2] };
