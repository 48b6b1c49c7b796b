// The names behind the ids that a page of the portal shows.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { action } from '../../identity/people/actions.ts';
import type { Db } from '../../platform/db/db.ts';
import { idOf, refused, text } from '../../platform/http/schema.ts';
import { readNames } from './read.ts';

/** Twice the rows of a page in the portal. The longest id has 33 characters, and a comma follows it. */
const LONGEST_LIST = 50 * 34;

const ids = (description: string) => Type.Optional(text({ maxLength: LONGEST_LIST, description }));

const HolderName = Type.Object({ id: idOf('holder'), name: Type.String() });

const CardName = Type.Object({
  id: idOf('card'),
  name: Type.String(),
  last4: Type.String({ examples: ['2001'] }),
  holder: HolderName,
});

/** Serves names. */
export const nameRoutes: FastifyPluginAsyncTypebox<{ db: Db }> = async (app, { db }) => {
  app.get(
    '/portal/v1/names',
    {
      config: action('names.read'),
      schema: {
        operationId: 'getNames',
        tags: ['Cards'],
        summary: 'Read the names of cards and cardholders by their ids',
        querystring: Type.Object({
          cards: ids('Card ids, separated by commas.'),
          holders: ids('Cardholder ids, separated by commas.'),
        }),
        response: {
          200: Type.Object({ cards: Type.Array(CardName), holders: Type.Array(HolderName) }),
          ...refused(400, 404),
        },
      },
    },
    ({ member: { companyId, environment }, query: { cards = '', holders = '' } }) =>
      readNames(db, { companyId, environment }, { cards: cards.split(','), holders: holders.split(',') }),
  );
};
