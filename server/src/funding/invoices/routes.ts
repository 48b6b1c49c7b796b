// Invoices: create, list and read.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import type { Clock } from '../../foundation/clock.ts';
import type { Config } from '../../foundation/config.ts';
import { fromId } from '../../foundation/ids.ts';
import { refuse } from '../../foundation/refusals/refusals.ts';
import { readScenario } from '../../foundation/scenarios.ts';
import type { Scope } from '../../foundation/scope.ts';
import { findCompany } from '../../identity/companies/sql.ts';
import type { Db } from '../../platform/db/db.ts';
import { access } from '../../platform/http/access.ts';
import { sendAnswer, sendText, toKeyed } from '../../platform/http/keyed.ts';
import { InstantQuery, Page, pageQuery, sendPage, toPageRequest } from '../../platform/http/pages.ts';
import {
  Amount,
  EnvironmentName,
  Instant,
  idOf,
  idPath,
  NoQuery,
  OrderHeaders,
  readAmount,
  ShownAmount,
} from '../../platform/http/schema.ts';
import { type Waiting, waitQuery } from '../../platform/http/waiting.ts';
import { requestInvoice } from './create.ts';
import { policy } from './policy.ts';
import { invoiceStatuses, listInvoices, showInvoice } from './sql.ts';

/** Most invoices are paid by hand: polling more often learns nothing sooner. */
const POLL_SECONDS = 2;

const UsdtAmount = Type.String({
  pattern: '^\\d+\\.\\d{6}$',
  description: 'USDT, exactly six decimals. Never round it.',
  examples: ['100.004217'],
});

const orNull = <Schema extends ReturnType<typeof Type.String>>(schema: Schema) => Type.Union([schema, Type.Null()]);

export const FundingInvoice = Type.Object(
  {
    id: idOf('invoice'),
    environment: EnvironmentName,
    status: Type.Enum(invoiceStatuses, { type: 'string', examples: ['pending'] }),
    depositAmount: Type.String({ ...ShownAmount, examples: ['100.00'] }),
    fee: Type.String({ ...ShownAmount, examples: ['0.00'] }),
    creditAmount: Type.String({ ...ShownAmount, examples: ['100.00'] }),
    address: orNull(Type.String({ examples: ['TJgsxpbw7dPjXe2UyHBvzzNzpCDGzPqKYt'] })),
    payAmount: orNull(UsdtAmount),
    asset: Type.Enum(['USDT'], { type: 'string' }),
    network: Type.Enum(['TRON'], { type: 'string' }),
    expiresAt: orNull(Instant),
    createdAt: Instant,
    requestedAmount: Type.String({
      ...ShownAmount,
      description: 'Addition: the amount first requested.',
      examples: ['100.00'],
    }),
    observedTransfers: Type.Array(Type.Object({ id: Type.String(), amount: UsdtAmount, occurredAt: Instant }), {
      description: 'Addition: every transfer that the issuer has seen, credited or not.',
      examples: [[]],
    }),
    policy: Type.Object(
      {
        exact: Type.String(),
        less: Type.String(),
        more: Type.String(),
        late: Type.String(),
        again: Type.String(),
        networkFee: Type.String(),
      },
      {
        description: 'Addition: the rules for payments that are exact, too low, too high, late or repeated.',
        examples: [policy],
      },
    ),
    failure: Type.Optional(Type.Object({ code: Type.String(), message: Type.String() })),
    review: Type.Optional(
      Type.Object({ reason: Type.String(), openedAt: Instant, lastCheckedAt: Type.Union([Instant, Type.Null()]) }),
    ),
  },
  { $id: 'FundingInvoice' },
);

const NewInvoice = Type.Object(
  { amount: Type.String({ ...Amount, description: 'The deposit, in whole US dollars.', examples: ['100'] }) },
  { title: 'NewInvoice', additionalProperties: false },
);

const InvoiceQuery = Type.Object({
  ...pageQuery,
  status: Type.Optional(Type.Enum(invoiceStatuses, { type: 'string' })),
  createdFrom: Type.Optional(InstantQuery),
  createdTo: Type.Optional(InstantQuery),
});

type InvoiceDeps = {
  db: Db;
  clock: Clock;
  issuers: Config['issuers'];
  leastInvoiceDollars: number;
  waiting: Waiting;
};

/** Creates, lists and reads invoices. */
export const invoiceRoutes: FastifyPluginAsyncTypebox<InvoiceDeps> = async (app, deps) => {
  await app.register(createRoute, deps);
  await app.register(readRoutes, deps);
};

