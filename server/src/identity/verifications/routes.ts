// The portal's endpoints for a company's verification.
import { finished } from 'node:stream';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type Static, Type } from 'typebox';
import type { Clock } from '../../foundation/clock.ts';
import type { SealingKeys } from '../../foundation/config.ts';
import { toId } from '../../foundation/ids.ts';
import { Refusal } from '../../foundation/refusals/refusals.ts';
import type { Db } from '../../platform/db/db.ts';
import { openConcurrency } from '../../platform/http/concurrency.ts';
import { answerError } from '../../platform/http/errors.ts';
import { freeText, Instant, NoQuery, refused, text } from '../../platform/http/schema.ts';
import { action } from '../people/actions.ts';
import type { Member } from '../people/session.ts';
import { databaseStore, MOST_DOCUMENT_BYTES, mediaTypes, putDocument, removeDocument } from './documents.ts';
import { type Filled, fill, readFilled } from './fill.ts';
import { documentSlots, fieldNames, LONGEST_FIELD } from './requirements.ts';
import { submit } from './submit.ts';
import { MOST_UPLOADS_IN_ALL, MOST_UPLOADS_OF_PERSON, refuseBeyondLimits } from './uploads.ts';

const Moment = Type.Union([Instant, Type.Null()]);

const Fields = Type.Partial(
  Type.Object(Object.fromEntries(fieldNames.map((name) => [name, freeText({ maxLength: LONGEST_FIELD })]))),
);

const Slot = Type.Enum(documentSlots, { type: 'string' });

export const VerificationShown = Type.Object(
  {
    state: Type.Enum(['draft', 'submitted', 'approved', 'rejected'], { type: 'string' }),
    kind: Type.Enum(['individual', 'corporate'], { type: 'string' }),
    reason: Type.String({ description: 'The reason for the decision.' }),
    fields: Type.Record(Type.String(), Type.String()),
    documents: Type.Array(
      Type.Object({
        id: Type.String(),
        slot: Slot,
        name: Type.String(),
        bytes: Type.Integer(),
        uploadedAt: Instant,
      }),
    ),
    required: Type.Object({
      fields: Type.Array(Type.Object({ name: Type.String(), label: Type.String(), help: Type.String() })),
      documents: Type.Array(Type.Object({ slot: Slot, label: Type.String(), help: Type.String() })),
    }),
    missing: Type.Array(Type.Object({ name: Type.String(), label: Type.String() })),
    submittedAt: Moment,
    decidedAt: Moment,
  },
  { $id: 'Verification' },
);

const SlotPath = Type.Object({ slot: Slot });

export type VerificationDeps = { own: Db; clock: Clock; documentKeys: SealingKeys };

type Tools = Parameters<typeof putDocument>[0] & { db: Db };

const responses = { 200: Type.Ref('Verification'), ...refused(400, 404, 409) };
const tags = ['Verification'];

/** Serves filling in and submitting a verification. */
export const verificationRoutes: FastifyPluginAsyncTypebox<VerificationDeps> = async (app, deps) => {
  const tools: Tools = { db: deps.own, clock: deps.clock, documentKeys: deps.documentKeys, store: databaseStore };
  await app.register(fieldRoutes, tools);
  await app.register(documentRoutes, tools);
};

const fieldRoutes: FastifyPluginAsyncTypebox<Tools> = async (app, tools) => {
  app.get(
    '/portal/v1/verification',
    {
      config: action('verification.read'),
      schema: {
        operationId: 'getVerification',
        summary: "Read the company's verification",
        tags,
        querystring: NoQuery,
        response: responses,
      },
    },
    ({ member }) => show(tools, member),
  );

  app.put(
    '/portal/v1/verification/fields',
    {
      config: action('verification.write'),
      schema: {
        operationId: 'fillVerification',
        summary: 'Fill in the verification',
        tags,
        body: Fields,
        response: responses,
      },
    },
    async ({ member, body }) => {
      await fill(tools, byOf(member), body);
      return show(tools, member);
    },
  );

  app.post(
    '/portal/v1/verification/submit',
    {
      config: action('verification.write'),
      schema: {
        operationId: 'submitVerification',
        summary: 'Submit the verification',
        tags,
        querystring: NoQuery,
        response: responses,
      },
    },
    async ({ member }) => {
      await submit(tools, byOf(member));
      return show(tools, member);
    },
  );
};

