// The operator's own personal tokens, for the command line and for programs.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type Static, Type } from 'typebox';
import { fromId, NOBODY, toId } from '../../foundation/ids.ts';
import { refuseField } from '../../foundation/refusals/malformed.ts';
import { refuse } from '../../foundation/refusals/refusals.ts';
import { makeToken, revokeToken } from '../../identity/operators/operators.ts';
import { IdPath, Instant, NoQuery } from '../../platform/http/schema.ts';
import { action } from './actions.ts';
import { InstantOrNull, orNull, readWords, refusedAt, shownAt, shownAtOrNull, Words } from './contract.ts';
import { type DeskDeps, type DeskOperator, toolsOf } from './deps.ts';
import { listActions, listTokens, type TokenRow } from './sql.ts';

const tags = ['Operators'];
const PATH = '/desk/v1/operators/me/tokens';
const DAY_MS = 86_400_000;
const LONGEST_DAYS = 365;

/** More actions than exist. */
const MOST_ACTIONS = 100;

const Actions = orNull(
  Type.Array(Type.String({ maxLength: 100 }), {
    maxItems: MOST_ACTIONS,
    uniqueItems: true,
    description: 'What it may do besides reading, such as review.decide; null is everything that you may.',
  }),
);

const Token = Type.Object({
  id: Type.String(),
  name: Type.String(),
  actions: Actions,
  createdAt: Instant,
  expiresAt: Instant,
  revokedAt: InstantOrNull,
});

const NewToken = Type.Object({
  name: Words('What it is for.'),
  actions: Type.Optional(Actions),
  expiresInDays: Type.Integer({ minimum: 1, maximum: LONGEST_DAYS }),
});

const Made = Type.Object({
  id: Type.String(),
  token: Type.String({ description: 'It is shown here once and can never be read again.' }),
});

/** Lists, creates and revokes one's own tokens. */
export const tokenRoutes: FastifyPluginAsyncTypebox<DeskDeps> = async (app, deps) => {
  app.get(
    PATH,
    {
      config: action('tokens.read'),
      schema: {
        tags,
        operationId: 'listTokens',
        summary: 'List your own tokens, newest first',
        querystring: NoQuery,
        response: { 200: Type.Object({ data: Type.Array(Token) }), ...refusedAt(400) },
      },
    },
    async ({ operator }) => ({ data: (await listTokens(deps.own, operator.id)).map(toShown) }),
  );

  app.post(
    PATH,
    {
      config: action('tokens.make'),
      schema: {
        tags,
        operationId: 'createToken',
        summary: 'Create a token of your own',
        querystring: NoQuery,
        body: NewToken,
        response: { 201: Made, ...refusedAt(400, 413, 415) },
      },
    },
    async ({ body: { name, actions = null, expiresInDays }, operator }, reply) => {
      await refuseUnknown(deps, actions ?? []);
      const expiresAt = new Date(deps.clock.now().getTime() + expiresInDays * DAY_MS);
      const made = await makeToken(toolsOf(deps, operator), { name: readWords(name), actions, expiresAt });
      return reply.code(201).send({ id: toId('operatorToken', made.id), token: made.token });
    },
  );

  app.post(
    `${PATH}/:id/revoke`,
    {
      config: action('tokens.revoke'),
      schema: {
        tags,
        operationId: 'revokeToken',
        summary: 'Revoke a token of your own: it is refused from now on',
        params: IdPath,
        querystring: NoQuery,
        response: { 200: Token, ...refusedAt(400, 404) },
      },
    },
    async ({ params, operator }) => {
      const id = fromId('operatorToken', params.id) ?? NOBODY;
      if (!(await revokeToken(toolsOf(deps, operator), id))) refuse('token_not_found');
      return readToken(deps, operator, id);
    },
  );
};

async function refuseUnknown({ db }: DeskDeps, actions: readonly string[]): Promise<void> {
  const known = actions.length === 0 ? [] : (await listActions(db)).map((row) => row.action);
  const unknown = actions.find((name) => !known.includes(name));
  if (unknown !== undefined) refuseField('body', 'actions', `must be of these: ${known.join(', ')}`);
}

async function readToken({ own }: DeskDeps, operator: DeskOperator, id: string): Promise<Static<typeof Token>> {
  const row = (await listTokens(own, operator.id)).find((token) => token.id === id);
  return toShown(row ?? refuse('token_not_found'));
}

const toShown = (row: TokenRow): Static<typeof Token> => ({
  id: toId('operatorToken', row.id),
  name: row.name,
  actions: row.actions,
  createdAt: shownAt(row.created_at),
  expiresAt: shownAt(row.expires_at),
  revokedAt: shownAtOrNull(row.revoked_at),
});