const createRoute: FastifyPluginAsyncTypebox<InvoiceDeps> = async (app, deps) => {
  app.post(
    '/api/v1/card-account/invoices',
    {
      config: access({
        permission: 'funding:write',
        limit: 'writes',
        refuses: [
          'amount_invalid',
          'amount_not_whole_usd',
          'amount_below_minimum',
          'amount_above_maximum',
          'invoice_unresolved',
          'capability_disabled',
          'live_unavailable',
        ],
      }),
      schema: {
        tags: ['Funding'],
        operationId: 'createInvoice',
        summary: 'Create a direct payment invoice',
        description:
          'Asks the issuer once for an address and answers as soon as there is one, within a few seconds. Transfer ' +
          'exactly payAmount of USDT on TRON to address before expiresAt. An answer in `creating` has no address ' +
          'yet: repeat the request with the same Idempotency-Key, or read the invoice. One invoice can be ' +
          'unresolved at a time.',
        querystring: NoQuery,
        headers: OrderHeaders,
        body: NewInvoice,
        response: { 201: Type.Ref('FundingInvoice') },
      },
    },
    async (request, reply) => {
      const { caller, body } = request;
      const amount = readAmount(body.amount);
      if (amount % 100n !== 0n) refuse('amount_not_whole_usd');
      const scenario = readScenario(caller.scope, request.headers['sandbox-scenario']) ?? '';
      if (caller.scope.environment === 'live' && deps.issuers.live === undefined)
        await refuseWithoutIssuer(deps.db, caller.scope);
      const asked = { ...toKeyed(request), keyId: caller.key.key_id, amount, scenario };
      const answer = await requestInvoice(deps, caller.scope, asked);
      const { id } = JSON.parse(answer.body) as { id: string };
      return sendAnswer(reply.header('location', `/api/v1/card-account/invoices/${id}`), answer);
    },
  );
};

/** Refuses an invoice in live while no issuer is connected. A company that is not activated learns that first. */
async function refuseWithoutIssuer(db: Db, scope: Scope): Promise<never> {
  const company = await db.read(scope, (tx) => findCompany(tx, scope.companyId));
  return refuse(company?.direct_invoices ? 'live_unavailable' : 'capability_disabled');
}

const readRoutes: FastifyPluginAsyncTypebox<InvoiceDeps> = async (app, { db, waiting }) => {
  app.get(
    '/api/v1/card-account/invoices',
    {
      config: access({ permission: ['balance:read', 'funding:write'], limit: 'reads' }),
      schema: {
        tags: ['Funding'],
        operationId: 'listInvoices',
        summary: 'List invoices',
        description:
          'Newest first, 50 to a page unless limit says otherwise. createdFrom is inclusive, createdTo is exclusive.',
        querystring: InvoiceQuery,
        response: { 200: Page(Type.Ref('FundingInvoice')) },
      },
    },
    async ({ caller, query }, reply) => {
      const page = toPageRequest(query, {
        ...(query.createdFrom === undefined ? {} : { from: query.createdFrom }),
        ...(query.createdTo === undefined ? {} : { until: query.createdTo }),
      });
      const filter = query.status === undefined ? {} : { status: query.status };
      const rows = await db.read(caller.scope, (tx) => listInvoices(tx, caller.scope, page, filter));
      return sendPage(reply, rows, page);
    },
  );

  app.get(
    '/api/v1/card-account/invoices/:id',
    {
      config: access({
        permission: ['balance:read', 'funding:write'],
        limit: 'reads',
        refuses: ['invoice_not_found'],
        follow: true,
      }),
      schema: {
        tags: ['Funding'],
        operationId: 'getInvoice',
        summary: 'Read one invoice',
        description:
          'With wait, the answer comes as soon as the status changes, or after that many seconds. Without it, poll ' +
          'as often as Retry-After says.',
        params: idPath('invoice'),
        querystring: Type.Object(waitQuery),
        response: { 200: Type.Ref('FundingInvoice') },
      },
    },
    async ({ caller: { scope }, params, query }, reply) => {
      const id = fromId('invoice', params.id) ?? refuse('invoice_not_found');
      const find = async () =>
        (await db.read(scope, (tx) => showInvoice(tx, scope, id))) ?? refuse('invoice_not_found');
      let row = await find();
      if (query.wait && row.status !== 'completed' && row.status !== 'failed') {
        await waiting.untilChanged(reply, { kind: 'invoice', scope, id, status: row.status }, query.wait);
        row = await find();
      }
      if (row.status === 'creating' || row.status === 'pending') reply.header('retry-after', POLL_SECONDS);
      return sendText(reply, row.text);
    },
  );
};
