// The portal's endpoints for a company's API keys.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type Static, Type } from 'typebox';
import { fromId, toId } from '../../foundation/ids.ts';
import { keyScopes, scopeMeanings } from '../../foundation/key-scopes.ts';
import { refuse } from '../../foundation/refusals/refusals.ts';
import { EnvironmentName, freeText, IdPath, Instant, NoQuery, refused } from '../../platform/http/schema.ts';
import { action } from '../people/actions.ts';
import type { Member } from '../people/session.ts';
import { requireAction } from '../people/step-up.ts';
import { DEFAULT_OVERLAP_HOURS, MAXIMUM_OVERLAP_HOURS } from './lifetimes.ts';
import {
  createCompanyKey,
  findCompanyKey,
  listCompanyKeys,
  type PersonTools,
  revokeCompanyKey,
  rotateCompanyKey,
  stateOf,
} from './people.ts';
import type { KeyOfCompanyRow } from './sql.ts';

const Moment = Type.Union([Instant, Type.Null()]);
const ScopeName = Type.Enum(keyScopes, { type: 'string' });

export const CompanyKey = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    environment: EnvironmentName,
    hint: Type.String({ description: 'The last characters of the text, to tell keys apart.' }),
    scopes: Type.Array(ScopeName),
    createdAt: Instant,
    createdBy: Type.Union([Type.String(), Type.Null()], { description: 'null: made by us.' }),
    expiresAt: Moment,
    revokedAt: Moment,
    lastUsedAt: Moment,
    rotatedFrom: Type.Union([Type.String(), Type.Null()]),
    state: Type.Enum(['active', 'expiring', 'expired', 'revoked'], { type: 'string' }),
  },
  { $id: 'CompanyKey' },
);

const NewCompanyKey = Type.Object({
  key: Type.Ref('CompanyKey'),
  text: Type.String({ description: 'The key itself. It is shown here once and can never be read again.' }),
});

const WantedKey = Type.Object({
  name: freeText({ minLength: 1, maxLength: 200 }),
  environment: EnvironmentName,
  scopes: Type.Array(ScopeName, { minItems: 1, uniqueItems: true }),
  expiresAt: Type.Optional(Instant),
});

const Overlap = Type.Object({
  overlapHours: Type.Integer({ minimum: 0, maximum: MAXIMUM_OVERLAP_HOURS, default: DEFAULT_OVERLAP_HOURS }),
});

const KeyList = Type.Object({ items: Type.Array(Type.Ref('CompanyKey')) });
const ScopeList = Type.Object({ items: Type.Array(Type.Object({ name: ScopeName, meaning: Type.String() })) });

export type CompanyKeyDeps = Omit<PersonTools, 'db'> & { own: PersonTools['db'] };

const tags = ['Keys'];

/** Serves what members of a company do with its keys. */
export const companyKeyRoutes: FastifyPluginAsyncTypebox<CompanyKeyDeps> = async (app, deps) => {
  await app.register(readingRoutes, deps);
  await app.register(changingRoutes, deps);
};

const readingRoutes: FastifyPluginAsyncTypebox<CompanyKeyDeps> = async (app, { own, clock }) => {
  app.get(
    '/portal/v1/scopes',
    {
      config: action('keys.scopes'),
      schema: {
        operationId: 'listScopes',
        summary: 'List the permissions that a key can have',
        tags,
        querystring: NoQuery,
        response: { 200: ScopeList, ...refused(400) },
      },
    },
    async () => ({ items: keyScopes.map((name) => ({ name, meaning: scopeMeanings[name] })) }),
  );

  app.get(
    '/portal/v1/keys',
    {
      config: action('keys.read'),
      schema: {
        operationId: 'listCompanyKeys',
        summary: "List the company's API keys",
        tags,
        querystring: NoQuery,
        response: { 200: KeyList, ...refused(400, 404) },
      },
    },
    async ({ member }) => {
      const rows = await listCompanyKeys(own, member.companyId);
      return { items: rows.map((row) => toShown(row, clock.now())) };
    },
  );
};

const changingRoutes: FastifyPluginAsyncTypebox<CompanyKeyDeps> = async (app, { own, ...deps }) => {
  const tools: PersonTools = { ...deps, db: own };
  const getKey = async (member: Member, id: string): Promise<KeyOfCompanyRow> => {
    const uuid = fromId('key', id);
    const key = uuid === undefined ? undefined : await findCompanyKey(own, member.companyId, uuid);
    return key ?? refuse('key_not_found');
  };
  const showNew = async (member: Member, made: { id: string; text: string }) => ({
    key: toShown(await getKey(member, toId('key', made.id)), deps.clock.now()),
    text: made.text,
  });
  const response = { 201: NewCompanyKey, ...refused(400, 404, 409) };
  const oneKey = { 200: Type.Ref('CompanyKey'), ...refused(400, 404) };

  app.post(
    '/portal/v1/keys',
    {
      config: action('keys.create'),
      schema: { operationId: 'createCompanyKey', summary: 'Create an API key', tags, body: WantedKey, response },
    },
    async ({ member, body: { expiresAt, ...wanted } }, reply) => {
      if (wanted.environment === 'live') requireAction(member, 'keys.create_live', deps.clock.now());
      const until = expiresAt === undefined ? {} : { expiresAt: new Date(expiresAt) };
      const made = await createCompanyKey(tools, byOf(member), { ...wanted, ...until });
      return reply.code(201).send(await showNew(member, made));
    },
  );

  app.post(
    '/portal/v1/keys/:id/rotate',
    {
      config: action('keys.rotate'),
      schema: {
        operationId: 'rotateCompanyKey',
        summary: 'Replace an API key',
        tags,
        params: IdPath,
        body: Overlap,
        response,
      },
    },
    async ({ member, params, body }, reply) => {
      const key = await getKey(member, params.id);
      if (key.environment === 'live') requireAction(member, 'keys.rotate_live', deps.clock.now());
      const made = await rotateCompanyKey(tools, byOf(member), { key, ...body });
      return reply.code(201).send(await showNew(member, made));
    },
  );

  app.post(
    '/portal/v1/keys/:id/revoke',
    {
      config: action('keys.revoke'),
      schema: {
        operationId: 'revokeCompanyKey',
        summary: 'Revoke an API key',
        tags,
        params: IdPath,
        querystring: NoQuery,
        response: oneKey,
      },
    },
    async ({ member, params }) => {
      await revokeCompanyKey(tools, byOf(member), await getKey(member, params.id));
      return toShown(await getKey(member, params.id), deps.clock.now());
    },
  );
};

const byOf = ({ companyId, person }: Member) => ({ companyId, userId: person.userId });

function toShown(row: KeyOfCompanyRow, now: Date): Static<typeof CompanyKey> {
  return {
    id: toId('key', row.id),
    name: row.name,
    environment: row.environment,
    hint: row.hint,
    scopes: row.scopes,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by,
    expiresAt: row.expires_at?.toISOString() ?? null,
    revokedAt: row.revoked_at?.toISOString() ?? null,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    rotatedFrom: row.rotated_from === null ? null : toId('key', row.rotated_from),
    state: stateOf(row, now),
  };
}
