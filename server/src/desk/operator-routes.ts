// The operators: who they are, adding one, one's own token, ending one.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type Static, Type } from 'typebox';
import { IdPath, Instant, NoQuery } from '../http/schema.ts';
import { fromId, NOBODY, toId } from '../ids.ts';
import {
  addOperatorWithoutToken,
  disableOperator,
  findActiveOperator,
  listOperators,
  type OperatorRow,
  replaceToken,
} from '../operators/operators.ts';
import { refuse } from '../refusals.ts';
import { act } from './acts.ts';
import { InstantOrNull, LONGEST_WORDS, readWords, refusedAt, shownAt, shownAtOrNull, Words } from './contract.ts';
import { type DeskDeps, toolsOf } from './deps.ts';

const tags = ['Operators'];

const Operator = Type.Object({
  id: Type.String(),
  name: Type.String(),
  email: Type.String(),
  createdAt: Instant,
  disabledAt: InstantOrNull,
});

const Added = Type.Object({
  operator: Operator,
  mailed: Type.Boolean({ description: 'Whether the link to set a password is on its way; if not, invite them again.' }),
});

const Token = Type.Object({
  token: Type.String({ description: 'For the command line. It is shown here once and can never be read again.' }),
});

const NewOperator = Type.Object({
  name: Words('As it is shown in the audit log.'),
  email: Type.String({ pattern: '^[^\\s@]+@[^\\s@]+$', maxLength: LONGEST_WORDS }),
});

/** Lists operators and adds them. */
export const operatorRoutes: FastifyPluginAsyncTypebox<DeskDeps> = async (app, deps) => {
  const { db } = deps;
  app.get(
    '/desk/v1/operators',
    {
      config: act('operators.read'),
      schema: {
        tags,
        operationId: 'listOperators',
        summary: 'List the operators, the first one first',
        querystring: NoQuery,
        response: { 200: Type.Object({ data: Type.Array(Operator) }), ...refusedAt(400) },
      },
    },
    async () => ({ data: (await listOperators(db)).map(toShown) }),
  );

  app.post(
    '/desk/v1/operators',
    {
      config: act('operators.add'),
      schema: {
        tags,
        operationId: 'addOperator',
        summary: 'Add an operator; a link to set their password goes to their address',
        querystring: NoQuery,
        body: NewOperator,
        response: { 201: Added, ...refusedAt(400, 409, 413, 415) },
      },
    },
    async (request, reply) => {
      const { name, email } = request.body;
      const added = await addOperatorWithoutToken(toolsOf(deps, request.operator), {
        name: readWords(name),
        email: readWords(email),
      });
      if (added === 'needs_an_operator') refuse('operator_ended');
      if (added === 'email_taken') refuse('email_taken');
      // They are an operator by now: a mail that fails can be sent again.
      const mailed = await deps.people.add(added).catch((err: unknown) => {
        request.log.error({ err }, 'an operator was added, and cannot sign in yet');
        return false;
      });
      const rows = await listOperators(db);
      const row = rows.find(({ id }) => id === added.id) ?? refuse('operator_not_found');
      return reply.code(201).send({ operator: toShown(row), mailed });
    },
  );
};

/** Makes the token of whoever asks. */
const tokenRoutes: FastifyPluginAsyncTypebox<DeskDeps> = async (app, deps) => {
  app.post(
    '/desk/v1/operators/me/token',
    {
      config: act('operators.token'),
      schema: {
        tags,
        operationId: 'replaceOwnToken',
        summary: 'Make your own token for the command line; the one before is refused from now on',
        querystring: NoQuery,
        response: { 201: Token, ...refusedAt(400) },
      },
    },
    async (request, reply) => {
      const made = await replaceToken(toolsOf(deps, request.operator));
      if (made === 'not_active') refuse('operator_ended');
      return reply.code(201).send(made);
    },
  );
};

/** Makes operators' own tokens, invites operators to sign in, and ends them. */
export const operatorChangeRoutes: FastifyPluginAsyncTypebox<DeskDeps> = async (app, deps) => {
  const { db } = deps;
  await app.register(tokenRoutes, deps);
  app.post(
    '/desk/v1/operators/:id/invite',
    {
      config: act('operators.invite'),
      schema: {
        tags,
        operationId: 'inviteOperator',
        summary: 'Send an operator a link to set their first password; later they ask for one themselves',
        params: IdPath,
        querystring: NoQuery,
        response: { 200: Type.Object({ id: Type.String() }), ...refusedAt(400, 404, 409) },
      },
    },
    async ({ params }) => {
      const operator = await findActiveOperator(db, fromId('operator', params.id) ?? NOBODY);
      if (!(await deps.people.add(operator ?? refuse('operator_not_found')))) refuse('stands_already');
      return { id: params.id };
    },
  );

  app.post(
    '/desk/v1/operators/:id/disable',
    {
      config: act('operators.disable'),
      schema: {
        tags,
        operationId: 'disableOperator',
        summary: 'End an operator: their token and their sessions are refused from now on',
        params: IdPath,
        querystring: NoQuery,
        body: Type.Object({ reason: Words('Why; kept in the audit log.') }),
        response: { 200: Operator, ...refusedAt(400, 404, 409, 413, 415) },
      },
    },
    async ({ params, body, operator, log }) => {
      const operatorId = fromId('operator', params.id) ?? NOBODY;
      const reason = readWords(body.reason);
      const answer = await disableOperator(toolsOf(deps, operator), { operatorId, reason });
      if (answer === 'last_operator') refuse('last_operator');
      if (answer === 'not_active') refuse('operator_not_found');
      // Every request asks whether its operator may act, so they are out already; this only tidies up behind them.
      await deps.people.disable(operatorId).catch((err: unknown) => {
        log.error({ err }, 'an operator was disabled, and their sessions were not deleted');
      });
      const row = (await listOperators(db)).find(({ id }) => id === operatorId);
      return toShown(row ?? refuse('operator_not_found'));
    },
  );
};

const toShown = (row: OperatorRow): Static<typeof Operator> => ({
  id: toId('operator', row.id),
  name: row.name,
  email: row.email,
  createdAt: shownAt(row.created_at),
  disabledAt: shownAtOrNull(row.disabled_at),
});
