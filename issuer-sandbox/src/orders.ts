// Orders: issue a card, top one up, order a service, and actions on a card. Each happens once.
import { createHash } from 'node:crypto';
import { parseUsd } from '@cardwright/server/foundation/money/usd.ts';
import { openBatcher } from '@cardwright/server/platform/db/batcher.ts';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { sendText } from './answers.ts';
import { accountOf } from './authenticate.ts';
import type { IssuerDeps } from './deps.ts';
import { ByReference, NewOrder } from './protocol.ts';
import { refuse } from './refusals.ts';
import { answerTaken, asked, planOf, scenarioOf } from './requests.ts';
import { type AskedOrder, findOrder, type Taken, takeOrders } from './sql.ts';

/** Serves orders. Those that wait for the database share a commit. */
export const orderRoutes: FastifyPluginAsyncTypebox<IssuerDeps> = async (app, deps) => {
  const take = openBatcher<AskedOrder, Taken>({
    run: (batch) => takeOrders(deps.db, batch),
    ownerOf: ({ account }) => account,
    identityOf: ({ account, reference }) => `${account}\n${reference}`,
  });

  app.post('/v1/orders', { schema: { body: NewOrder } }, async (request, reply) => {
    const scenario = scenarioOf(request);
    const { body } = request;
    const plan = planOf(scenario);
    const order = asked(request, body, scenario);
    const taken = await take({ ...order, ...plan, ...contentOf(body), ...newNames(order) });
    return answerTaken(deps, reply, { taken, scenario, notice: plan.notice });
  });

  app.get('/v1/orders/:reference', { schema: { params: ByReference } }, async (request, reply) => {
    const found = await findOrder(deps.db, { account: accountOf(request), name: request.params.reference });
    return sendText(reply, found ?? refuse('absent'));
  });
};

/** The fields of an order that the database stores. The rest is in the digest that a repeated reference must match. */
function contentOf({ amount, currency: _always, ...order }: NewOrder) {
  return { ...order, cents: String(parseUsd(amount)) };
}

/**
 * The names of new objects, derived from the order's reference. A receipt has at most twelve digits in a row, so that
 * it never looks like a card number.
 */
function newNames({ account, reference }: { account: string; reference: string }) {
  const digest = createHash('sha256').update(`order\n${account}\n${reference}`).digest();
  return {
    newToken: `ict_${digest.toString('hex', 0, 16)}`,
    newLast4: String(digest.readUInt32BE(16) % 10_000).padStart(4, '0'),
    newReceipt: `R-${digest.toString('hex', 20, 26).toUpperCase()}`,
  };
}
