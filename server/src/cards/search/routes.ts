// Search in the portal: anything by a few words or an id, and the lists of cards, cardholders and payments by words.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { fromIds } from '../../foundation/ids.ts';
import type { Scope } from '../../foundation/scope.ts';
import { action } from '../../identity/people/actions.ts';
import type { Db } from '../../platform/db/db.ts';
import { Page, pageQuery, sendPage, toPageRequest } from '../../platform/http/pages.ts';
import { givenId, idOf, refused, text } from '../../platform/http/schema.ts';
import { cardSorts, cardStatuses } from '../cards/sql.ts';
import { holderKinds, holderStatuses } from '../holders/sql.ts';
import { TransactionQuery, toRange } from '../transactions/routes.ts';
import { findAnything } from './find.ts';
import { searchCards, searchHolders, searchTransactions } from './list.ts';
import { foundById } from './sql.ts';

/** Longer than any name that people type. */
const LONGEST_SEARCH = 200;

/** Words to search for. */
export const Search = Type.Optional(
  text({
    maxLength: LONGEST_SEARCH,
    description: 'Words, or their beginnings; all must match. Less than two characters match nothing.',
    examples: ['ada lov'],
  }),
);

export const SearchShown = Type.Object(
  {
    cards: Type.Array(
      Type.Object({
        id: idOf('card'),
        name: Type.String(),
        last4: Type.String(),
        holderName: Type.String(),
        status: Type.Enum(cardStatuses, { type: 'string' }),
      }),
    ),
    holders: Type.Array(Type.Object({ id: idOf('holder'), name: Type.String(), email: Type.String() })),
    merchants: Type.Array(Type.Object({ name: Type.String() })),
    named: Type.Array(
      Type.Object({
        kind: Type.Enum(foundById, { type: 'string' }),
        id: Type.String(),
        label: Type.String({ description: 'The type of an operation, otherwise a name; empty if it has none.' }),
        status: Type.String(),
      }),
      { description: 'What a pasted id names: at most one object.' },
    ),
  },
  { $id: 'Search' },
);

export const FoundCard = Type.Intersect([Type.Ref('Card'), Type.Object({ holderName: Type.String() })], {
  $id: 'FoundCard',
});

const scopeOf = ({ companyId, environment }: Scope): Scope => ({ companyId, environment });

/** Serves the search, and the lists that can be searched. */
export const searchRoutes: FastifyPluginAsyncTypebox<{ db: Db }> = async (app, deps) => {
  await app.register(anythingRoutes, deps);
  await app.register(listRoutes, deps);
  await app.register(paymentRoutes, deps);
};

const anythingRoutes: FastifyPluginAsyncTypebox<{ db: Db }> = async (app, { db }) => {
  app.get(
    '/portal/v1/search',
    {
      config: action('search.read'),
      schema: {
        operationId: 'search',
        tags: ['Search'],
        summary: 'Find anything by a few words or an id',
        description: 'At most five of each kind. Everything is found, however old it is.',
        querystring: Type.Object({
          q: text({ maxLength: LONGEST_SEARCH, description: 'Words, their beginnings, or an id.' }),
        }),
        response: { 200: Type.Ref('Search'), ...refused(400, 404) },
      },
    },
    ({ member, query }) => findAnything(db, scopeOf(member), query.q),
  );
};

const listRoutes: FastifyPluginAsyncTypebox<{ db: Db }> = async (app, { db }) => {
  app.get(
    '/portal/v1/cards',
    {
      config: action('search.read'),
      schema: {
        operationId: 'searchCards',
        tags: ['Search'],
        summary: 'List cards by words of their name, their last four digits or words of their cardholder',
        querystring: Type.Object({
          ...pageQuery,
          search: Search,
          holderId: Type.Optional(givenId('holder')),
          status: Type.Optional(Type.Enum(cardStatuses, { type: 'string' })),
          sort: Type.Optional(
            Type.Enum([...cardSorts], {
              type: 'string',
              description: 'Sorts the newest 1,000: by name, or by balance, largest first. Otherwise newest first.',
            }),
          ),
        }),
        response: { 200: Page(Type.Ref('FoundCard')), ...refused(400, 404) },
      },
    },
    async ({ member, query }, reply) => {
      const page = toPageRequest(query);
      const ids = fromIds({ holderId: 'holder' }, query);
      const filter = { ...query, ...ids };
      return sendPage(reply, ids === undefined ? [] : await searchCards(db, scopeOf(member), page, filter), page);
    },
  );

  app.get(
    '/portal/v1/holders',
    {
      config: action('search.read'),
      schema: {
        operationId: 'searchHolders',
        tags: ['Search'],
        summary: 'List cardholders by words of their name, their email address or their external id',
        querystring: Type.Object({
          ...pageQuery,
          search: Search,
          kind: Type.Optional(Type.Enum(holderKinds, { type: 'string' })),
          status: Type.Optional(Type.Enum(holderStatuses, { type: 'string' })),
        }),
        response: { 200: Page(Type.Ref('Holder')), ...refused(400, 404) },
      },
    },
    async ({ member, query }, reply) => {
      const page = toPageRequest(query);
      return sendPage(reply, await searchHolders(db, scopeOf(member), page, query), page);
    },
  );
};

const paymentRoutes: FastifyPluginAsyncTypebox<{ db: Db }> = async (app, { db }) => {
  app.get(
    '/portal/v1/transactions',
    {
      config: action('search.read'),
      schema: {
        operationId: 'searchTransactions',
        tags: ['Search'],
        summary: 'List card payments by words of their merchant',
        querystring: Type.Object({ ...TransactionQuery.properties, search: Search }),
        response: { 200: Page(Type.Ref('Transaction')), ...refused(400, 404) },
      },
    },
    async ({ member, query }, reply) => {
      const page = toPageRequest(query, toRange(query));
      const ids = fromIds({ cardId: 'card', holderId: 'holder' }, query);
      const filter = { ...query, ...ids };
      return sendPage(
        reply,
        ids === undefined ? [] : await searchTransactions(db, scopeOf(member), page, filter),
        page,
      );
    },
  );
};
