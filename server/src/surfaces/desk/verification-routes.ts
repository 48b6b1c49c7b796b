// Company verification: the queue, one submission with its documents, and the decision.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type Static, Type } from 'typebox';
import { fromId, NOBODY, toId } from '../../foundation/ids.ts';
import { refuse } from '../../foundation/refusals/refusals.ts';
import { verifyCompany } from '../../identity/companies/manage.ts';
import { operatorNames } from '../../identity/operators/operators.ts';
import {
  type Decision,
  decideSubmission,
  listSubmitted,
  openDocument,
  readSubmission,
  type ShownDocument,
  type Submission,
} from '../../identity/verifications/decide.ts';
import { fileNameOf } from '../../identity/verifications/documents.ts';
import type { Db } from '../../platform/db/db.ts';
import { Page, pageQuery, toPage, toPageRequest } from '../../platform/http/pages.ts';
import { IdPath, Instant, NoQuery } from '../../platform/http/schema.ts';
import { action } from './actions.ts';
import { companyIdOf } from './company-shown.ts';
import { InstantOrNull, Named, orNull, readWords, refusedAt, shownAt, shownAtOrNull, Words } from './contract.ts';
import { type DeskDeps, toolsOf } from './deps.ts';

const tags = ['Verifications'];
const Kind = Type.Enum(['individual', 'corporate'], { type: 'string' });
const Fields = Type.Record(Type.String(), Type.String());

const Waiting = Type.Object({ company: Named, kind: Kind, submittedAt: Instant });

const Document = Type.Object({
  id: Type.String(),
  slot: Type.String(),
  name: Type.String(),
  mediaType: Type.String(),
  bytes: Type.Integer(),
  uploadedAt: Instant,
});

const Shown = Type.Object({
  company: Named,
  kind: Kind,
  state: Type.Enum(['draft', 'submitted', 'approved', 'rejected'], { type: 'string' }),
  verification: Type.Enum(['pending', 'approved', 'rejected'], { type: 'string' }),
  submittedAt: InstantOrNull,
  fields: Type.Array(Type.Object({ name: Type.String(), label: Type.String(), value: Type.String() }), {
    description: 'In the order in which they are asked for.',
  }),
  documents: Type.Array(Type.Object({ ...Document.properties, label: Type.String() })),
  decisions: Type.Array(
    Type.Object({
      decision: Type.Enum(['approved', 'rejected'], { type: 'string' }),
      reason: Type.String(),
      decidedBy: orNull(Named),
      decidedAt: Instant,
      submittedAt: Instant,
      fields: Fields,
      documents: Type.Array(Document),
    }),
    { description: 'Newest first, each with the submission that it decided.' },
  ),
});

const NewDecision = Type.Object({
  reason: Words('What was checked, or what is wrong; the owners read it.'),
  submittedAt: Type.Optional(
    Type.String({
      format: 'date-time',
      maxLength: 40,
      description: 'The version that you read: refused if it has changed.',
    }),
  ),
  evenUnsubmitted: Type.Optional(
    Type.Boolean({ description: 'Decide without a submission: a company that an operator created has none.' }),
  ),
});

/** Shows companies' submissions. */
export const verificationRoutes: FastifyPluginAsyncTypebox<DeskDeps> = async (app, deps) => {
  const { db } = deps;
  app.get(
    '/desk/v1/verifications',
    {
      config: action('verifications.read'),
      schema: {
        tags,
        operationId: 'listVerifications',
        summary: 'List what waits for a decision, the longest first',
        querystring: Type.Object(pageQuery),
        response: { 200: Page(Waiting), ...refusedAt(400) },
      },
    },
    async ({ query }) => {
      const page = toPageRequest(query);
      const after = page.after && { submittedAt: page.after.at, companyId: page.after.id };
      const rows = await listSubmitted(db, { limit: page.limit, ...(after === undefined ? {} : { after }) });
      const { shown, nextCursor } = toPage(rows, page, (row) => ({ at: row.submittedAt, id: row.companyId }));
      const data = shown.map(({ companyId, name, kind, submittedAt }) => ({
        company: { id: toId('company', companyId), name },
        kind,
        submittedAt: shownAt(submittedAt),
      }));
      return { data, nextCursor };
    },
  );

  app.get(
    '/desk/v1/verifications/:id',
    {
      config: action('verifications.read'),
      schema: {
        tags,
        operationId: 'getVerification',
        summary: 'See the submission of a company, by the id of the company',
        params: IdPath,
        querystring: NoQuery,
        response: { 200: Shown, ...refusedAt(400, 404) },
      },
    },
    async ({ params }) => show(db, companyIdOf(params.id)),
  );
};

