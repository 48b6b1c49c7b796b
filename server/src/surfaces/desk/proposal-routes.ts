// Proposals of any kind: one operator proposes, another approves or withdraws.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { ERASE } from '../../cards/holders/erase.ts';
import { fromId, NOBODY } from '../../foundation/ids.ts';
import { refuse } from '../../foundation/refusals/refusals.ts';
import { findActiveOperator } from '../../identity/operators/operators.ts';
import { approve, withdraw } from '../../oversight/proposals/decide.ts';
import { findProposal, listProposalRows } from '../../oversight/proposals/sql.ts';
import { RECOVER } from '../../oversight/recovery/recover.ts';
import { IdPath, NoQuery } from '../../platform/http/schema.ts';
import { action } from './actions.ts';
import { refusedAt } from './contract.ts';
import { type DeskDeps, type DeskOperator, toolsOf } from './deps.ts';
import { Proposal } from './proposal-contract.ts';
import { codeOf, readProposal, toProposals } from './proposal-shown.ts';
import { decideRecovery } from './recovery-routes.ts';

const tags = ['Proposals'];
const DEFAULT_LIMIT = 50;

const proposalIdOf = (text: string): string => fromId('proposal', text) ?? NOBODY;

/** Lists proposals and shows them. */
export const proposalRoutes: FastifyPluginAsyncTypebox<DeskDeps> = async (app, deps) => {
  const { db } = deps;
  app.get(
    '/desk/v1/proposals',
    {
      config: action('proposals.read'),
      schema: {
        tags,
        operationId: 'listProposals',
        summary: 'List proposals, newest first',
        querystring: Type.Object({
          open: Type.Optional(Type.Boolean({ description: 'true: only those that wait for an approval.' })),
          before: Type.Optional(Type.String({ description: 'The last proposal of the page before.' })),
          limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
        }),
        response: {
          200: Type.Object({ data: Type.Array(Proposal), hasMore: Type.Boolean() }),
          ...refusedAt(400, 404),
        },
      },
    },
    async ({ query: { open = false, before, limit = DEFAULT_LIMIT }, operator }) => {
      const last = before === undefined ? undefined : await findProposal(db, proposalIdOf(before));
      if (before !== undefined && last === undefined) refuse('proposal_not_found');
      const rows = await listProposalRows(db, {
        open,
        limit: limit + 1,
        before: last && { at: last.proposed_at, id: last.id },
      });
      return { data: await toProposals(deps, operator, rows.slice(0, limit)), hasMore: rows.length > limit };
    },
  );

  app.get(
    '/desk/v1/proposals/:id',
    {
      config: action('proposals.read'),
      schema: {
        tags,
        operationId: 'getProposal',
        summary: 'See a proposal and what approving it does',
        params: IdPath,
        querystring: NoQuery,
        response: { 200: Proposal, ...refusedAt(400, 404) },
      },
    },
    async ({ params, operator }) => readProposal(deps, operator, proposalIdOf(params.id)),
  );
};

const verbs = [
  {
    verb: 'approve',
    decide: approve,
    done: 'approved',
    summary: 'Approve what another operator proposed: it happens now',
  },
  { verb: 'withdraw', decide: withdraw, done: 'withdrawn', summary: 'Take a proposal back that nobody approved yet' },
] as const;

/** Approves and withdraws proposals. */
export const decidingRoutes: FastifyPluginAsyncTypebox<DeskDeps> = async (app, deps) => {
  for (const { verb, decide, done, summary } of verbs) {
    app.post(
      `/desk/v1/proposals/:id/${verb}`,
      {
        config: action(`proposals.${verb}`),
        schema: {
          tags,
          operationId: `${verb}Proposal`,
          summary,
          params: IdPath,
          querystring: NoQuery,
          response: { 200: Proposal, ...refusedAt(400, 404, 409) },
        },
      },
      async (request) => {
        const id = proposalIdOf(request.params.id);
        const row = await findProposal(deps.db, id);
        const decided =
          row?.action === RECOVER
            ? await decideRecovery(deps, request.operator, { verb, row })
            : await decide(toolsFor(deps, request.operator, row?.action), id);
        if (decided !== done) refuse(codeOf(decided));
        if (verb === 'approve') await sendFirstLink(deps, request, id);
        return readProposal(deps, request.operator, id);
      },
    );
  }
};

/** An erasure searches the history of a company, which may take longer than other statements may. */
const toolsFor = (deps: DeskDeps, operator: DeskOperator, name: string | undefined) => ({
  ...toolsOf(deps, operator),
  ...(name === ERASE ? { db: deps.histories } : {}),
});

/** Emails a new operator the link to choose a password. They are an operator already: the link can be sent again. */
async function sendFirstLink({ db, people }: DeskDeps, { log }: FastifyRequest, id: string): Promise<void> {
  const row = await findProposal(db, id);
  if (row?.action !== 'operator.add') return;
  const added = fromId('operator', String(row.told.details['operator'])) ?? NOBODY;
  try {
    const operator = await findActiveOperator(db, added);
    if (operator !== undefined) await people.add(operator);
  } catch (err) {
    log.error({ err }, 'an operator was added but has no link to sign in');
  }
}
