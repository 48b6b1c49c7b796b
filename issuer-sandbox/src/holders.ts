// Holders and their cards, as far as Cardwright reads them.
import { createHash } from 'node:crypto';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { sendText } from './answers.ts';
import { accountOf } from './authenticate.ts';
import type { IssuerDeps } from './deps.ts';
import { ByReference, ByToken, NewHolder } from './protocol.ts';
import { refuse } from './refusals.ts';
import { answerTaken, asked } from './requests.ts';
import { usual } from './scenarios.ts';
import { findCard, findHolder, takeHolder } from './sql.ts';

/** Serves holders and cards. */
export const holderRoutes: FastifyPluginAsyncTypebox<IssuerDeps> = async (app, deps) => {
  app.post('/v1/holders', { schema: { body: NewHolder } }, async (request, reply) => {
    const holder = { ...request.body, ...asked(request, request.body, usual) };
    const digest = createHash('sha256').update(`holder\n${holder.account}\n${holder.reference}`).digest('hex');
    const taken = await takeHolder(deps.db, { ...holder, newToken: `ich_${digest.slice(0, 32)}` });
    return answerTaken(deps, reply, { taken, scenario: usual, notice: null });
  });

  app.get('/v1/holders/:reference', { schema: { params: ByReference } }, async (request, reply) => {
    const found = await findHolder(deps.db, { account: accountOf(request), name: request.params.reference });
    return sendText(reply, found ?? refuse('absent'));
  });

  app.get('/v1/cards/:token', { schema: { params: ByToken } }, async (request, reply) => {
    const found = await findCard(deps.db, { account: accountOf(request), name: request.params.token });
    return sendText(reply, found ?? refuse('absent'));
  });
};
