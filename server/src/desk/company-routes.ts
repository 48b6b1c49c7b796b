// Companies: finding them, what they may do, how much, whether they may write at all, and who owns them first.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type Static, Type } from 'typebox';
import { resumeCompany, setCapability, setRateLimits, suspendCompany } from '../companies/manage.ts';
import { listCompanyIds, type CompanyRow as Row, searchCompanyIds } from '../companies/sql.ts';
import type { Db } from '../db/db.ts';
import type { PageRequest } from '../db/lists.ts';
import { Page, pageQuery, toPage, toPageRequest } from '../http/pages.ts';
import { EnvironmentName, IdPath, NoQuery } from '../http/schema.ts';
import { fromId, NOBODY } from '../ids.ts';
import { revokeKey } from '../keys/manage.ts';
import { inviteFirstOwner } from '../members/first-owner.ts';
import { refuse } from '../refusals.ts';
import { act } from './acts.ts';
import { CapabilityChange, Company, CompanyRow, Limits } from './company-contract.ts';
import { companyIdOf, getCompany, readCompany, toCompanyRow } from './company-shown.ts';
import { LONGEST_WORDS, readWords, refusedAt, Words } from './contract.ts';
import { type DeskDeps, toolsOf } from './deps.ts';

const tags = ['Companies'];
const changed = { 200: Company, ...refusedAt(400, 404, 409, 413, 415) };

/** Finds companies and shows them. */
export const companyRoutes: FastifyPluginAsyncTypebox<DeskDeps> = async (app, { db, clock }) => {
  app.get(
    '/desk/v1/companies',
    {
      config: act('companies.read'),
      schema: {
        tags,
        operationId: 'listCompanies',
        summary: 'List companies, newest first, or find them by name or id',
        querystring: Type.Object({
          ...pageQuery,
          search: Type.Optional(
            Type.String({
              minLength: 1,
              maxLength: LONGEST_WORDS,
              description: 'A whole id, or beginnings of words of the name: every one of them must be there.',
            }),
          ),
        }),
        response: { 200: Page(CompanyRow), ...refusedAt(400) },
      },
    },
    async ({ query }) => {
      const page = toPageRequest(query);
      const companies = await findCompanies(db, query.search?.trim() ?? '', page);
      const { shown, nextCursor } = toPage(companies, page, (row) => ({ at: row.created_at, id: row.id }));
      return { data: shown.map(toCompanyRow), nextCursor };
    },
  );

  app.get(
    '/desk/v1/companies/:id',
    {
      config: act('companies.read'),
      schema: {
        tags,
        operationId: 'getCompany',
        summary: 'See a company with its limits, balances and keys',
        params: IdPath,
        querystring: NoQuery,
        response: { 200: Company, ...refusedAt(400, 404) },
      },
    },
    async ({ params }) => readCompany(db, companyIdOf(params.id), clock.now()),
  );
};

async function findCompanies(db: Db, search: string, page: PageRequest): Promise<Row[]> {
  const byId = fromId('company', search);
  if (byId !== undefined)
    return getCompany(db, byId).then(
      (row) => [row],
      () => [],
    );
  const before = page.after && { id: page.after.id, createdAt: page.after.at };
  const asked = { limit: page.limit, ...(before === undefined ? {} : { before }) };
  const ids = await (search === '' ? listCompanyIds(db, asked) : searchCompanyIds(db, search, asked));
  return Promise.all(ids.map(({ id }) => getCompany(db, id)));
}

/** The company as it stands now. What was not changed either does not exist or stood so already. */
async function after({ db, clock }: DeskDeps, id: string, isChanged: boolean): Promise<Static<typeof Company>> {
  const company = await readCompany(db, id, clock.now());
  return isChanged ? company : refuse('stands_already');
}

