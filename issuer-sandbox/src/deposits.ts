// Deposits: an address and an exact amount for one payment in USDT on TRON.
import { parseUsd } from '@cardwright/server/foundation/money/usd.ts';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { sendText } from './answers.ts';
import { accountOf } from './authenticate.ts';
import type { IssuerDeps } from './deps.ts';
import { ByReference, NewDeposit } from './protocol.ts';
import { refuse } from './refusals.ts';
import { answerTaken, asked, planOf, scenarioOf } from './requests.ts';
import { findDeposit, takeDeposit } from './sql.ts';
import { addressOf } from './tron.ts';

/** An hour: long enough to pay from an exchange, short enough to keep the amount unique. */
const LIFETIME_SECONDS = 3_600;

/** Serves deposits. */
export const depositRoutes: FastifyPluginAsyncTypebox<IssuerDeps> = async (app, deps) => {
  app.post('/v1/deposits', { schema: { body: NewDeposit } }, async (request, reply) => {
    const scenario = scenarioOf(request);
    const { body } = request;
    const plan = planOf(scenario);
    const deposit = { ...asked(request, body, scenario), ...plan, cents: String(parseUsd(body.amount)) };
    const address = addressOf(`deposit\n${deposit.account}\n${deposit.reference}`);
    const taken = await takeDeposit(deps.db, { ...deposit, address, lifetimeSeconds: LIFETIME_SECONDS });
    return answerTaken(deps, reply, { taken, scenario, notice: plan.notice });
  });

  app.get('/v1/deposits/:reference', { schema: { params: ByReference } }, async (request, reply) => {
    const found = await findDeposit(deps.db, { account: accountOf(request), name: request.params.reference });
    return sendText(reply, found ?? refuse('absent'));
  });
};
