// Calls that only a sandbox has: make payments, move time, and read the log of requests.
import { randomUUID } from 'node:crypto';
import { parseUsd } from '@cardwright/server/foundation/money/usd.ts';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { sendText } from './answers.ts';
import { accountOf } from './authenticate.ts';
import type { IssuerDeps } from './deps.ts';
import {
  Advance,
  ByAccount,
  ByReference,
  ByToken,
  CountsQuery,
  NewTransaction,
  NewTransfer,
  RequestsQuery,
  transactionSigns,
} from './protocol.ts';
import { refuse } from './refusals.ts';
import { newEventId } from './requests.ts';
import { noticeOf } from './scenarios.ts';
import { addCardTransaction, addTransfer, advanceClock, countSends, listRequests, putClock } from './sql.ts';

/** The default page of the log: a proof reads a million rows in a hundred pages. */
const LARGEST_PAGE = 10_000;

/** Serves the calls of the sandbox. */
export const sandboxRoutes: FastifyPluginAsyncTypebox<IssuerDeps> = async (app, deps) => {
  const { db, deliverer } = deps;

  app.post(
    '/sandbox/deposits/:reference/transfers',
    { schema: { params: ByReference, body: NewTransfer } },
    async (request, reply) => {
      const { id = `tx_${randomUUID()}`, amount, occurredAt } = request.body;
      const deposit = await addTransfer(db, {
        account: accountOf(request),
        reference: request.params.reference,
        newId: id,
        micros: String(microsOf(amount)),
        occurredAt: instantOf(occurredAt),
        notice: noticeOf('after', newEventId()),
      });
      deliverer.wake();
      return sendText(reply, deposit ?? refuse('absent'));
    },
  );

  app.post(
    '/sandbox/cards/:token/transactions',
    { schema: { params: ByToken, body: NewTransaction } },
    async (request, reply) => {
      const { amount, type, status, reference = `ctx_${randomUUID()}`, occurredAt, ...rest } = request.body;
      const transaction = await addCardTransaction(db, {
        ...rest,
        account: accountOf(request),
        card: request.params.token,
        type,
        status,
        reference,
        occurredAt: instantOf(occurredAt),
        cents: String(transactionSigns[type] * (parseUsd(amount) ?? 0n)),
        noticeId: newEventId(),
      });
      deliverer.wake();
      return sendText(reply, transaction ?? refuse('absent'));
    },
  );

  app.post(
    '/sandbox/accounts/:account/clock',
    { schema: { params: ByAccount, body: Advance } },
    async ({ params: { account }, body }) => {
      const moved =
        'seconds' in body
          ? { now: await advanceClock(db, { account, seconds: body.seconds }) }
          : { aheadSeconds: await putClock(db, { account, aheadSeconds: body.aheadSeconds }) };
      deliverer.wake();
      return { account, ...moved };
    },
  );

  app.post('/sandbox/notifications/deliver', async () => ({ accepted: await deliverer.deliver() }));

  app.get('/sandbox/requests', { schema: { querystring: RequestsQuery } }, async ({ query }) => ({
    data: await listRequests(db, { ...query, after: query.after ?? '0', limit: pageOf(query.limit) }),
  }));

  app.get('/sandbox/requests/counts', { schema: { querystring: CountsQuery } }, async ({ query }) =>
    countSends(db, { ...query, after: query.after ?? '', atLeast: query.atLeast ?? '1', limit: pageOf(query.limit) }),
  );
};

const pageOf = (limit: string | undefined) => String(Math.min(Number(limit ?? LARGEST_PAGE), LARGEST_PAGE));

/** A time as the database reads it; the schema has only checked its form. */
function instantOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (Number.isNaN(Date.parse(text))) refuse('request_invalid');
  return new Date(text).toISOString();
}

/** Millionths of a USDT. The schema has checked that this is an amount. */
function microsOf(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole) * 1_000_000n + BigInt(fraction.padEnd(6, '0'));
}
