// Reviews and cases: one operator proposes a decision, another approves it.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type Static, Type } from 'typebox';
import { Page, pageQuery, toPage, toPageRequest } from '../http/pages.ts';
import { IdPath, NoQuery } from '../http/schema.ts';
import { fromId, NOBODY } from '../ids.ts';
import type { Usd } from '../money/usd.ts';
import { type RefusalCode, refuse } from '../refusals.ts';
import { actionsFor, approve, type Decision, propose, withdraw } from '../reviews/decide.ts';
import { parseCorrection, parseDeposit } from '../reviews/numbers.ts';
import { type Dossier as Found, findDossier, listMatters, sinceOf } from '../reviews/read.ts';
import type { ProposalRow, Refusal, Subject } from '../reviews/sql.ts';
import { act } from './acts.ts';
import { readWords, refusedAt } from './contract.ts';
import { type DeskDeps, type DeskOperator, toolsOf } from './deps.ts';
import { Dossier, Effect, Matter, NewProposal } from './review-contract.ts';
import { readBalance, toDossier, toEffect, toMatter } from './review-shown.ts';

const tags = ['Reviews'];

/** Lists what waits for people, and shows it whole. */
export const reviewRoutes: FastifyPluginAsyncTypebox<DeskDeps> = async (app, deps) => {
  const { db } = deps;
  app.get(
    '/desk/v1/reviews',
    {
      config: act('reviews.read'),
      schema: {
        tags,
        operationId: 'listReviews',
        summary: 'List what waits for a decision in all companies, the longest first',
        querystring: Type.Object(pageQuery),
        response: { 200: Page(Matter), ...refusedAt(400) },
      },
    },
    async ({ query }) => {
      const page = toPageRequest(query);
      const after = page.after && { since: page.after.at, id: page.after.id };
      const matters = await listMatters(db, { limit: page.limit, ...(after === undefined ? {} : { after }) });
      const { shown, nextCursor } = toPage(matters, page, (matter) => ({ at: sinceOf(matter), id: matter.subject.id }));
      return { data: shown.map(toMatter), nextCursor };
    },
  );

  app.get(
    '/desk/v1/reviews/:id',
    {
      config: act('reviews.read'),
      schema: {
        tags,
        operationId: 'getReview',
        summary: 'See the evidence, the money held, what happened, and the ways out',
        params: IdPath,
        querystring: NoQuery,
        response: { 200: Dossier, ...refusedAt(400, 404) },
      },
    },
    async ({ params, operator }) => show(deps, await getDossier(deps, readSubject(params.id)), operator),
  );
};

/** Tells what a decision would do, and takes proposals. */
export const proposingRoutes: FastifyPluginAsyncTypebox<DeskDeps> = async (app, deps) => {
  const { db } = deps;
  app.post(
    '/desk/v1/reviews/:id/preview',
    {
      config: act('reviews.propose'),
      schema: {
        tags,
        operationId: 'previewProposal',
        summary: 'See what approving a decision would do, in numbers; nothing is proposed',
        params: IdPath,
        querystring: NoQuery,
        body: Type.Omit(NewProposal, ['reason']),
        response: { 200: Effect, ...refusedAt(400, 404, 413, 415) },
      },
    },
    async ({ params, body }) => {
      const subject = readSubject(params.id);
      const { action, amount = null, last4 = '' } = toDecision(subject, { ...body, reason: '' });
      const found = await getDossier(deps, subject);
      return toEffect({ action, amount, last4, subject_id: subject.id }, found.about, await readBalance(db, found));
    },
  );

  app.post(
    '/desk/v1/reviews/:id/proposals',
    {
      config: act('reviews.propose'),
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
      await getDossier(deps, subject);
      const proposed = await propose(toolsOf(deps, request.operator), subject, decision);
      if (typeof proposed === 'string') refuse(codeOf(proposed));
      return reply.code(201).send(await show(deps, await getDossier(deps, subject), request.operator));
    },
  );
};

/** Approves and withdraws proposals. */
export const proposalRoutes: FastifyPluginAsyncTypebox<DeskDeps> = async (app, deps) => {
  const verbs = [
    { verb: 'approve', decide: approve, summary: 'Approve what another operator proposed: at once, and for good' },
    { verb: 'withdraw', decide: withdraw, summary: 'Take a proposal back that nobody approved yet' },
  ] as const;
  for (const { verb, decide, summary } of verbs) {
    app.post(
      `/desk/v1/proposals/:id/${verb}`,
      {
        config: act(`reviews.${verb}`),
        schema: {
          tags,
          operationId: `${verb}Proposal`,
          summary,
          params: IdPath,
          querystring: NoQuery,
          response: { 200: Dossier, ...refusedAt(400, 404, 409) },
        },
      },
      async (request) => {
        const id = fromId('proposal', request.params.id) ?? NOBODY;
        const decided = await decide(toolsOf(deps, request.operator), id);
        if (typeof decided === 'string') refuse(codeOf(decided));
        return show(deps, await getDossier(deps, subjectOfProposal(decided)), request.operator);
      },
    );
  }
};

const subjectOfProposal = ({ subject_kind, subject_id }: ProposalRow): Subject => ({
  kind: subject_kind,
  id: subject_id,
});

async function show({ db }: DeskDeps, found: Found, operator: DeskOperator): Promise<Static<typeof Dossier>> {
  return toDossier(found, await readBalance(db, found), operator.id);
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

/** What was sent as one decision; the parts must fit each other and what they are about. */
function toDecision({ kind }: Subject, { amount: text, ...rest }: Static<typeof NewProposal>): Decision {
  if (!actionsFor[kind].includes(rest.action)) refuse('evidence_does_not_fit');
  if (text === undefined) return rest;
  return { ...rest, amount: readDecided(rest.action, text) };
}

function readDecided(action: Decision['action'], text: string): Usd {
  if (action !== 'accept' && action !== 'adjust') refuse('evidence_does_not_fit');
  return (action === 'accept' ? parseDeposit(text) : parseCorrection(text)) ?? refuse('amount_invalid');
}

const renamed: Partial<Record<Refusal | 'card_number', RefusalCode>> = {
  absent: 'proposal_not_found',
  operator_unknown: 'operator_ended',
  insufficient_funds: 'balance_too_low',
  card_number: 'card_number_refused',
};

/** The code of a decision that was not taken. */
const codeOf = (refusal: Refusal | 'card_number'): RefusalCode => renamed[refusal] ?? (refusal as RefusalCode);
