// Pauses: the kill switch of sending.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type Static, Type } from 'typebox';
import { listProducts } from '../../cards/products/products.ts';
import { fromId, NOBODY, toId } from '../../foundation/ids.ts';
import { refuse } from '../../foundation/refusals/refusals.ts';
import { operatorNames } from '../../identity/operators/operators.ts';
import { addPause, removePause } from '../../operations/pauses/manage.ts';
import { listPauses, type PauseRow } from '../../operations/pauses/sql.ts';
import type { Db } from '../../platform/db/db.ts';
import { EnvironmentName, IdPath, Instant, NoQuery } from '../../platform/http/schema.ts';
import { action } from './actions.ts';
import { Named, orNull, readWords, refusedAt, shownAt, Words } from './contract.ts';
import { type DeskDeps, toolsOf } from './deps.ts';

export const Pause = Type.Object({
  id: Type.String(),
  environment: EnvironmentName,
  product: orNull(Named),
  reason: Type.String(),
  pausedBy: Named,
  pausedAt: Instant,
});

const Pauses = Type.Object({ data: Type.Array(Pause, { description: 'Oldest first.' }) });

const NewPause = Type.Object({
  environment: EnvironmentName,
  productId: Type.Optional(Type.String({ description: 'Without it, all orders to the issuer.' })),
  reason: Words('Why; other operators see it, and it is kept in the audit log.'),
});

/** Lists, creates and ends pauses. */
export const pauseRoutes: FastifyPluginAsyncTypebox<DeskDeps> = async (app, deps) => {
  const { db } = deps;
  app.get(
    '/desk/v1/pauses',
    {
      config: action('pauses.read'),
      schema: {
        tags: ['Pauses'],
        operationId: 'listPauses',
        summary: 'List pauses',
        querystring: NoQuery,
        response: { 200: Pauses, ...refusedAt(400) },
      },
    },
    async () => ({ data: await readPauses(db, await listPauses(db)) }),
  );

  app.post(
    '/desk/v1/pauses',
    {
      config: action('pauses.add'),
      schema: {
        tags: ['Pauses'],
        operationId: 'addPause',
        summary: 'Stop sending',
        querystring: NoQuery,
        body: NewPause,
        response: { 201: Pause, ...refusedAt(400, 404, 409, 413, 415) },
      },
    },
    async (request, reply) => {
      const { environment, productId, reason } = request.body;
      const product = productId === undefined ? undefined : await getProductId(db, productId);
      const wish = { environment, productId: product, reason: readWords(reason) };
      const added = await addPause(toolsOf(deps, request.operator), wish);
      if (added === undefined) refuse('stands_already');
      const [pause] = await readPauses(
        db,
        (await listPauses(db)).filter(({ id }) => id === added),
      );
      return reply.code(201).send(pause ?? refuse('pause_not_found'));
    },
  );

  app.delete(
    '/desk/v1/pauses/:id',
    {
      config: action('pauses.remove'),
      schema: {
        tags: ['Pauses'],
        operationId: 'removePause',
        summary: 'Send again',
        params: IdPath,
        querystring: NoQuery,
        response: { 200: Type.Object({ id: Type.String() }), ...refusedAt(400, 404) },
      },
    },
    async ({ params, operator }) => {
      const id = fromId('pause', params.id) ?? NOBODY;
      if (!(await removePause(toolsOf(deps, operator), id))) refuse('pause_not_found');
      return { id: params.id };
    },
  );
};

async function getProductId(db: Db, text: string): Promise<string> {
  const id = fromId('product', text);
  const products = await listProducts(db);
  if (id === undefined || !products.some((product) => product.id === id)) refuse('product_not_found');
  return id;
}

/** Pauses as shown, with the names of the operators who created them. */
export async function readPauses(db: Db, pauses: readonly PauseRow[]): Promise<Static<typeof Pause>[]> {
  const names = await operatorNames(db, [...new Set(pauses.map(({ paused_by }) => paused_by))]);
  return pauses.map((row) => ({
    id: toId('pause', row.id),
    environment: row.environment,
    product: row.product_id === null ? null : { id: toId('product', row.product_id), name: row.product_name ?? '' },
    reason: row.reason,
    pausedBy: { id: toId('operator', row.paused_by), name: names.get(row.paused_by) ?? '' },
    pausedAt: shownAt(row.paused_at),
  }));
}
