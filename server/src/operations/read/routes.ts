// Operations: list and read.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type Static, Type } from 'typebox';
import { fromId, toId } from '../../foundation/ids.ts';
import { formatUsd } from '../../foundation/money/usd.ts';
import { refuse } from '../../foundation/refusals/refusals.ts';
import type { Db } from '../../platform/db/db.ts';
import { access } from '../../platform/http/access.ts';
import { InstantQuery, Page, pageQuery, toPage, toPageRequest } from '../../platform/http/pages.ts';
import { IdPath, Instant, NoQuery, refused, ShownAmount } from '../../platform/http/schema.ts';
import { findOperation, listOperations, type OperationRow, operationStatuses, operationTypes } from './sql.ts';

/** The suggested poll interval: most operations are decided by then. */
const POLL_SECONDS = 2;

export const Operation = Type.Object(
  {
    id: Type.String({ examples: ['op_01jcp4vsb0e5d8zq6m5k1n7x2t'] }),
    type: Type.Enum(operationTypes, { type: 'string' }),
    status: Type.Enum(operationStatuses, { type: 'string' }),
    amount: ShownAmount,
    fee: ShownAmount,
    total: ShownAmount,
    result: Type.Object(
      { cardId: Type.Optional(Type.String()), receipt: Type.Optional(Type.String()) },
      { description: 'Empty before completion. issue and topup: cardId and receipt; service: receipt.' },
    ),
    createdAt: Instant,
    failure: Type.Optional(
      Type.Object(
        { code: Type.String(), message: Type.String() },
        { description: 'Addition: why it failed; the hold was released.' },
      ),
    ),
    review: Type.Optional(
      Type.Object(
        {
          reason: Type.String(),
          openedAt: Instant,
          lastCheckedAt: Type.Union([Instant, Type.Null()]),
          nextCheckAt: Type.Union([Instant, Type.Null()]),
        },
        {
          description: 'Addition: why the outcome is unknown, and when the issuer is asked again. The funds stay held.',
        },
      ),
    ),
  },
  { $id: 'Operation' },
);

const OperationQuery = Type.Object({
  ...pageQuery,
  type: Type.Optional(Type.Enum(operationTypes, { type: 'string' })),
  status: Type.Optional(Type.Enum(operationStatuses, { type: 'string' })),
  createdFrom: Type.Optional(InstantQuery),
  createdTo: Type.Optional(InstantQuery),
});

/** Lists and reads operations. */
export const operationRoutes: FastifyPluginAsyncTypebox<{ db: Db }> = async (app, { db }) => {
  app.get(
    '/api/v1/operations',
    {
      config: access({ permission: 'operations:read', limit: 'reads' }),
      schema: {
        tags: ['Operations'],
        operationId: 'listOperations',
        summary: 'List company operations',
        description:
          'Newest first, 50 to a page unless limit says otherwise. createdFrom is inclusive, createdTo is exclusive.',
        querystring: OperationQuery,
        response: { 200: Page(Type.Ref('Operation')), ...refused(400) },
      },
    },
    async ({ caller, query }) => {
      const page = toPageRequest(query, {
        ...(query.createdFrom === undefined ? {} : { from: query.createdFrom }),
        ...(query.createdTo === undefined ? {} : { until: query.createdTo }),
      });
      const rows = await db.read(caller.scope, (tx) => listOperations(tx, caller.scope, page, query));
      const { shown, nextCursor } = toPage(rows, page, (row) => ({ at: row.created_at, id: row.id }));
      return { data: shown.map(toOperation), nextCursor };
    },
  );

  app.get(
    '/api/v1/operations/:id',
    {
      config: access({ permission: 'operations:read', limit: 'reads' }),
      schema: {
        tags: ['Operations'],
        operationId: 'getOperation',
        summary: 'Read one operation',
        description: 'Poll this until the status is completed, failed or manual_review, as often as Retry-After says.',
        params: IdPath,
        querystring: NoQuery,
        response: { 200: Type.Ref('Operation'), ...refused(400, 404) },
      },
    },
    async ({ caller, params }, reply) => {
      const id = fromId('operation', params.id) ?? refuse('operation_not_found');
      const row =
        (await db.read(caller.scope, (tx) => findOperation(tx, caller.scope, id))) ?? refuse('operation_not_found');
      if (!isFinal(row)) reply.header('retry-after', POLL_SECONDS);
      return toOperation(row);
    },
  );
};

const isFinal = (row: OperationRow) => row.status === 'completed' || row.status === 'failed';

const toOperation = (row: OperationRow): Static<typeof Operation> => ({
  id: toId('operation', row.id),
  type: row.type,
  status: row.status,
  amount: formatUsd(row.amount),
  fee: formatUsd(row.fee),
  total: formatUsd(row.amount + row.fee),
  result: toResult(row),
  createdAt: row.created_at.toISOString(),
  ...(row.status === 'failed' ? { failure: { code: row.failure_code, message: row.failure_message } } : {}),
  ...(row.status === 'manual_review' && row.review_opened_at !== null
    ? {
        review: {
          reason: row.review_reason,
          openedAt: row.review_opened_at.toISOString(),
          lastCheckedAt: row.review_checked_at?.toISOString() ?? null,
          nextCheckAt: row.review_next_at?.toISOString() ?? null,
        },
      }
    : {}),
});

function toResult(row: OperationRow): { cardId?: string; receipt?: string } {
  if (row.status !== 'completed') return {};
  if (row.type === 'service' || row.card_id === null) return { receipt: row.receipt };
  return { cardId: toId('card', row.card_id), receipt: row.receipt };
}
