// Sandbox helpers: they refuse live keys, and the database refuses them live money and live time.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type Static, Type } from 'typebox';
import { transactionStatuses, transactionTypes } from '../cards/transactions/sql.ts';
import type { Clock } from '../foundation/clock.ts';
import type { Config } from '../foundation/config.ts';
import { parseUsdt } from '../foundation/money/usdt.ts';
import { refuse } from '../foundation/refusals/refusals.ts';
import type { Db } from '../platform/db/db.ts';
import { access } from '../platform/http/access.ts';
import { sendAnswer, sendText, toKeyed } from '../platform/http/keyed.ts';
import { InstantQuery } from '../platform/http/pages.ts';
import {
  Amount,
  FREE_TEXT,
  givenId,
  IdempotencyHeader,
  Instant,
  idPath,
  NoQuery,
  readAmount,
} from '../platform/http/schema.ts';
import { advanceSandboxClock, LONGEST_ADVANCE_SECONDS } from './clock.ts';
import { sandboxFunding } from './fund.ts';
import { paymentSimulation, type WishedPayment } from './simulate.ts';
import { transferToInvoice } from './transfer.ts';

/** The simulated issuer's limit for a merchant's name or a description, however its characters are counted. */
const LONGEST_WORDS = 120;

/** Text that an issuer can send: no control characters, and no half characters. */
const words = (options: { minLength: number; description?: string; examples?: string[] }) =>
  Type.String({
    pattern: '^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$',
    format: FREE_TEXT,
    maxLength: LONGEST_WORDS,
    ...options,
  });

const NewFunding = Type.Object({ amount: Amount }, { title: 'NewFunding', additionalProperties: false });

const NewSandboxTransaction = Type.Object(
  {
    cardId: givenId('card'),
    type: Type.Enum(transactionTypes, { type: 'string' }),
    amount: Type.String({
      ...Amount,
      description: 'Above zero. The sign of the payment follows from its type.',
      examples: ['12.34'],
    }),
    merchant: words({ minLength: 1, examples: ['Bookshop'] }),
    country: Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166-1 alpha-2.', examples: ['DE'] }),
    description: Type.Optional(words({ minLength: 0, examples: ['Two books'] })),
    status: Type.Optional(
      Type.Enum(transactionStatuses, {
        type: 'string',
        description:
          'Left out, the simulated issuer decides as a real one would: `settled`, or `declined` with its reason.',
      }),
    ),
  },
  { title: 'NewSandboxTransaction', additionalProperties: false },
);

const NewAdvance = Type.Object(
  {
    seconds: Type.Integer({ minimum: 1, maximum: LONGEST_ADVANCE_SECONDS, examples: [3_600] }),
  },
  { title: 'NewAdvance', additionalProperties: false },
);

/** More than any invoice asks for. */
const LARGEST_USDT = 2_000_000_000_000_000n;

const NewTransfer = Type.Object(
  {
    amount: Type.String({
      pattern: '^\\d+(\\.\\d{1,6})?$',
      description: 'USDT, up to six decimals, above zero.',
      examples: ['99.5'],
    }),
    occurredAt: Type.Optional(InstantQuery),
  },
  { title: 'NewTransfer', additionalProperties: false },
);

type Deps = { db: Db; clock: Clock; issuers: Config['issuers'] };

/** How the example of an invoice differs once it is paid. */
const paid = {
  status: 'completed',
  observedTransfers: [{ id: 'tr_4K9P1Z', amount: '100.004217', occurredAt: '2026-11-15T09:42:10.000Z' }],
};

/** A payment that has not come back in time can be read a moment later. */
const RETRY_SECONDS = 2;

/** Serves the sandbox helpers. */
export const sandboxRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  await app.register(fundingRoute, deps);
  await app.register(transactionRoute, deps);
  await app.register(clockRoute, deps);
  await app.register(completeRoute, deps);
  await app.register(transferRoute, deps);
};

const fundingRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const fund = sandboxFunding(deps);
  app.post(
    '/api/v1/sandbox/funding',
    {
      config: access({
        permission: 'cards:write',
        limit: 'writes',
        sandboxOnly: true,
        refuses: ['amount_invalid'],
      }),
      schema: {
        tags: ['Sandbox'],
        operationId: 'creditSandboxFunds',
        summary: 'Credit sandbox funds',
        querystring: NoQuery,
        headers: IdempotencyHeader,
        body: NewFunding,
        response: {
          200: Type.Object({}, { description: 'Credited.', examples: [{}] }),
        },
      },
    },
    async (request, reply) => {
      const { caller, body } = request;
      const asked = { ...toKeyed(request), keyId: caller.key.key_id, amount: readAmount(body.amount) };
      return sendAnswer(reply, await fund(caller.scope, asked));
    },
  );
};

const transactionRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const simulate = paymentSimulation(deps);
  app.post(
    '/api/v1/sandbox/transactions',
    {
      config: access({
        permission: 'cards:write',
        limit: 'writes',
        sandboxOnly: true,
        follow: true,
        refuses: ['amount_invalid', 'card_not_found', 'card_not_active', 'card_closed', 'issuer_unavailable'],
      }),
      schema: {
        tags: ['Sandbox'],
        operationId: 'simulateTransaction',
        summary: 'Simulate a card payment',
        description:
          'The simulated issuer makes the payment and notifies us, as a real one would; the response waits for it ' +
          'for up to five seconds. With Retry-After it has not arrived yet: read it a moment later.',
        querystring: NoQuery,
        headers: IdempotencyHeader,
        body: NewSandboxTransaction,
        response: { 201: Type.Ref('Transaction') },
      },
    },
    async (request, reply) => {
      const { caller } = request;
      const payment = readPayment(request.body);
      const wish = { ...toKeyed(request), keyId: caller.key.key_id, payment };
      const { transactionId, hasArrived, ...answer } = await simulate(caller.scope, wish);
      reply.header('location', `/api/v1/transactions/${transactionId}`);
      return sendAnswer(hasArrived ? reply : reply.header('retry-after', RETRY_SECONDS), answer);
    },
  );
};

const clockRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  app.post(
    '/api/v1/sandbox/clock/advance',
    {
      config: access({
        permission: 'cards:write',
        limit: 'writes',
        sandboxOnly: true,
        refuses: ['clock_too_far', 'issuer_unavailable'],
      }),
      schema: {
        tags: ['Sandbox'],
        operationId: 'advanceSandboxClock',
        summary: 'Advance the clock of the sandbox',
        description:
          'All dates and due times of this sandbox follow, and so does the simulated issuer. The clock never goes ' +
          'back, and is at most 3660 days ahead. Every request moves it: there is no Idempotency-Key.',
        querystring: NoQuery,
        body: NewAdvance,
        response: {
          200: Type.Object({ now: Instant }, { description: 'The time of the sandbox now.' }),
        },
      },
    },
    async ({ caller, body }) =>
      advanceSandboxClock(deps, caller.scope, { keyId: caller.key.key_id, seconds: body.seconds }),
  );
};

const completeRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  // It takes no body, but many clients send a JSON content type anyway.
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, async (_request: unknown, body: string) =>
    body.trim() === '' ? undefined : refuse('request_invalid', { message: 'This request takes no body.' }),
  );
  app.post(
    '/api/v1/sandbox/invoices/:id/complete',
    {
      config: access({
        permission: 'funding:write',
        limit: 'writes',
        sandboxOnly: true,
        refuses: ['invoice_not_found', 'invoice_not_payable'],
        shows: paid,
      }),
      schema: {
        tags: ['Sandbox'],
        operationId: 'completeSandboxInvoice',
        summary: 'Simulate an invoice payment',
        description:
          'The simulated issuer sees exactly payAmount arrive in time and confirms it, as a real one would; the ' +
          'answer waits for that for up to five seconds. A completed invoice is answered as it is.',
        params: idPath('invoice'),
        querystring: NoQuery,
        response: { 200: Type.Ref('FundingInvoice') },
      },
    },
    async ({ caller, params }, reply) => {
      const wish = { keyId: caller.key.key_id, invoiceId: params.id };
      return sendText(reply, await transferToInvoice(deps, caller.scope, wish));
    },
  );
};

const transferRoute: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  app.post(
    '/api/v1/sandbox/invoices/:id/transfers',
    {
      config: access({
        permission: 'funding:write',
        limit: 'writes',
        sandboxOnly: true,
        refuses: ['invoice_not_found', 'invoice_not_payable', 'amount_invalid'],
        shows: paid,
      }),
      schema: {
        tags: ['Sandbox'],
        operationId: 'simulateTransfer',
        summary: 'Simulate any transfer for an invoice',
        description:
          'Less, more, late or once more: the simulated issuer sees it arrive, now or at `occurredAt`, and tells us ' +
          'of it.',
        params: idPath('invoice'),
        querystring: NoQuery,
        body: NewTransfer,
        response: { 200: Type.Ref('FundingInvoice') },
      },
    },
    async ({ caller, params, body }, reply) => {
      const amount = parseUsdt(body.amount);
      if (amount === undefined || amount === 0n || amount > LARGEST_USDT) refuse('amount_invalid');
      const occurredAt = body.occurredAt === undefined ? {} : { occurredAt: new Date(body.occurredAt) };
      const wish = { keyId: caller.key.key_id, invoiceId: params.id, amount, ...occurredAt };
      return sendText(reply, await transferToInvoice(deps, caller.scope, wish));
    },
  );
};

function readPayment({ amount, ...body }: Static<typeof NewSandboxTransaction>): WishedPayment {
  const { description = '' } = body;
  return { ...body, description, amount: readAmount(amount) };
}
