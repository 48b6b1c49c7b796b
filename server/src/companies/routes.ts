// What a key and its company can do: the question to ask before wondering about a 403.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type Static, Type } from 'typebox';
import type { Db } from '../db/db.ts';
import { access, type Caller } from '../http/access.ts';
import { EnvironmentName, refused } from '../http/schema.ts';
import { toId } from '../ids.ts';
import { type CompanyRow, findCompany } from './sql.ts';

const CapabilityShown = Type.Object({
  name: Type.String({ examples: ['direct_invoices'] }),
  allowed: Type.Boolean(),
  code: Type.Optional(Type.String({ description: 'The code that a request would be refused with.' })),
  message: Type.Optional(Type.String()),
});

export const Capabilities = Type.Object(
  {
    company: Type.Object({ id: Type.String(), name: Type.String(), kind: Type.String(), verification: Type.String() }),
    environment: EnvironmentName,
    scopes: Type.Array(Type.String()),
    capabilities: Type.Array(CapabilityShown),
  },
  { $id: 'Capabilities' },
);

export const companyRoutes: FastifyPluginAsyncTypebox<{ db: Db }> = async (app, { db }) => {
  app.get(
    '/api/v1/capabilities',
    {
      config: access({ permission: 'any', limit: 'reads' }),
      schema: {
        tags: ['Additions'],
        operationId: 'getCapabilities',
        summary: 'See what this key may do, and why not',
        response: { 200: Type.Ref('Capabilities'), ...refused() },
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
      toggle(
        'write',
        company.suspended_at === null,
        'company_suspended',
        'The company is suspended: it can read, but not write.',
      ),
      toggle('sandbox_helpers', !live, 'sandbox_only', 'Sandbox helpers need a sandbox key.'),
      toggle(
        'direct_invoices',
        !live || company.direct_invoices,
        'capability_disabled',
        'Direct invoices are not activated for live.',
      ),
      toggle(
        'live_services',
        !live || company.live_services,
        'capability_disabled',
        'Services are not activated for live.',
      ),
    ],
  };
}

const toggle = (name: string, allowed: boolean, code: string, message: string): Static<typeof CapabilityShown> =>
  allowed ? { name, allowed } : { name, allowed, code, message };
