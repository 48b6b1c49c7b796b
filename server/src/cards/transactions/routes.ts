// Card payments: list and read.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { fromId, fromIds } from '../../foundation/ids.ts';
import { refuse } from '../../foundation/refusals/refusals.ts';
import type { Db } from '../../platform/db/db.ts';
import { access } from '../../platform/http/access.ts';
import { sendText } from '../../platform/http/keyed.ts';
import { InstantQuery, Page, pageQuery, sendPage, toPageRequest } from '../../platform/http/pages.ts';
import { givenId, Instant, idOf, idPath, NoQuery, SignedAmount } from '../../platform/http/schema.ts';
import { declineReasons, findTransaction, listTransactions, transactionStatuses, transactionTypes } from './sql.ts';

export const Transaction = Type.Object(
  {
    id: idOf('transaction'),
    cardId: idOf('card'),
    reference: Type.String({ description: 'The issuer’s reference.', examples: ['pay_5Q8M2X'] }),
    type: Type.Enum(transactionTypes, { type: 'string' }),
    status: Type.Enum(transactionStatuses, { type: 'string', examples: ['settled'] }),
    amount: SignedAmount,
    currency: Type.String({ description: 'ISO 4217.', examples: ['USD'] }),
    merchant: Type.String({ examples: ['Bookshop'] }),
    country: Type.String({ description: 'ISO 3166-1 alpha-2; empty if unknown.', examples: ['DE'] }),
    description: Type.String({ examples: ['Two books'] }),
    occurredAt: Instant,
    declineReason: Type.Enum(declineReasons, {
      type: 'string',
      description: 'Addition: why the issuer declined it; empty for every other payment.',
      examples: [''],
    }),
  },
  { $id: 'Transaction' },
);

export const TransactionQuery = Type.Object({
  ...pageQuery,
  cardId: Type.Optional(givenId('card')),
  holderId: Type.Optional(givenId('holder')),
  status: Type.Optional(Type.Enum(transactionStatuses, { type: 'string' })),
  type: Type.Optional(Type.Enum(transactionTypes, { type: 'string' })),
  occurredFrom: Type.Optional(InstantQuery),
  occurredTo: Type.Optional(InstantQuery),
});

/** The range of time of a query. */
export const toRange = ({ occurredFrom, occurredTo }: { occurredFrom?: string; occurredTo?: string }) => ({
  ...(occurredFrom === undefined ? {} : { from: occurredFrom }),
  ...(occurredTo === undefined ? {} : { until: occurredTo }),
});

/** Lists and reads card payments. */
export const transactionRoutes: FastifyPluginAsyncTypebox<{ db: Db }> = async (app, { db }) => {
  app.get(
    '/api/v1/transactions',
    {
      config: access({ permission: 'operations:read', limit: 'reads' }),
      schema: {
        tags: ['Transactions'],
        operationId: 'listTransactions',
        summary: 'List card payment transactions',
        description:
          'Newest first by occurredAt, 50 to a page unless limit says otherwise. occurredFrom is inclusive, ' +
          'occurredTo is exclusive.',
        querystring: TransactionQuery,
        response: { 200: Page(Type.Ref('Transaction')) },
      },
    },
    async ({ caller, query }, reply) => {
      const page = toPageRequest(query, toRange(query));
      const ids = fromIds({ cardId: 'card', holderId: 'holder' }, query);
      const filter = { ...query, ...ids };
      const rows =
        ids === undefined ? [] : await db.read(caller.scope, (tx) => listTransactions(tx, caller.scope, page, filter));
      return sendPage(reply, rows, page);
    },
  );

  app.get(
    '/api/v1/transactions/:id',
    {
      config: access({ permission: 'operations:read', limit: 'reads', refuses: ['transaction_not_found'] }),
      schema: {
        tags: ['Transactions'],
        operationId: 'getTransaction',
        summary: 'Read one card payment',
        params: idPath('transaction'),
        querystring: NoQuery,
        response: { 200: Type.Ref('Transaction') },
      },
    },
    async ({ caller, params }, reply) => {
      const id = fromId('transaction', params.id) ?? refuse('transaction_not_found');
      const payment = await db.read(caller.scope, (tx) => findTransaction(tx, caller.scope, id));
      return sendText(reply, payment ?? refuse('transaction_not_found'));
    },
  );
};