/** Changes what a company may do, and how much. */
export const companySettingRoutes: FastifyPluginAsyncTypebox<DeskDeps> = async (app, deps) => {
  app.put(
    '/desk/v1/companies/:id/capabilities',
    {
      config: act('companies.capabilities'),
      schema: {
        tags,
        operationId: 'setCapability',
        summary: 'Switch a live capability on or off',
        params: IdPath,
        querystring: NoQuery,
        body: CapabilityChange,
        response: changed,
      },
    },
    async ({ params, body, operator }) => {
      const id = companyIdOf(params.id);
      return after(deps, id, await setCapability(toolsOf(deps, operator), id, body));
    },
  );

  app.put(
    '/desk/v1/companies/:id/limits',
    {
      config: act('companies.limits'),
      schema: {
        tags,
        operationId: 'setLimits',
        summary: 'Give a company rate limits of its own, all three at once',
        params: IdPath,
        querystring: NoQuery,
        body: Limits,
        response: changed,
      },
    },
    async ({ params, body, operator }) => {
      const id = companyIdOf(params.id);
      return after(deps, id, await setRateLimits(toolsOf(deps, operator), id, body));
    },
  );
};

/** Stops all writes of a company, and lets it write again. */
export const suspensionRoutes: FastifyPluginAsyncTypebox<DeskDeps> = async (app, deps) => {
  app.post(
    '/desk/v1/companies/:id/suspend',
    {
      config: act('companies.suspend'),
      schema: {
        tags,
        operationId: 'suspendCompany',
        summary: 'Stop all writes of a company: its keys can only read, within a second',
        params: IdPath,
        querystring: NoQuery,
        body: Type.Object({ reason: Words('Why; kept in the audit log.') }),
        response: changed,
      },
    },
    async ({ params, body, operator }) => {
      const id = companyIdOf(params.id);
      return after(deps, id, await suspendCompany(toolsOf(deps, operator), id, readWords(body.reason)));
    },
  );

  app.post(
    '/desk/v1/companies/:id/resume',
    {
      config: act('companies.resume'),
      schema: {
        tags,
        operationId: 'resumeCompany',
        summary: 'Let a suspended company write again',
        params: IdPath,
        querystring: NoQuery,
        response: changed,
      },
    },
    async ({ params, operator }) => {
      const id = companyIdOf(params.id);
      return after(deps, id, await resumeCompany(toolsOf(deps, operator), id));
    },
  );
};

/** Invites the first owner of a company that an operator made. */
export const ownerRoutes: FastifyPluginAsyncTypebox<DeskDeps> = async (app, deps) => {
  app.post(
    '/desk/v1/companies/:id/owner-invitation',
    {
      config: act('companies.invite_owner'),
      schema: {
        tags,
        operationId: 'inviteOwner',
        summary: 'Invite the first owner of a company by mail; an earlier invitation of operators ends',
        params: IdPath,
        querystring: NoQuery,
        body: Type.Object({ email: Type.String({ format: 'email', maxLength: 320 }) }),
        response: changed,
      },
    },
    async ({ params, body, operator }) => {
      const id = companyIdOf(params.id);
      const outcome = await inviteFirstOwner(toolsOf(deps, operator), id, body.email);
      return outcome === 'invited' ? readCompany(deps.db, id, deps.clock.now()) : refuse(outcome);
    },
  );
};

/** Ends keys of a company. */
export const keyRoutes: FastifyPluginAsyncTypebox<DeskDeps> = async (app, deps) => {
  app.post(
    '/desk/v1/companies/:id/keys/:key/revoke',
    {
      config: act('keys.revoke'),
      schema: {
        tags,
        operationId: 'revokeKey',
        summary: 'End a key: every server refuses it within a second',
        params: Type.Object({ ...IdPath.properties, key: Type.String() }),
        querystring: NoQuery,
        body: Type.Object({ environment: EnvironmentName }),
        response: changed,
      },
    },
    async ({ params, body, operator }) => {
      const companyId = companyIdOf(params.id);
      const company = await readCompany(deps.db, companyId, deps.clock.now());
      const key = company.keys.find(({ id, environment }) => id === params.key && environment === body.environment);
      if (key === undefined) refuse('key_not_found'); // a key of a person is none of these
      const scope = { companyId, environment: body.environment };
      const revoked = await revokeKey(toolsOf(deps, operator), scope, fromId('key', params.key) ?? NOBODY);
      if (!revoked) refuse('stands_already');
      return readCompany(deps.db, companyId, deps.clock.now());
    },
  );
};
