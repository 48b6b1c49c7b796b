// Operations: list and read.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { ShownLimits } from '../../cards/cards/routes.ts';
import { exampleId, fromId, fromIds } from '../../foundation/ids.ts';
import { refuse } from '../../foundation/refusals/refusals.ts';
import type { Db } from '../../platform/db/db.ts';
import { access } from '../../platform/http/access.ts';
import { sendText } from '../../platform/http/keyed.ts';
import { ShownMetadata } from '../../platform/http/metadata.ts';
import { InstantQuery, Page, pageQuery, sendPage, toPageRequest } from '../../platform/http/pages.ts';
import { givenId, Instant, idOf, idPath, ShownAmount } from '../../platform/http/schema.ts';
import { type Waiting, waitQuery } from '../../platform/http/waiting.ts';
import { findOperation, isFinal, listOperations, type OperationRow, operationStatuses, operationTypes } from './sql.ts';

/** The suggested poll interval: most operations are decided by then. */
const POLL_SECONDS = 1;

export const Operation = Type.Object(
  {
    id: idOf('operation'),
    type: Type.Enum(operationTypes, { type: 'string' }),
    status: Type.Enum(operationStatuses, { type: 'string' }),
    amount: ShownAmount,
    fee: ShownAmount,
    total: ShownAmount,
    result: Type.Object(
      {
        cardId: Type.Optional(Type.String()),
        receipt: Type.Optional(Type.String()),
        returnedAmount: Type.Optional(
          Type.String({ ...ShownAmount, description: 'Addition: what a closed card returned to the card account.' }),
        ),
      },
      {
        description:
          'Empty before completion. service: receipt; all others: cardId and receipt; close: returnedAmount too.',
      },
    ),
    createdAt: Instant,
    productId: Type.String({ description: 'Addition.' }),
    holderId: Type.String({ description: 'Addition: the cardholder of an issue or a top-up; empty for a service.' }),
    cardId: Type.String({
      description: 'Addition: the card that a top-up names or an issue created; empty before that, and for a service.',
    }),
    name: Type.String({ description: 'Addition: the name of the card to issue; empty for other types.' }),
    recipient: Type.String({ description: 'Addition: the recipient of a service; empty for other types.' }),
    metadata: ShownMetadata,
    updatedAt: Instant,
    completedAt: Type.Union([Instant, Type.Null()], {
      description: 'Addition: when it was completed or failed; null before.',
    }),
    limits: Type.Optional(ShownLimits),
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
  {
    $id: 'Operation',
    examples: [
      {
        id: exampleId('operation'),
        type: 'issue',
        status: 'completed',
        amount: '250.50',
        fee: '3.51',
        total: '254.01',
        result: { cardId: exampleId('card'), receipt: 'rcpt_7H2K9Q' },
        createdAt: '2026-11-15T09:30:00.000Z',
        productId: exampleId('product'),
        holderId: exampleId('holder'),
        cardId: exampleId('card'),
        name: 'Travel',
        recipient: '',
        metadata: { department: 'sales', costCenter: '4711' },
        updatedAt: '2026-11-15T09:30:01.240Z',
        completedAt: '2026-11-15T09:30:01.240Z',
      },
    ],
  },
);

/** How the example differs while the operation is queued. */
export const notSentYet = {
  status: 'queued',
  result: {},
  cardId: '',
  updatedAt: '2026-11-15T09:30:00.000Z',
  completedAt: null,
};

const OperationQuery = Type.Object({
  ...pageQuery,
  type: Type.Optional(Type.Enum(operationTypes, { type: 'string' })),
  status: Type.Optional(Type.Enum(operationStatuses, { type: 'string' })),
  cardId: Type.Optional(givenId('card')),
  holderId: Type.Optional(givenId('holder')),
  productId: Type.Optional(givenId('product')),
  createdFrom: Type.Optional(InstantQuery),
  createdTo: Type.Optional(InstantQuery),
});

/** Lists and reads operations. */
export const operationRoutes: FastifyPluginAsyncTypebox<{ db: Db; waiting: Waiting }> = async (
  app,
  { db, waiting },
) => {
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
        response: { 200: Page(Type.Ref('Operation')) },
      },
    },
    async ({ caller, query }, reply) => {
      const page = toPageRequest(query, {
        ...(query.createdFrom === undefined ? {} : { from: query.createdFrom }),
        ...(query.createdTo === undefined ? {} : { until: query.createdTo }),
      });
      const ids = fromIds({ cardId: 'card', holderId: 'holder', productId: 'product' }, query);
      const filter = { ...query, ...ids };
      const rows =
        ids === undefined ? [] : await db.read(caller.scope, (tx) => listOperations(tx, caller.scope, page, filter));
      return sendPage(reply, rows, page);
    },
  );

  app.get(
    '/api/v1/operations/:id',
    {
      config: access({ permission: 'operations:read', limit: 'reads', refuses: ['operation_not_found'], follow: true }),
      schema: {
        tags: ['Operations'],
        operationId: 'getOperation',
        summary: 'Read one operation',
        description:
          'With wait, the answer comes as soon as the status is completed, failed or manual_review, or after that ' +
          'many seconds. Without it, poll as often as Retry-After says.',
        params: idPath('operation'),
        querystring: Type.Object(waitQuery),
        response: { 200: Type.Ref('Operation') },
      },
    },
    async ({ caller: { scope }, params, query }, reply) => {
      const id = fromId('operation', params.id) ?? refuse('operation_not_found');
      const find = async () =>
        (await db.read(scope, (tx) => findOperation(tx, scope, id))) ?? refuse('operation_not_found');
      let row = await find();
      if (query.wait && isUnderWay(row)) {
        await waiting.untilChanged(reply, { kind: 'operation', scope, id, status: row.status }, query.wait);
        row = await find();
      }
      if (!isFinal(row.status)) reply.header('retry-after', POLL_SECONDS);
      return sendText(reply, row.text);
    },
  );
};

const isUnderWay = ({ status }: Pick<OperationRow, 'status'>) => status === 'queued' || status === 'processing';
