// Operators: list, add, disable, enable and reset them.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type Static, Type } from 'typebox';
import { fromId, NOBODY, toId } from '../../foundation/ids.ts';
import { refuse } from '../../foundation/refusals/refusals.ts';
import {
  addOperator,
  disableOperator,
  enableOperator,
  findActiveOperator,
  listOperators,
  type OperatorRow,
  resetOperator,
} from '../../identity/operators/operators.ts';
import { IdPath, Instant, NoQuery } from '../../platform/http/schema.ts';
import { action } from './actions.ts';
import { InstantOrNull, LONGEST_WORDS, readWords, refusedAt, shownAt, shownAtOrNull, Words } from './contract.ts';
import { type DeskDeps, toolsOf } from './deps.ts';
import { proposes, Reason } from './proposal-contract.ts';
import { asProposal } from './proposal-shown.ts';

const tags = ['Operators'];

export const Operator = Type.Object({
  id: Type.String(),
  name: Type.String(),
  email: Type.String(),
  createdAt: Instant,
  disabledAt: InstantOrNull,
  ableFrom: Type.String({ format: 'date-time', description: 'From then on they may propose and approve.' }),
});

const NewOperator = Type.Object({
  name: Words('As it is shown in the audit log.'),
  email: Type.String({ pattern: '^[^\\s@]+@[^\\s@]+$', maxLength: LONGEST_WORDS }),
  reason: Reason,
});

/** Lists operators and proposes new ones. */
export const operatorRoutes: FastifyPluginAsyncTypebox<DeskDeps> = async (app, deps) => {
  app.get(
    '/desk/v1/operators',
    {
      config: action('operators.read'),
      schema: {
        tags,
        operationId: 'listOperators',
        summary: 'List the operators, the first one first',
        querystring: NoQuery,
        response: { 200: Type.Object({ data: Type.Array(Operator) }), ...refusedAt(400) },
      },
    },
    async () => ({ data: (await listOperators(deps.db)).map(toShown) }),
  );

  app.post(
    '/desk/v1/operators',
    {
      config: action('operators.add'),
      schema: {
        tags,
        operationId: 'addOperator',
        summary: 'Propose a new operator; once approved, they get a link to choose a password',
        querystring: NoQuery,
        body: NewOperator,
        response: proposes,
      },
    },
    async ({ body, operator }, reply) => {
      const person = { name: readWords(body.name), email: readWords(body.email), reason: readWords(body.reason) };
      const answer = await addOperator(toolsOf(deps, operator), person);
      return reply.code(202).send(await asProposal(deps, operator, answer));
    },
  );
};

const verbs = [
  { verb: 'enable', propose: enableOperator, summary: 'Propose to enable a disabled operator' },
  { verb: 'reset', propose: resetOperator, summary: 'Propose to remove the second factor of an operator who lost it' },
] as const;

/** Proposes to enable and to reset operators. */
export const operatorReturnRoutes: FastifyPluginAsyncTypebox<DeskDeps> = async (app, deps) => {
  for (const { verb, propose, summary } of verbs) {
    app.post(
      `/desk/v1/operators/:id/${verb}`,
      {
        config: action(`operators.${verb}`),
        schema: {
          tags,
          operationId: `${verb}Operator`,
          summary,
          params: IdPath,
          querystring: NoQuery,
          body: Type.Object({ reason: Reason }),
          response: proposes,
        },
      },
      async ({ params, body, operator }, reply) => {
        const { id: operatorId } = await getOperator(deps, params.id);
        const answer = await propose(toolsOf(deps, operator), { operatorId, reason: readWords(body.reason) });
        if ('refused' in answer && answer.refused === 'absent') refuse('operator_not_found');
        return reply.code(202).send(await asProposal(deps, operator, answer));
      },
    );
  }
};

/** Invites operators to sign in, and disables them. */
export const operatorChangeRoutes: FastifyPluginAsyncTypebox<DeskDeps> = async (app, deps) => {
  app.post(
    '/desk/v1/operators/:id/invite',
    {
      config: action('operators.invite'),
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
      const operator = await findActiveOperator(deps.db, fromId('operator', params.id) ?? NOBODY);
      if (!(await deps.people.add(operator ?? refuse('operator_not_found')))) refuse('stands_already');
      return { id: params.id };
    },
  );

  app.post(
    '/desk/v1/operators/:id/disable',
    {
      config: action('operators.disable'),
      schema: {
        tags,
        operationId: 'disableOperator',
        summary: 'Disable an operator: their tokens and sessions are refused from now on',
        params: IdPath,
        querystring: NoQuery,
        body: Type.Object({ reason: Words('Why; kept in the audit log.') }),
        response: { 200: Operator, ...refusedAt(400, 404, 409, 413, 415) },
      },
    },
    async ({ params, body, operator }) => {
      const { id: operatorId } = await getOperator(deps, params.id);
      const reason = readWords(body.reason);
      const answer = await disableOperator(toolsOf(deps, operator), { operatorId, reason });
      if (answer !== 'done') refuse(answer.refused === 'last_operator' ? 'last_operator' : 'operator_not_found');
      return toShown(await getOperator(deps, params.id));
    },
  );
};

/** An operator, including disabled ones. */
async function getOperator({ db }: DeskDeps, text: string): Promise<OperatorRow> {
  const id = fromId('operator', text);
  return (await listOperators(db)).find((row) => row.id === id) ?? refuse('operator_not_found');
}

const toShown = (row: OperatorRow): Static<typeof Operator> => ({
  id: toId('operator', row.id),
  name: row.name,
  email: row.email,
  createdAt: shownAt(row.created_at),
  disabledAt: shownAtOrNull(row.disabled_at),
  ableFrom: shownAt(row.able_from),
});
