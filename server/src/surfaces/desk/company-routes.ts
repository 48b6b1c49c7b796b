// Companies: find them, and manage their permissions, limits, suspension and first owner.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type Static, Type } from 'typebox';
import { fromId } from '../../foundation/ids.ts';
import { refuse } from '../../foundation/refusals/refusals.ts';
import {
  createCompany,
  resumeCompany,
  setCapability,
  setRateLimits,
  suspendCompany,
} from '../../identity/companies/manage.ts';
import { listCompanyIds, type CompanyAtDesk as Row, searchCompanyIds } from '../../identity/companies/sql.ts';
import { inviteFirstOwner } from '../../identity/members/first-owner.ts';
import type { Db } from '../../platform/db/db.ts';
import type { PageRequest } from '../../platform/db/lists.ts';
import { Page, pageQuery, toPage, toPageRequest } from '../../platform/http/pages.ts';
import { IdPath, NoQuery } from '../../platform/http/schema.ts';
import { action } from './actions.ts';
import { CapabilityChange, Company, CompanyRow, NewCompany, NewLimits } from './company-contract.ts';
import { companyIdOf, getCompany, readCompany, toCompanyRow } from './company-shown.ts';
import { LONGEST_WORDS, readReason, readWords, refusedAt, Words } from './contract.ts';
import { type DeskDeps, toolsOf } from './deps.ts';
import { Proposed, proposes, Reason } from './proposal-contract.ts';
import { asProposal } from './proposal-shown.ts';

const tags = ['Companies'];
const changed = { 200: Company, ...refusedAt(400, 404, 409, 413, 415) };

/** Finds, shows and creates companies. */
export const companyRoutes: FastifyPluginAsyncTypebox<DeskDeps> = async (app, deps) => {
  const { db, clock } = deps;
  app.get(
    '/desk/v1/companies',
    {
      config: action('companies.read'),
      schema: {
        tags,
        operationId: 'listCompanies',
        summary: 'List companies, newest first, or find them by name or id',
        querystring: Type.Object({
          ...pageQuery,
          before: Type.Optional(Type.String({ description: 'Start after this company, instead of at a cursor.' })),
          search: Type.Optional(
            Type.String({
              minLength: 1,
              maxLength: LONGEST_WORDS,
              description: 'A whole id, or beginnings of words of the name, all of which must match.',
            }),
          ),
        }),
        response: { 200: Page(CompanyRow), ...refusedAt(400, 404) },
      },
    },
    async ({ query }) => {
      const last = query.before === undefined ? undefined : await getCompany(db, companyIdOf(query.before));
      const page = { ...toPageRequest(query), ...(last === undefined ? {} : { after: positionOf(last) }) };
      const companies = await findCompanies(db, query.search?.trim() ?? '', page);
      const { shown, nextCursor } = toPage(companies, page, positionOf);
      return { data: shown.map(toCompanyRow), nextCursor };
    },
  );

  app.get(
    '/desk/v1/companies/:id',
    {
      config: action('companies.read'),
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

  app.post(
    '/desk/v1/companies',
    {
      config: action('companies.create'),
      schema: {
        tags,
        operationId: 'createCompany',
        summary: 'Create a company: its keys are refused until it is approved',
        querystring: NoQuery,
        body: NewCompany,
        response: { 201: Company, ...refusedAt(400, 413, 415) },
      },
    },
    async ({ body: { name, kind }, operator }, reply) => {
      const id = await createCompany(toolsOf(deps, operator), { name: readWords(name), kind });
      return reply.code(201).send(await readCompany(db, id, clock.now()));
    },
  );
};

const positionOf = ({ created_at: at, id }: Row) => ({ at, id });

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

/** The company as it is now. An unchanged one either does not exist or already had this state. */
async function after({ db, clock }: DeskDeps, id: string, isChanged: boolean): Promise<Static<typeof Company>> {
  const company = await readCompany(db, id, clock.now());
  return isChanged ? company : refuse('stands_already');
}

/** Proposes a company's permissions and limits; a permission is removed immediately. */
export const companySettingRoutes: FastifyPluginAsyncTypebox<DeskDeps> = async (app, deps) => {
  app.put(
    '/desk/v1/companies/:id/capabilities',
    {
      config: action('companies.capabilities'),
      schema: {
        tags,
        operationId: 'setCapability',
        summary: 'Propose to switch a live capability on, or switch it off',
        params: IdPath,
        querystring: NoQuery,
        body: CapabilityChange,
        response: { ...changed, 202: Proposed },
      },
    },
    async ({ params, body: change, operator }, reply) => {
      const id = companyIdOf(params.id);
      const reason = readReason(change.reason, change.enabled);
      const answer = await setCapability(toolsOf(deps, operator), id, { ...change, reason });
      if (typeof answer === 'object') return reply.code(202).send(await asProposal(deps, operator, answer));
      const isOn = (await getCompany(deps.db, id))[change.capability];
      return !answer && isOn !== change.enabled ? refuse('proposed_already') : after(deps, id, answer);
    },
  );

  app.put(
    '/desk/v1/companies/:id/limits',
    {
      config: action('companies.limits'),
      schema: {
        tags,
        operationId: 'setLimits',
        summary: 'Propose rate limits of its own for a company, all three at once',
        params: IdPath,
        querystring: NoQuery,
        body: NewLimits,
        response: proposes,
      },
    },
    async ({ params, body: { reason, ...limits }, operator }, reply) => {
      const id = companyIdOf(params.id);
      const answer = await setRateLimits(toolsOf(deps, operator), id, limits, readWords(reason));
      return reply.code(202).send(await asProposal(deps, operator, answer));
    },
  );
};

/** Suspends all writes of a company, and lifts the suspension. */
export const suspensionRoutes: FastifyPluginAsyncTypebox<DeskDeps> = async (app, deps) => {
  app.post(
    '/desk/v1/companies/:id/suspend',
    {
      config: action('companies.suspend'),
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
      config: action('companies.resume'),
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

/** Proposes the first owner of a company that an operator created. */
export const ownerRoutes: FastifyPluginAsyncTypebox<DeskDeps> = async (app, deps) => {
  app.post(
    '/desk/v1/companies/:id/owner-invitation',
    {
      config: action('companies.invite_owner'),
      schema: {
        tags,
        operationId: 'inviteOwner',
        summary: 'Propose to invite the first owner of a company by email; an earlier invitation of operators ends',
        params: IdPath,
        querystring: NoQuery,
        body: Type.Object({ email: Type.String({ format: 'email', maxLength: 320 }), reason: Reason }),
        response: proposes,
      },
    },
    async ({ params, body, operator }, reply) => {
      const id = companyIdOf(params.id);
      const invited = { email: body.email, reason: readWords(body.reason) };
      const answer = await inviteFirstOwner(toolsOf(deps, operator), id, invited);
      return reply.code(202).send(await asProposal(deps, operator, answer));
    },
  );
};
