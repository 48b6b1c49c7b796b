// Orders: issue a card, top one up, order a service; and their preview.

import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type Static, Type } from 'typebox';
import { LONGEST_NAME } from '../../cards/cards/sql.ts';
import type { Config } from '../../foundation/config.ts';
import { readScenario } from '../../foundation/scenarios.ts';
import { requireOneOf } from '../../identity/authenticate/authenticate.ts';
import type { Db } from '../../platform/db/db.ts';
import { access } from '../../platform/http/access.ts';
import { sendAnswer, toKeyed } from '../../platform/http/keyed.ts';
import { Metadata } from '../../platform/http/metadata.ts';
import {
  Amount,
  freeText,
  givenId,
  NoQuery,
  OrderHeaders,
  readAmount,
  ShownAmount,
  text,
} from '../../platform/http/schema.ts';
import { byType } from '../../platform/http/union.ts';
import { notSentYet } from '../read/routes.ts';
import { type Acceptance, type OrderedOperation, refusalsOfOrder } from './accept.ts';
import { previewOperation } from './preview.ts';
import { requireOrderRight, scopeOf } from './right.ts';

/** The total that a client expects; the example is the total of 250.50 by the sandbox's prices. */
const expectedTotal = (example: string) =>
  Type.Optional(
    Type.String({
      ...Amount,
      description: 'The total that you expect. Another one is 409 quote_changed.',
      examples: [example],
    }),
  );

const metadata = Type.Optional(Metadata);

const productId = givenId('product');

const NewOperation = byType('NewOperation', {
  issue: Type.Object({
    type: Type.Literal('issue'),
    productId,
    amount: Amount,
    expectedTotal: expectedTotal('254.01'),
    holderId: givenId('holder'),
    name: Type.Optional(
      freeText({ maxLength: LONGEST_NAME, description: 'A label for the card.', examples: ['Travel'] }),
    ),
    metadata,
  }),
  topup: Type.Object({
    type: Type.Literal('topup'),
    productId: Type.Optional(
      text({ maxLength: 200, description: 'Not needed: the card has it. Another one is 400 product_unavailable.' }),
    ),
    amount: Amount,
    expectedTotal: expectedTotal('251.01'),
    cardId: givenId('card'),
    metadata,
  }),
  service: Type.Object({
    type: Type.Literal('service'),
    productId,
    amount: Amount,
    expectedTotal: expectedTotal('250.50'),
    recipient: text({
      minLength: 1,
      maxLength: 320,
      description: 'Who gets the service, as the product asks for it.',
      examples: ['ada@example.com'],
    }),
    metadata,
  }),
});

/** Why an order can be refused, beyond its form. */
const orderRefusals = ['amount_invalid', ...refusalsOfOrder, 'capability_disabled', 'live_unavailable'] as const;

export const OperationPreview = Type.Object(
  {
    amount: ShownAmount,
    fee: ShownAmount,
    total: ShownAmount,
    feeLines: Type.Array(Type.Object({ kind: Type.Enum(['fixed', 'rate'], { type: 'string' }), amount: ShownAmount })),
    allowed: Type.Boolean(),
    reasons: Type.Array(Type.Object({ code: Type.String(), message: Type.String() })),
    quota: Type.Union([
      Type.Object({ limit: Type.Integer(), used: Type.Integer(), left: Type.Integer() }),
      Type.Null({ description: 'No quota applies.' }),
    ]),
  },
  {
    $id: 'OperationPreview',
    examples: [
      {
        amount: '250.50',
        fee: '3.51',
        total: '254.01',
        feeLines: [
          { kind: 'fixed', amount: '3.00' },
          { kind: 'rate', amount: '0.51' },
        ],
        allowed: true,
        reasons: [],
        quota: { limit: 500, used: 12, left: 488 },
      },
    ],
  },
);

export type OrderDeps = { db: Db; issuers: Config['issuers']; accept: Acceptance };

/** Accepts and previews orders. */
export const orderRoutes: FastifyPluginAsyncTypebox<OrderDeps> = async (app, deps) => {
  const { accept } = deps;
  app.post(
    '/api/v1/operations',
    {
      config: access({
        permission: ['cards:write', 'services:write'],
        byRequest: true,
        limit: 'writes',
        refuses: orderRefusals,
        shows: notSentYet,
      }),
      schema: {
        tags: ['Operations'],
        operationId: 'createOperation',
        summary: 'Issue or top up a card, or order a service',
        description:
          'Reserves the total and answers `queued`. issue and topup need cards:write, service needs services:write. ' +
          'Poll the operation to learn its outcome.',
        querystring: NoQuery,
        headers: OrderHeaders,
        body: NewOperation,
        response: { 201: Type.Ref('Operation') },
      },
    },
    async (request, reply) => {
      const operation = readOrder(request.body);
      const scenario = readScenario(request.caller.scope, request.headers['sandbox-scenario']);
      requireOrderRight(deps, request.caller, operation);
      const answer = await accept(request.caller.scope, {
        ...toKeyed(request),
        keyId: request.caller.key.key_id,
        operation,
        ...(scenario === undefined ? {} : { scenario }),
      });
      const { id } = JSON.parse(answer.body) as { id: string };
      return sendAnswer(reply.header('location', `/api/v1/operations/${id}`), answer);
    },
  );

  app.post(
    '/api/v1/operations/preview',
    {
      config: access({
        permission: ['operations:read', 'cards:write', 'services:write'],
        byRequest: true,
        limit: 'reads',
        refuses: ['amount_invalid'],
      }),
      schema: {
        tags: ['Operations'],
        operationId: 'previewOperation',
        summary: 'Preview the cost of an operation and every reason to refuse it',
        querystring: NoQuery,
        body: NewOperation,
        response: { 200: Type.Ref('OperationPreview') },
      },
    },
    async ({ caller, body }) => {
      const operation = readOrder(body);
      requireOneOf(caller, ['operations:read', scopeOf(operation)]);
      return previewOperation(deps, caller.scope, operation);
    },
  );
};

function readOrder(body: Static<typeof NewOperation>): OrderedOperation {
  const { expectedTotal, ...others } = body;
  return {
    ...others,
    amount: readAmount(body.amount),
    ...(expectedTotal === undefined ? {} : { expectedTotal: readAmount(expectedTotal) }),
  };
}
