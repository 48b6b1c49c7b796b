// Cardholders at the desk: only their erasure, which needs two people.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { proposeErasure } from '../../cards/holders/erase.ts';
import { fromId, NOBODY } from '../../foundation/ids.ts';
import { EnvironmentName, NoQuery } from '../../platform/http/schema.ts';
import { action } from './actions.ts';
import { companyIdOf, getCompany } from './company-shown.ts';
import { readWords } from './contract.ts';
import { type DeskDeps, toolsOf } from './deps.ts';
import { proposes, Reason } from './proposal-contract.ts';
import { asProposal } from './proposal-shown.ts';

/** Proposes the erasure of a cardholder. */
export const holderRoutes: FastifyPluginAsyncTypebox<DeskDeps> = async (app, deps) => {
  app.post(
    '/desk/v1/companies/:id/holders/:holder/erase',
    {
      config: action('holders.erase'),
      schema: {
        tags: ['Cardholders'],
        operationId: 'eraseHolder',
        summary: 'Propose to erase name, email, external id and metadata of a cardholder, wherever they are stored',
        params: Type.Object({ id: Type.String(), holder: Type.String() }),
        querystring: NoQuery,
        body: Type.Object({ environment: EnvironmentName, reason: Reason }),
        response: proposes,
      },
    },
    async ({ params, body, operator }, reply) => {
      const { id: companyId } = await getCompany(deps.db, companyIdOf(params.id));
      const asked = { holderId: fromId('holder', params.holder) ?? NOBODY, reason: readWords(body.reason) };
      // The search of a whole history may take longer than other statements may.
      const tools = { ...toolsOf(deps, operator), db: deps.histories };
      const answer = await proposeErasure(tools, { companyId, environment: body.environment }, asked);
      return reply.code(202).send(await asProposal(deps, operator, answer));
    },
  );
};
