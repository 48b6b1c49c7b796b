// Orders: issue a card, top one up, order a service; and their preview.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type Static, Type } from 'typebox';
import type { Caller } from '../../foundation/caller.ts';
import type { Clock } from '../../foundation/clock.ts';
import type { Config } from '../../foundation/config.ts';
import { refuse } from '../../foundation/refusals/refusals.ts';
import { requireOneOf } from '../../identity/authenticate/authenticate.ts';
import { readScenario } from '../../issuer/scenarios.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Witnesses } from '../../platform/fence/witnesses.ts';
import { access } from '../../platform/http/access.ts';
import { sendAnswer, toKeyed } from '../../platform/http/keyed.ts';
import { Metadata } from '../../platform/http/metadata.ts';
import {
  Amount,
  freeText,
  NoQuery,
  OrderHeaders,
  readAmount,
  refused,
  ShownAmount,
  text,
} from '../../platform/http/schema.ts';
import { orderTypes } from '../read/sql.ts';
import { type OrderedOperation, operationAcceptance } from './accept.ts';
import { previewOperation } from './preview.ts';

/** Longer than any id of ours. Every unknown id is 404, whatever its form. */
const LONGEST_ID = 200;

/** What a request of one type must have, and what it must not have. */
const ofType = (type: (typeof orderTypes)[number], fields: { required: string[]; refused: string[] }) => ({
  if: { required: ['type'], properties: { type: { const: type } } },
  then: {
    required: fields.required,
    properties: Object.fromEntries(fields.refused.map((name) => [name, false])),
  },
});

const NewOperation = Type.Object(
  {
    type: Type.Enum(orderTypes, { type: 'string' }),
    productId: Type.Optional(
      text({ maxLength: LONGEST_ID, description: 'Required, except for a topup, which takes it from the card.' }),
    ),
    amount: Amount,
    expectedTotal: Type.Optional(
      Type.String({ ...Amount, description: 'The total that you expect. Another one is 409 quote_changed.' }),
    ),
    holderId: Type.Optional(text({ maxLength: LONGEST_ID, description: 'issue: required.' })),
    cardId: Type.Optional(text({ maxLength: LONGEST_ID, description: 'topup: required.' })),
    name: Type.Optional(freeText({ maxLength: 200, description: 'issue: a label for the card.' })),
    recipient: Type.Optional(text({ minLength: 1, maxLength: 320, description: 'service: required.' })),
    metadata: Type.Optional(Metadata),
  },
  {
    additionalProperties: false,
    allOf: [
      ofType('issue', { required: ['productId', 'holderId'], refused: ['cardId', 'recipient'] }),
      ofType('topup', { required: ['cardId'], refused: ['holderId', 'recipient', 'name'] }),
      ofType('service', { required: ['productId', 'recipient'], refused: ['holderId', 'cardId', 'name'] }),
    ],
  },
);

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
  { $id: 'OperationPreview' },
);

export type OrderDeps = {
  db: Db;
  clock: Clock;
  issuers: Config['issuers'];
  mostQueued: number;
  witnesses: Pick<Witnesses, 'add'>;
};

/** Accepts and previews orders. */
export const orderRoutes: FastifyPluginAsyncTypebox<OrderDeps> = async (app, deps) => {
  const accept = operationAcceptance(deps);
  app.post(
    '/api/v1/operations',
    {
      config: access({ permission: ['cards:write', 'services:write'], byRequest: true, limit: 'writes' }),
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
        response: { 201: Type.Ref('Operation'), ...refused(400, 404, 409, 413, 415) },
      },
    },
    async (request, reply) => {
      const operation = readOrder(request.body);
      const scenario = readScenario(request.caller.scope, request.headers['sandbox-scenario']);
      requireRight(deps, request.caller, operation);
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
      config: access({ permission: ['cards:write', 'services:write'], byRequest: true, limit: 'reads' }),
      schema: {
        tags: ['Additions'],
        operationId: 'previewOperation',
        summary: 'Preview the cost of an operation and every reason to refuse it',
        querystring: NoQuery,
        body: NewOperation,
        response: { 200: Type.Ref('OperationPreview'), ...refused(400, 413, 415) },
      },
    },
    async ({ caller, body }) => {
      const operation = readOrder(body);
      requireScope(caller, operation);
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

const requireScope = (caller: Caller, { type }: OrderedOperation) =>
  requireOneOf(caller, [type === 'service' ? 'services:write' : 'cards:write']);

function requireRight(deps: OrderDeps, caller: Caller, operation: OrderedOperation): void {
  requireScope(caller, operation);
  if (caller.scope.environment === 'live' && deps.issuers.live === undefined) refuse('live_unavailable');
}
