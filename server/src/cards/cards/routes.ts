// Cards, masked: list and read.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { fromId } from '../../foundation/ids.ts';
import { refuse } from '../../foundation/refusals/refusals.ts';
import type { Db } from '../../platform/db/db.ts';
import { access } from '../../platform/http/access.ts';
import { sendText } from '../../platform/http/keyed.ts';
import { pageQuery, ShortList, sendShortList, toPageRequest, WHOLE_LIST } from '../../platform/http/pages.ts';
import { IdPath, Instant, NoQuery, refused, ShownAmount, text } from '../../platform/http/schema.ts';
import { type CardFilter, cardStatuses, findCard, listCards } from './sql.ts';

export const Card = Type.Object(
  {
    id: Type.String({ examples: ['card_01jcp4vsb0e5d8zq6m5k1n7x2t'] }),
    name: Type.String({ examples: ['Travel'] }),
    holderId: Type.String(),
    last4: Type.String({ pattern: '^\\d{4}$', examples: ['4242'] }),
    status: Type.Enum(cardStatuses, { type: 'string' }),
    balance: ShownAmount,
    productId: Type.String(),
    createdAt: Instant,
    overdrawn: Type.Optional(
      Type.String({
        description: 'Addition: how far payments exceeded the funds. The balance is then shown as 0.00.',
        examples: ['1.25'],
      }),
    ),
  },
  { $id: 'Card' },
);

const CardQuery = Type.Object({
  ...pageQuery,
  holderId: Type.Optional(text({ maxLength: 200 })),
  status: Type.Optional(Type.Enum(cardStatuses, { type: 'string' })),
  productId: Type.Optional(text({ maxLength: 200 })),
});

/** Lists and reads masked cards. */
export const cardRoutes: FastifyPluginAsyncTypebox<{ db: Db }> = async (app, { db }) => {
  app.get(
    '/api/v1/cards',
    {
      config: access({ permission: 'cards:read', limit: 'reads' }),
      schema: {
        tags: ['Cards'],
        operationId: 'listCards',
        summary: 'List masked cards',
        description:
          'Newest first. Without limit the whole list, up to 1,000; beyond that, and with limit, the Link ' +
          'header pages.',
        querystring: CardQuery,
        response: { 200: ShortList(Type.Ref('Card')), ...refused(400) },
      },
    },
    async ({ caller, query }, reply) => {
      const page = toPageRequest(query, {}, WHOLE_LIST);
      const filter = toFilter(query);
      const rows =
        filter === undefined ? [] : await db.read(caller.scope, (tx) => listCards(tx, caller.scope, page, filter));
      return sendShortList({ path: '/api/v1/cards', query, page, reply }, rows);
    },
  );

  app.get(
    '/api/v1/cards/:id',
    {
      config: access({ permission: 'cards:read', limit: 'reads' }),
      schema: {
        tags: ['Additions'],
        operationId: 'getCard',
        summary: 'Read one masked card',
        params: IdPath,
        querystring: NoQuery,
        response: { 200: Type.Ref('Card'), ...refused(400, 404) },
      },
    },
    async ({ caller, params }, reply) => {
      const id = fromId('card', params.id) ?? refuse('card_not_found');
      const card = await db.read(caller.scope, (tx) => findCard(tx, caller.scope, id));
      return sendText(reply, card ?? refuse('card_not_found'));
    },
  );
};

/** The filter with its ids in the database's form; undefined when an id is malformed, so that nothing matches. */
function toFilter(query: { holderId?: string; productId?: string; status?: string }): CardFilter | undefined {
  const filter: CardFilter = query.status === undefined ? {} : { status: query.status };
  if (query.holderId !== undefined) {
    const holderId = fromId('holder', query.holderId);
    if (holderId === undefined) return undefined;
    filter.holderId = holderId;
  }
  if (query.productId !== undefined) {
    const productId = fromId('product', query.productId);
    if (productId === undefined) return undefined;
    filter.productId = productId;
  }
  return filter;
}