const verbs = [
  { verb: 'approve', decision: 'approved' },
  { verb: 'reject', decision: 'rejected' },
] as const;

/** Approves or rejects a submission. */
export const decisionRoutes: FastifyPluginAsyncTypebox<DeskDeps> = async (app, deps) => {
  const { db } = deps;
  for (const { verb, decision } of verbs) {
    app.post(
      `/desk/v1/verifications/:id/${verb}`,
      {
        config: action(`verifications.${verb}`),
        schema: {
          tags,
          operationId: `${verb}Verification`,
          summary: `Mark a submission as ${decision}; the company’s owners get an email`,
          params: IdPath,
          querystring: NoQuery,
          body: NewDecision,
          response: { 200: Shown, ...refusedAt(400, 404, 409, 413, 415) },
        },
      },
      async (request) => {
        const companyId = companyIdOf(request.params.id);
        const { submittedAt, evenUnsubmitted } = request.body;
        const reason = readWords(request.body.reason);
        const tools = toolsOf(deps, request.operator);
        const looked = submittedAt === undefined ? {} : { submittedAt: new Date(submittedAt) };
        const { state } = await show(db, companyId);
        const isDecided =
          evenUnsubmitted && state !== 'submitted'
            ? await verifyCompany(tools, companyId, { verification: decision, reason })
            : (await decideSubmission(tools, { companyId, decision, reason, actor: tools.actor, ...looked })) ===
              'decided';
        return isDecided ? show(db, companyId) : refuse('stands_already');
      },
    );
  }
};

/** Serves a document as a download: the desk itself never runs or renders it. */
export const documentRoutes: FastifyPluginAsyncTypebox<DeskDeps> = async (app, deps) => {
  app.get(
    '/desk/v1/verifications/:id/documents/:document',
    {
      config: action('verifications.open_document'),
      schema: {
        tags,
        operationId: 'getVerificationDocument',
        summary: 'Download a document; the audit log records who did',
        params: Type.Object({ ...IdPath.properties, document: Type.String() }),
        querystring: NoQuery,
        response: { 200: Type.Unknown({ description: 'The file itself.' }), ...refusedAt(400, 404) },
      },
    },
    async (request, reply) => {
      const { params } = request;
      const { actor } = toolsOf(deps, request.operator);
      const asked = {
        companyId: companyIdOf(params.id),
        documentId: fromId('document', params.document) ?? NOBODY,
        actor,
      };
      const opened = (await openDocument(deps, asked)) ?? refuse('document_not_found');
      return reply
        .header('content-type', opened.mediaType)
        .header('content-disposition', `attachment; filename="${fileNameOf(opened)}"`)
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('x-content-type-options', 'nosniff')
        .header('cache-control', 'no-store')
        .send(opened.content);
    },
  );
};

async function show(db: Db, companyId: string): Promise<Static<typeof Shown>> {
  const submission = (await readSubmission(db, companyId)) ?? refuse('verification_not_found');
  const ids = submission.decisions.flatMap(({ operatorId }) => (operatorId === undefined ? [] : [operatorId]));
  return toShown(submission, await operatorNames(db, [...new Set(ids)]));
}

function toShown(submission: Submission, names: ReadonlyMap<string, string>): Static<typeof Shown> {
  const { required, fields, documents } = submission;
  const labels = new Map<string, string>(required.documents.map(({ slot, label }) => [slot, label]));
  return {
    company: { id: toId('company', submission.companyId), name: submission.name },
    kind: submission.kind,
    state: submission.state,
    verification: submission.verification,
    submittedAt: shownAtOrNull(submission.submittedAt),
    fields: required.fields.map(({ name, label }) => ({ name, label, value: fields[name] ?? '' })),
    documents: documents.map((document) => ({ ...toDocument(document), label: labels.get(document.slot) ?? '' })),
    decisions: submission.decisions.map((decision) => toDecision(decision, names)),
  };
}

const toDocument = ({ uploadedAt, ...rest }: ShownDocument): Static<typeof Document> => ({
  ...rest,
  uploadedAt: shownAt(uploadedAt),
});

const toDecision = (row: Decision, names: ReadonlyMap<string, string>): Static<typeof Shown>['decisions'][number] => ({
  decision: row.decision,
  reason: row.reason,
  decidedBy:
    row.operatorId === undefined
      ? null
      : { id: toId('operator', row.operatorId), name: names.get(row.operatorId) ?? '' },
  decidedAt: shownAt(row.decidedAt),
  submittedAt: shownAt(row.submittedAt),
  fields: { ...row.fields },
  documents: row.documents.map(toDocument),
});
