// Cardholders: list, read, create and change.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import type { Clock } from '../../foundation/clock.ts';
import { fromId } from '../../foundation/ids.ts';
import { refuse } from '../../foundation/refusals/refusals.ts';
import type { Db } from '../../platform/db/db.ts';
import { access } from '../../platform/http/access.ts';
import { sendAnswer, sendText, toKeyed } from '../../platform/http/keyed.ts';
import { Metadata, ShownMetadata } from '../../platform/http/metadata.ts';
import { pageQuery, ShortList, sendShortList, toPageRequest, WHOLE_LIST } from '../../platform/http/pages.ts';
import { freeText, IdempotencyHeader, idOf, idPath, NoQuery, text } from '../../platform/http/schema.ts';
import { createHolder } from './create.ts';
import { findHolder, holderKinds, holderStatuses, listHolders } from './sql.ts';
import { changeHolder } from './update.ts';

export const Holder = Type.Object(
  {
    id: idOf('holder'),
    name: Type.String({ examples: ['Ada Lovelace'] }),
    email: Type.String({ examples: ['ada@example.com'] }),
    kind: Type.Enum(holderKinds, { type: 'string' }),
    status: Type.Enum(holderStatuses, { type: 'string', examples: ['active'] }),
    externalId: Type.String({
      description: 'Your own id of this person; empty if you gave none.',
      examples: ['employee-17'],
    }),
    metadata: ShownMetadata,
  },
  { $id: 'Holder' },
);

/** Longer than any id in use, a URL or an email address included. */
const LONGEST_EXTERNAL_ID = 200;

const HolderQuery = Type.Object({
  ...pageQuery,
  kind: Type.Optional(Type.Enum(holderKinds, { type: 'string' })),
  status: Type.Optional(Type.Enum(holderStatuses, { type: 'string' })),
  externalId: Type.Optional(text({ maxLength: LONGEST_EXTERNAL_ID })),
});

/** Not scanned for card numbers: it is an id. */
const ExternalId = (example: string) =>
  text({
    maxLength: LONGEST_EXTERNAL_ID,
    description: 'Your own id of this person. No other cardholder of the environment may have it; empty is none.',
    examples: [example],
  });

const NewHolder = Type.Object(
  {
    name: freeText({ minLength: 1, maxLength: 200, examples: ['Ada Lovelace'] }),
    email: Type.String({ format: 'email', minLength: 3, maxLength: 320, examples: ['ada@example.com'] }),
    kind: Type.Enum(holderKinds, { type: 'string' }),
    externalId: Type.Optional(ExternalId('employee-17')),
    metadata: Type.Optional(Metadata),
  },
  { title: 'NewHolder', additionalProperties: false },
);

const HolderChanges = Type.Object(
  {
    externalId: Type.Optional(ExternalId('employee-18')),
    metadata: Type.Optional(Metadata),
  },
  { title: 'HolderChanges', additionalProperties: false, minProperties: 1 },
);

/** Malformed and unknown ids are both 404. */
const idIn = ({ id }: { id: string }) => fromId('holder', id) ?? refuse('holder_not_found');

type HolderDeps = { db: Db; clock: Clock };

/** Lists, reads, creates and changes cardholders. */
export const holderRoutes: FastifyPluginAsyncTypebox<HolderDeps> = async (app, deps) => {
  await app.register(readingRoutes, deps);
  await app.register(writingRoutes, deps);
};

const readingRoutes: FastifyPluginAsyncTypebox<HolderDeps> = async (app, { db }) => {
  app.get(
    '/api/v1/holders',
    {
      config: access({ permission: 'holders:read', limit: 'reads' }),
      schema: {
        tags: ['Cardholders'],
        operationId: 'listHolders',
        summary: 'List cardholders',
        description:
          'Newest first. Without limit the whole list, up to 1,000; beyond that, and with limit, the Link ' +
          'header pages.',
        querystring: HolderQuery,
        response: { 200: ShortList(Type.Ref('Holder')) },
      },
    },
    async ({ caller, query }, reply) => {
      const page = toPageRequest(query, {}, WHOLE_LIST);
      const rows = await db.read(caller.scope, (tx) => listHolders(tx, caller.scope, page, query));
      return sendShortList({ path: '/api/v1/holders', query, page, reply }, rows);
    },
  );

  app.get(
    '/api/v1/holders/:id',
    {
      config: access({ permission: 'holders:read', limit: 'reads', refuses: ['holder_not_found'] }),
      schema: {
        tags: ['Cardholders'],
        operationId: 'getHolder',
        summary: 'Read one cardholder',
        params: idPath('holder'),
        querystring: NoQuery,
        response: { 200: Type.Ref('Holder') },
      },
    },
    async ({ caller, params }, reply) => {
      const id = idIn(params);
      const holder = await db.read(caller.scope, (tx) => findHolder(tx, caller.scope, id));
      return sendText(reply, holder ?? refuse('holder_not_found'));
    },
  );
};

const writingRoutes: FastifyPluginAsyncTypebox<HolderDeps> = async (app, deps) => {
  app.post(
    '/api/v1/holders',
    {
      config: access({
        permission: 'holders:write',
        limit: 'writes',
        refuses: ['external_id_taken'],
        shows: { status: 'pending' },
      }),
      schema: {
        tags: ['Cardholders'],
        operationId: 'createHolder',
        summary: 'Create a cardholder',
        description:
          'Returns the cardholder as `pending`. It becomes `active` when the issuer confirms it, in the sandbox ' +
          'within seconds.',
        querystring: NoQuery,
        headers: IdempotencyHeader,
        body: NewHolder,
        response: { 201: Type.Ref('Holder') },
      },
    },
    async (request, reply) => {
      const { caller, body } = request;
      const holder = { ...body, externalId: body.externalId ?? '', metadata: body.metadata ?? {} };
      const answer = await createHolder(deps, caller.scope, { ...toKeyed(request), keyId: caller.key.key_id, holder });
      const { id } = JSON.parse(answer.body) as { id: string };
      return sendAnswer(reply.header('location', `/api/v1/holders/${id}`), answer);
    },
  );

  app.patch(
    '/api/v1/holders/:id',
    {
      config: access({
        permission: 'holders:write',
        limit: 'writes',
        refuses: ['holder_not_found', 'holder_not_active', 'external_id_taken'],
      }),
      schema: {
        tags: ['Cardholders'],
        operationId: 'changeHolder',
        summary: 'Change the external ID or metadata of a cardholder',
        description:
          'The external id and the metadata, which is replaced as a whole. Name and email are on record at the ' +
          'issuer and cannot be changed. An erased cardholder cannot be changed: 400 holder_not_active.',
        params: idPath('holder'),
        querystring: NoQuery,
        body: HolderChanges,
        response: { 200: Type.Ref('Holder') },
      },
    },
    async ({ caller, params, body }, reply) => {
      const request = { keyId: caller.key.key_id, id: idIn(params), changes: body };
      return sendText(reply, await changeHolder(deps.db, caller.scope, request));
    },
  );
};
