// The keys of a company: create, rotate and revoke them. Live keys need two operators.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type Static, Type } from 'typebox';
import { fromId, toId } from '../../foundation/ids.ts';
import { scopeMeanings } from '../../foundation/key-scopes.ts';
import { refuse } from '../../foundation/refusals/refusals.ts';
import type { Environment, Scope } from '../../foundation/scope.ts';
import type { CompanyRow } from '../../identity/companies/sql.ts';
import { createKey, type NewKey as Made, revokeKey, rotateKey } from '../../identity/keys/manage.ts';
import { listKeys } from '../../identity/keys/sql.ts';
import { EnvironmentName, IdPath, NoQuery } from '../../platform/http/schema.ts';
import { action } from './actions.ts';
import { Company, type Key, NewKey, Rotation, WantedKey } from './company-contract.ts';
import { companyIdOf, getCompany, readCompany, toKey } from './company-shown.ts';
import { readReason, readWords, refusedAt, shownAtOrNull } from './contract.ts';
import { type DeskDeps, type DeskOperator, toolsOf } from './deps.ts';
import { asProposal, codeOf } from './proposal-shown.ts';

const tags = ['Companies'];
const DAY_MS = 86_400_000;
const KeyPath = Type.Object({ ...IdPath.properties, key: Type.String() });
const refusals = refusedAt(400, 404, 409, 413, 415);
const makes = { 201: NewKey, 202: NewKey, ...refusals };

/** Creates and rotates keys; for live ones it creates a proposal. */
export const newKeyRoutes: FastifyPluginAsyncTypebox<DeskDeps> = async (app, deps) => {
  app.post(
    '/desk/v1/companies/:id/keys',
    {
      config: action('keys.create'),
      schema: {
        tags,
        operationId: 'createKey',
        summary: 'Create a sandbox key, or propose a live one; its text is returned once',
        params: IdPath,
        querystring: NoQuery,
        body: WantedKey,
        response: makes,
      },
    },
    async ({ params, body, operator }, reply) => {
      const { environment, scopes, expiresInDays: days } = body;
      const company = await getCompany(deps.db, companyIdOf(params.id));
      const name = readWords(body.name);
      const reason = readReason(body.reason, environment === 'live');
      const expiresAt = days === undefined ? undefined : new Date(deps.clock.now().getTime() + days * DAY_MS);
      const made = await createKey(
        toolsOf(deps, operator),
        { companyId: company.id, environment },
        { name, scopes, reason, ...(expiresAt === undefined ? {} : { expiresAt }) },
      );
      const granted = { environment, name, scopes, expiresAt: shownAtOrNull(expiresAt) };
      return reply
        .code(made.proposed === undefined ? 201 : 202)
        .send(await showNew(deps, operator, { company, made, granted }));
    },
  );

  app.post(
    '/desk/v1/companies/:id/keys/:key/rotate',
    {
      config: action('keys.rotate'),
      schema: {
        tags,
        operationId: 'rotateKey',
        summary: 'Rotate a sandbox key, or propose it for a live one; the new text is returned once',
        params: KeyPath,
        querystring: NoQuery,
        body: Rotation,
        response: makes,
      },
    },
    async ({ params, body: { environment, overlapHours, reason }, operator }, reply) => {
      const { company, scope, keyId, key } = await findKey(deps, params, environment);
      const rotation = { keyId, overlapHours, reason: readReason(reason, environment === 'live') };
      const made = await rotateKey(toolsOf(deps, operator), scope, rotation);
      if (typeof made === 'string') refuse(codeOf(made));
      const shown = await showNew(deps, operator, { company, made, granted: key });
      if (made.proposed !== undefined) return reply.code(202).send(shown);
      const { key: replaced } = await findKey(deps, params, environment);
      return reply.code(201).send({ ...shown, replaced });
    },
  );
};

/** Revokes keys. */
export const keyRoutes: FastifyPluginAsyncTypebox<DeskDeps> = async (app, deps) => {
  app.post(
    '/desk/v1/companies/:id/keys/:key/revoke',
    {
      config: action('keys.revoke'),
      schema: {
        tags,
        operationId: 'revokeKey',
        summary: 'Revoke a key: every server refuses it within a second',
        params: KeyPath,
        querystring: NoQuery,
        body: Type.Object({ environment: EnvironmentName }),
        response: { 200: Company, ...refusals },
      },
    },
    async ({ params, body, operator }) => {
      const { scope, keyId } = await findKey(deps, params, body.environment);
      if (!(await revokeKey(toolsOf(deps, operator), scope, keyId))) refuse('stands_already');
      return readCompany(deps.db, scope.companyId, deps.clock.now());
    },
  );
};

/** The key that a path names, or a refusal; members' session keys are excluded. */
async function findKey({ db, clock }: DeskDeps, path: Static<typeof KeyPath>, environment: Environment) {
  const company = await getCompany(db, companyIdOf(path.id));
  const scope: Scope = { companyId: company.id, environment };
  const rows = await db.read(scope, (tx) => listKeys(tx, scope));
  const row = rows.find(({ id }) => id === fromId('key', path.key)) ?? refuse('key_not_found');
  return { company, scope, keyId: row.id, key: toKey(row, environment, clock.now()) };
}

type New = {
  company: CompanyRow;
  made: Made;
  granted: Pick<Static<typeof Key>, 'environment' | 'name' | 'scopes' | 'expiresAt'>;
};

/** A new key, the only time that its text is known. */
async function showNew(
  deps: DeskDeps,
  operator: DeskOperator,
  { company, made: { id, text, proposed }, granted: { environment, name, scopes, expiresAt } }: New,
): Promise<Static<typeof NewKey>> {
  const revealing = scopes.filter((scope) => scope.startsWith('webhooks:') || scope === 'cards:reveal');
  const { verification } = company;
  return {
    id: toId('key', id),
    key: text,
    company: toId('company', company.id),
    environment,
    name,
    scopes,
    expiresAt,
    warnings: [
      ...revealing.map((scope) => `${scope}: ${scopeMeanings[scope]}.`),
      ...(verification === 'approved'
        ? []
        : [`the company is ${verification}: its keys are refused until it is approved.`]),
    ],
    ...(proposed === undefined ? {} : await asProposal(deps, operator, { proposed })),
  };
}
