// Cards, masked: list, read and change.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { fromId, fromIds } from '../../foundation/ids.ts';
import { refuse } from '../../foundation/refusals/refusals.ts';
import type { Db } from '../../platform/db/db.ts';
import { access } from '../../platform/http/access.ts';
import { sendText } from '../../platform/http/keyed.ts';
import { Metadata, ShownMetadata } from '../../platform/http/metadata.ts';
import { pageQuery, ShortList, sendShortList, toPageRequest, WHOLE_LIST } from '../../platform/http/pages.ts';
import { freeText, givenId, Instant, idOf, idPath, NoQuery, ShownAmount } from '../../platform/http/schema.ts';
import { cardStatuses, findCard, LONGEST_NAME, listCards } from './sql.ts';
import { changeCard } from './update.ts';

const ShownLimit = Type.Union([ShownAmount, Type.Null()]);

/** The spending limits of a card. */
export const ShownLimits = Type.Object(
  { perTransaction: ShownLimit, perDay: ShownLimit, perMonth: ShownLimit },
  { description: 'Addition: the largest payment, and the largest sums of a UTC day and month; null means no limit.' },
);

export const Card = Type.Object(
  {
    id: idOf('card'),
    name: Type.String({ examples: ['Travel'] }),
    holderId: idOf('holder'),
    last4: Type.String({ pattern: '^\\d{4}$', examples: ['4242'] }),
    status: Type.Enum(cardStatuses, { type: 'string' }),
    balance: ShownAmount,
    productId: idOf('product'),
    createdAt: Instant,
    limits: ShownLimits,
    metadata: ShownMetadata,
    overdrawn: Type.Optional(
      Type.String({
        description: 'Addition: how far payments exceeded the funds. The balance is then shown as 0.00.',
      }),
    ),
  },
  { $id: 'Card' },
);

const CardQuery = Type.Object({
  ...pageQuery,
  holderId: Type.Optional(givenId('holder')),
  status: Type.Optional(Type.Enum(cardStatuses, { type: 'string' })),
  productId: Type.Optional(givenId('product')),
});

const CardChanges = Type.Object(
  {
    name: Type.Optional(
      freeText({
        maxLength: LONGEST_NAME,
        description: 'A label for the card. If empty, the card takes the name of its product.',
        examples: ['Travel'],
      }),
    ),
    metadata: Type.Optional(Metadata),
  },
  { title: 'CardChanges', additionalProperties: false, minProperties: 1 },
);

/** Malformed and unknown ids are both 404. */
const idIn = ({ id }: { id: string }) => fromId('card', id) ?? refuse('card_not_found');

/** Lists, reads and changes masked cards. */
export const cardRoutes: FastifyPluginAsyncTypebox<{ db: Db }> = async (app, deps) => {
  await app.register(readingRoutes, deps);
  await app.register(writingRoutes, deps);
};

const readingRoutes: FastifyPluginAsyncTypebox<{ db: Db }> = async (app, { db }) => {
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
        response: { 200: ShortList(Type.Ref('Card')) },
      },
    },
    async ({ caller, query }, reply) => {
      const page = toPageRequest(query, {}, WHOLE_LIST);
      const ids = fromIds({ holderId: 'holder', productId: 'product' }, query);
      const filter = { ...query, ...ids };
      const rows =
        ids === undefined ? [] : await db.read(caller.scope, (tx) => listCards(tx, caller.scope, page, filter));
      return sendShortList({ path: '/api/v1/cards', query, page, reply }, rows);
    },
  );

  app.get(
    '/api/v1/cards/:id',
    {
      config: access({ permission: 'cards:read', limit: 'reads', refuses: ['card_not_found'] }),
      schema: {
        tags: ['Cards'],
        operationId: 'getCard',
        summary: 'Read one masked card',
        params: idPath('card'),
        querystring: NoQuery,
        response: { 200: Type.Ref('Card') },
      },
    },
    async ({ caller, params }, reply) => {
      const id = idIn(params);
      const card = await db.read(caller.scope, (tx) => findCard(tx, caller.scope, id));
      return sendText(reply, card ?? refuse('card_not_found'));
    },
  );
};

const writingRoutes: FastifyPluginAsyncTypebox<{ db: Db }> = async (app, { db }) => {
  app.patch(
    '/api/v1/cards/:id',
    {
      config: access({ permission: 'cards:write', limit: 'writes', refuses: ['card_not_found', 'holder_not_active'] }),
      schema: {
        tags: ['Cards'],
        operationId: 'changeCard',
        summary: 'Change the name or metadata of a card',
        description:
          'The name and the metadata, which is replaced as a whole. The issuer is not told. A card of an erased ' +
          'cardholder cannot be changed: 400 holder_not_active.',
        params: idPath('card'),
        querystring: NoQuery,
        body: CardChanges,
        response: { 200: Type.Ref('Card') },
      },
    },
    async ({ caller, params, body }, reply) => {
      const request = { keyId: caller.key.key_id, id: idIn(params), changes: body };
      return sendText(reply, await changeCard(db, caller.scope, request));
    },
  );
};
