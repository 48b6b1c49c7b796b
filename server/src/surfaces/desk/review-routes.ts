// Reviews and cases: one operator proposes a decision, another approves it.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type Static, Type } from 'typebox';
import { fromId } from '../../foundation/ids.ts';
import type { Usd } from '../../foundation/money/usd.ts';
import { refuse } from '../../foundation/refusals/refusals.ts';
import { type Decision, propose } from '../../oversight/reviews/decide.ts';
import { decisionsFor, parseCorrection, parseDeposit } from '../../oversight/reviews/decisions.ts';
import {
  type Dossier as Found,
  type Matter as FoundMatter,
  findDossier,
  listMatters,
  nameOf,
  sinceOf,
  subjectOf,
} from '../../oversight/reviews/read.ts';
import type { Subject } from '../../oversight/reviews/sql.ts';
import { readTimeline } from '../../oversight/reviews/timeline.ts';
import { Page, pageQuery, toPage, toPageRequest } from '../../platform/http/pages.ts';
import { IdPath, NoQuery } from '../../platform/http/schema.ts';
import { action } from './actions.ts';
import { readWords, refusedAt } from './contract.ts';
import { type DeskDeps, type DeskOperator, toolsOf } from './deps.ts';
import { codeOf } from './proposal-shown.ts';
import { Dossier, Effect, Matter, NewProposal } from './review-contract.ts';
import { readBalance, toDossier, toEffect, toMatter } from './review-shown.ts';

const tags = ['Reviews'];

/** Lists open matters, and shows one in full. */
export const reviewRoutes: FastifyPluginAsyncTypebox<DeskDeps> = async (app, deps) => {
  const { db } = deps;
  app.get(
    '/desk/v1/reviews',
    {
      config: action('reviews.read'),
      schema: {
        tags,
        operationId: 'listReviews',
        summary: 'List what waits for a decision in all companies, the longest first',
        querystring: Type.Object({
          ...pageQuery,
          after: Type.Optional(Type.String({ description: 'The last one of the previous page, instead of a cursor.' })),
        }),
        response: { 200: Page(Matter), ...refusedAt(400, 404) },
      },
    },
    async ({ query }) => {
      const page = toPageRequest(query);
      const last = query.after === undefined ? undefined : await getDossier(deps, readSubject(query.after));
      const position = last === undefined ? page.after : positionOf(last);
      const after = position && { since: position.at, id: position.id };
      const matters = await listMatters(db, { limit: page.limit, ...(after === undefined ? {} : { after }) });
      const { shown, nextCursor } = toPage(matters, page, positionOf);
      return { data: shown.map(toMatter), nextCursor };
    },
  );

  app.get(
    '/desk/v1/reviews/:id',
    {
      config: action('reviews.read'),
      schema: {
        tags,
        operationId: 'getReview',
        summary: 'See the evidence, the money held, the history, and the next steps',
        params: IdPath,
        querystring: NoQuery,
        response: { 200: Dossier, ...refusedAt(400, 404) },
      },
    },
    async ({ params, operator }) => show(deps, await getDossier(deps, readSubject(params.id)), operator),
  );
};

/** Shows the effect of a decision, and accepts proposals. */
export const proposingRoutes: FastifyPluginAsyncTypebox<DeskDeps> = async (app, deps) => {
  const { db } = deps;
  app.post(
    '/desk/v1/reviews/:id/preview',
    {
      config: action('reviews.propose'),
      schema: {
        tags,
        operationId: 'previewProposal',
        summary: 'Preview the effect of a decision in numbers; nothing is proposed',
        params: IdPath,
        querystring: NoQuery,
        body: Type.Omit(NewProposal, ['reason']),
        response: { 200: Effect, ...refusedAt(400, 404, 413, 415) },
      },
    },
    async ({ params, body }) => {
      const subject = readSubject(params.id);
      const { decision, amount = null, last4 = '' } = toDecision(subject, { ...body, reason: '' });
      const found = await getDossier(deps, subject);
      return toEffect({ decision, amount, last4, subject_id: subject.id }, found.about, await readBalance(db, found));
    },
  );

  app.post(
    '/desk/v1/reviews/:id/proposals',
    {
      config: action('reviews.propose'),
      schema: {
        tags,
        operationId: 'proposeDecision',
        summary: 'Propose a decision; nothing happens before another operator approves it',
        params: IdPath,
        querystring: NoQuery,
        body: NewProposal,
        response: { 201: Dossier, ...refusedAt(400, 404, 409, 413, 415) },
      },
    },
    async (request, reply) => {
      const subject = readSubject(request.params.id);
      const decision = toDecision(subject, { ...request.body, reason: readWords(request.body.reason) });
      const { about } = await getDossier(deps, subject);
      const proposed = await propose(toolsOf(deps, request.operator), subject, decision);
      if (proposed === 'not_in_review') {
        const message = `${nameOf(about)} is ${subjectOf(about).status}, so nothing was changed: only a review is decided here.`;
        refuse(proposed, { message });
      }
      if (typeof proposed === 'string') refuse(codeOf(proposed));
      return reply.code(201).send(await show(deps, await getDossier(deps, subject), request.operator));
    },
  );
};

const positionOf = (matter: FoundMatter) => ({ at: sinceOf(matter), id: matter.subject.id });

async function show({ db }: DeskDeps, found: Found, operator: DeskOperator): Promise<Static<typeof Dossier>> {
  const [balance, timeline] = await Promise.all([readBalance(db, found), readTimeline(db, found)]);
  return toDossier({ ...found, timeline }, balance, operator.id);
}

async function getDossier({ db }: DeskDeps, subject: Subject): Promise<Found> {
  return (await findDossier(db, subject)) ?? refuse('review_not_found');
}

function readSubject(text: string): Subject {
  for (const kind of ['operation', 'invoice', 'case'] as const) {
    const id = fromId(kind, text);
    if (id !== undefined) return { kind, id };
  }
  return refuse('review_not_found');
}

/** Parses a decision; its parts must match each other and the subject. */
function toDecision({ kind }: Subject, { amount: text, ...rest }: Static<typeof NewProposal>): Decision {
  if (!decisionsFor[kind].includes(rest.decision)) refuse('evidence_does_not_fit');
  if (text === undefined) return rest;
  return { ...rest, amount: readDecided(rest.decision, text) };
}

function readDecided(decision: Decision['decision'], text: string): Usd {
  if (decision !== 'accept' && decision !== 'adjust') refuse('evidence_does_not_fit');
  return (decision === 'accept' ? parseDeposit(text) : parseCorrection(text)) ?? refuse('amount_invalid');
}