const documentRoutes: FastifyPluginAsyncTypebox<Tools> = async (app, tools) => {
  app.addContentTypeParser([...mediaTypes], parseAsBytes, async (_request: unknown, body: Buffer) => body);
  app.setErrorHandler((error, request, reply) => answerError(inWordsOfDocuments(error), request, reply));

  const underWay = openConcurrency({
    perOwner: MOST_UPLOADS_OF_PERSON,
    inAll: MOST_UPLOADS_IN_ALL,
    refusal: 'uploads_under_way',
  });
  app.put(
    '/portal/v1/verification/documents/:slot',
    {
      config: action('verification.write'),
      // Before the body is read: a refused upload never gets into memory.
      onRequest: async ({ member, headers }, reply) => {
        finished(reply.raw, underWay.enter(member.person.userId));
        const declared = Number(headers['content-length'] ?? 1);
        await refuseBeyondLimits(tools, byOf(member), Math.min(declared, MOST_DOCUMENT_BYTES));
      },
      bodyLimit: MOST_DOCUMENT_BYTES,
      schema: {
        operationId: 'putVerificationDocument',
        summary: 'Upload a document',
        tags,
        consumes: [...mediaTypes],
        params: SlotPath,
        querystring: Type.Object({ name: text({ maxLength: 1_000, minLength: 1 }) }),
        response: responses,
      },
    },
    async ({ member, params, query, headers, body }) => {
      const content = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
      const declared = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
      await putDocument(tools, byOf(member), { ...params, name: query.name, content, declared });
      return show(tools, member);
    },
  );

  app.delete(
    '/portal/v1/verification/documents/:slot',
    {
      config: action('verification.write'),
      schema: {
        operationId: 'deleteVerificationDocument',
        summary: 'Delete a document',
        tags,
        params: SlotPath,
        querystring: NoQuery,
        response: responses,
      },
    },
    async ({ member, params }) => {
      await removeDocument(tools, byOf(member), params.slot);
      return show(tools, member);
    },
  );
};

const show = async ({ db }: Tools, { companyId }: Member) => toShown(await readFilled(db, companyId));

/** A document is read as a whole: it is sealed in one piece. */
const parseAsBytes = { parseAs: 'buffer', bodyLimit: MOST_DOCUMENT_BYTES } as const;

const byOf = ({ companyId, person }: Member) => ({ companyId, userId: person.userId });

/** Rewords size and type errors for documents: the defaults speak of JSON. */
function inWordsOfDocuments(error: unknown): unknown {
  const { code } = error as { code?: unknown };
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return new Refusal('body_too_large', { message: 'A document has at most 5 MB. Scan it with a lower resolution.' });
  }
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return new Refusal('media_type_unsupported', { message: 'Send a PDF, PNG or JPEG file.' });
  }
  return error;
}

function toShown(filled: Filled): Static<typeof VerificationShown> {
  return {
    state: filled.state,
    kind: filled.kind,
    reason: filled.reason,
    fields: filled.fields,
    documents: filled.documents.map((row) => ({
      id: toId('document', row.id),
      slot: row.slot,
      name: row.name,
      bytes: row.bytes,
      uploadedAt: row.uploaded_at.toISOString(),
    })),
    required: { fields: [...filled.required.fields], documents: [...filled.required.documents] },
    missing: filled.missing,
    submittedAt: filled.submitted_at?.toISOString() ?? null,
    decidedAt: filled.decided_at?.toISOString() ?? null,
  };
}
