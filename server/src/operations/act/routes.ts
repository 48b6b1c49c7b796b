// Actions on a card: freeze, unfreeze, close, limit. Each is an operation that the issuer carries out.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Clock } from '../../foundation/clock.ts';
import type { Config } from '../../foundation/config.ts';
import { exampleId } from '../../foundation/ids.ts';
import { formatUsd } from '../../foundation/money/usd.ts';
import { type RefusalCode, refuse } from '../../foundation/refusals/refusals.ts';
import { readScenario } from '../../foundation/scenarios.ts';
import type { CardAction, Limits } from '../../issuer/answers.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Witnesses } from '../../platform/fence/witnesses.ts';
import { access } from '../../platform/http/access.ts';
import { sendAnswer, type TextReply, toKeyed } from '../../platform/http/keyed.ts';
import { Amount, type IdPath, idPath, NoQuery, OrderHeaders, readAmount } from '../../platform/http/schema.ts';
import { notSentYet } from '../read/routes.ts';
import { actOnCard } from './act.ts';

const Limit = (description: string, example: string | null) =>
  Type.Optional(
    Type.Union([Type.String({ ...Amount, description }), Type.Null({ description: 'No limit.' })], {
      examples: [example],
    }),
  );

/** Without fields: the path says everything. */
const NoFields = Type.Object({}, { additionalProperties: false });

const NewLimits = Type.Object(
  {
    perTransaction: Limit('The largest single payment.', '250.50'),
    perDay: Limit('The sum of the payments of a UTC day.', '500.00'),
    perMonth: Limit('The sum of the payments of a UTC calendar month.', null),
  },
  {
    title: 'NewLimits',
    additionalProperties: false,
    description: 'The limits from now on. One that is null or left out is removed.',
  },
);

type Deps = { db: Db; clock: Clock; issuers: Config['issuers']; witnesses: Pick<Witnesses, 'add'> };

/** The words of an action, and its fields. */
type Described = {
  operationId: string;
  summary: string;
  description: string;
  refuses: readonly RefusalCode[];
  shows: object;
};

/** How the example of an operation differs for an action. */
const shown = (type: CardAction) => ({
  ...notSentYet,
  type,
  amount: '0.00',
  fee: '0.00',
  total: '0.00',
  cardId: exampleId('card'),
  name: '',
  metadata: {},
});

/** Any action can meet these. */
const always = ['card_not_found', 'card_closed', 'live_unavailable'] as const;

const actions = {
  freeze: {
    operationId: 'freezeCard',
    summary: 'Freeze a card',
    description: 'Payments are declined until it is unfrozen. Possible beside an unfinished top-up.',
    refuses: [...always, 'card_not_active', 'card_busy'],
    shows: shown('freeze'),
  },
  unfreeze: {
    operationId: 'unfreezeCard',
    summary: 'Unfreeze a card',
    description: 'The card can be paid with again.',
    refuses: [...always, 'card_not_frozen', 'card_busy'],
    shows: shown('unfreeze'),
  },
  close: {
    operationId: 'closeCard',
    summary: 'Close a card for good and return its balance',
    description:
      'The balance goes back to the card account; `result.returnedAmount` says how much. While another operation of ' +
      'the card is unfinished, it is 400 card_busy.',
    refuses: [...always, 'card_not_active', 'card_busy', 'card_overdrawn'],
    shows: shown('close'),
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
        refuses: [...always, 'card_not_active', 'card_busy', 'amount_invalid'],
        shows: { ...shown('limits'), limits: { perTransaction: '250.50', perDay: '500.00', perMonth: null } },
      },
      NewLimits,
    ),
    async (request, reply) => answer(deps, { request, reply, type: 'limits', limits: toLimits(request.body) }),
  );
};

const routeOf = <Body extends typeof NoFields | typeof NewLimits>(
  { refuses, shows, ...words }: Described,
  body: Body,
) => ({
  config: access({ permission: 'cards:write', limit: 'writes', refuses, shows }),
  schema: {
    tags: ['Cards'],
    ...words,
    params: idPath('card'),
    querystring: NoQuery,
    headers: OrderHeaders,
    body,
    response: { 201: Type.Ref('Operation') },
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
