// Actions on a card: freeze, unfreeze, close, limit. Each is an operation that the issuer carries out.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Clock } from '../../foundation/clock.ts';
import type { Config } from '../../foundation/config.ts';
import { formatUsd } from '../../foundation/money/usd.ts';
import { refuse } from '../../foundation/refusals/refusals.ts';
import type { CardAction, Limits } from '../../issuer/answers.ts';
import { readScenario } from '../../issuer/scenarios.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Witnesses } from '../../platform/fence/witnesses.ts';
import { access } from '../../platform/http/access.ts';
import { sendAnswer, type TextReply, toKeyed } from '../../platform/http/keyed.ts';
import { Amount, IdPath, NoQuery, OrderHeaders, readAmount, refused } from '../../platform/http/schema.ts';
import { actOnCard } from './act.ts';

const Limit = (description: string) =>
  Type.Optional(Type.Union([Type.String({ ...Amount, description }), Type.Null({ description: 'No limit.' })]));

/** Without fields: the path says everything. */
const NoFields = Type.Object({}, { additionalProperties: false });

const NewLimits = Type.Object(
  {
    perTransaction: Limit('The largest single payment.'),
    perDay: Limit('The sum of the payments of a UTC day.'),
    perMonth: Limit('The sum of the payments of a UTC calendar month.'),
  },
  { additionalProperties: false, description: 'The limits from now on. One that is null or left out is removed.' },
);

type Deps = { db: Db; clock: Clock; issuers: Config['issuers']; witnesses: Pick<Witnesses, 'add'> };

/** The words of an action, and its fields. */
type Described = { operationId: string; summary: string; description: string };

const actions = {
  freeze: {
    operationId: 'freezeCard',
    summary: 'Freeze a card',
    description: 'Payments are declined until it is unfrozen. Possible beside an unfinished top-up.',
  },
  unfreeze: {
    operationId: 'unfreezeCard',
    summary: 'Unfreeze a card',
    description: 'The card can be paid with again.',
  },
  close: {
    operationId: 'closeCard',
    summary: 'Close a card for good and return its balance',
    description:
      'The balance goes back to the card account; `result.returnedAmount` says how much. While another operation of ' +
      'the card is unfinished, it is 400 card_busy.',
  },
} as const satisfies Partial<Record<CardAction, Described>>;

/** Serves the actions on cards. */
export const actionRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  for (const [type, words] of Object.entries(actions) as [keyof typeof actions, Described][]) {
    app.post(`/api/v1/cards/:id/${type}`, routeOf(words, NoFields), async (request, reply) =>
      answer(deps, { request, reply, type }),
    );
  }
  app.post(
    '/api/v1/cards/:id/limits',
    routeOf(
      {
        operationId: 'limitCard',
        summary: 'Set the spending limits of a card',
        description: 'Replaces all limits. The issuer declines payments beyond them.',
      },
      NewLimits,
    ),
    async (request, reply) => answer(deps, { request, reply, type: 'limits', limits: toLimits(request.body) }),
  );
};

const routeOf = <Body extends typeof NoFields | typeof NewLimits>(words: Described, body: Body) => ({
  config: access({ permission: 'cards:write', limit: 'writes' }),
  schema: {
    tags: ['Additions'],
    ...words,
    params: IdPath,
    querystring: NoQuery,
    headers: OrderHeaders,
    body,
    response: { 201: Type.Ref('Operation'), ...refused(400, 404, 409, 413, 415) },
  },
});

type Asked = {
  request: Pick<FastifyRequest, 'caller' | 'method' | 'url'> & {
    params: Static<typeof IdPath>;
    headers: Static<typeof OrderHeaders>;
    body: object;
  };
  reply: TextReply;
  type: CardAction;
  limits?: Limits;
};

async function answer(deps: Deps, { request, reply, type, limits }: Asked) {
  const { scope, key } = request.caller;
  const scenario = readScenario(scope, request.headers['sandbox-scenario']);
  if (scope.environment === 'live' && deps.issuers.live === undefined) refuse('live_unavailable');
  const action = { type, cardId: request.params.id, ...(limits === undefined ? {} : { limits }) };
  const accepted = await actOnCard(deps, scope, {
    ...toKeyed(request),
    keyId: key.key_id,
    action,
    ...(scenario === undefined ? {} : { scenario }),
  });
  const { id } = JSON.parse(accepted.body) as { id: string };
  return sendAnswer(reply.header('location', `/api/v1/operations/${id}`), accepted);
}

/** The limits of a request. One that is left out is removed, like one that is null. */
const toLimits = (asked: { [Name in keyof Limits]?: string | null }): Limits => ({
  perTransaction: toLimit(asked.perTransaction),
  perDay: toLimit(asked.perDay),
  perMonth: toLimit(asked.perMonth),
});

const toLimit = (amount: string | null | undefined): string | null =>
  amount === undefined || amount === null ? null : formatUsd(readAmount(amount));
