// The outcome of an Idempotency-Key, for a client that lost the answer and does not want to repeat the request.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type Static, Type } from 'typebox';
import { toId } from '../../foundation/ids.ts';
import { refuse } from '../../foundation/refusals/refusals.ts';
import type { Db } from '../db/db.ts';
import { access } from '../http/access.ts';
import { Instant, idOf, NoQuery } from '../http/schema.ts';
import { LONGEST_KEY } from './claim.ts';
import { type Fate, findFate, findIdempotencyKey } from './sql.ts';

export const IdempotencyKey = Type.Object(
  {
    key: Type.String({ examples: ['order-2026-11-15-0042'] }),
    method: Type.String({ examples: ['POST'] }),
    path: Type.String({ examples: ['/api/v1/operations'] }),
    status: Type.Integer({ description: 'The status of the first answer.', examples: [201] }),
    resourceId: idOf('operation', { description: 'What the request created.' }),
    createdAt: Instant,
  },
  { $id: 'IdempotencyKey' },
);

/** Serves the outcome of an Idempotency-Key. */
export const idempotencyRoutes: FastifyPluginAsyncTypebox<{ db: Db }> = async (app, { db }) => {
  app.get(
    '/api/v1/idempotency-keys/:key',
    {
      config: access({ permission: 'any', limit: 'reads', refuses: ['idempotency_key_not_found'] }),
      schema: {
        tags: ['Idempotency'],
        operationId: 'getIdempotencyKey',
        summary: 'Read the outcome of an Idempotency-Key',
        params: Type.Object({ key: Type.String({ examples: ['order-2026-11-15-0042'] }) }),
        querystring: NoQuery,
        response: { 200: Type.Ref('IdempotencyKey') },
      },
    },
    async ({ caller: { scope }, params: { key } }) => {
      if (key.length > LONGEST_KEY) refuse('idempotency_key_not_found');
      // Confirmed: the client takes this for the outcome of its request.
      const [row, fate] = await db.readConfirmed(scope, async (tx) => {
        const found = await findIdempotencyKey(tx, scope, key);
        return [found, found === undefined ? await findFate(tx, scope, key) : undefined];
      });
      if (row === undefined) return toAdopted(key, fate);
      return {
        key: row.key,
        method: row.method,
        path: row.path,
        status: row.response_status,
        resourceId: row.resource_id,
        createdAt: row.created_at.toISOString(),
      };
    },
  );
};

/** The outcome of a key whose row was lost: that of what operators adopted. Until they decide, nobody can say. */
function toAdopted(key: string, fate: Fate | undefined): Static<typeof IdempotencyKey> {
  if (fate !== undefined && fate.resolved_at === null) refuse('recovering');
  if (fate === undefined || fate.resolved_at === null || fate.resolution === 'explained') {
    return refuse('idempotency_key_not_found');
  }
  return {
    key,
    method: 'POST',
    path: pathOf(fate),
    status: 201,
    resourceId: toId(
      fate.kind === 'order' ? 'operation' : fate.kind === 'deposit' ? 'invoice' : 'holder',
      fate.reference,
    ),
    createdAt: fate.resolved_at.toISOString(),
  };
}

/** The path of the lost request. */
function pathOf({ kind, action, card_id }: Fate): string {
  if (kind === 'holder') return '/api/v1/holders';
  if (kind === 'deposit') return '/api/v1/card-account/invoices';
  const isOrder = action === null || card_id === null || ['issue', 'topup', 'service'].includes(action);
  return isOrder ? '/api/v1/operations' : `/api/v1/cards/${toId('card', card_id)}/${action}`;
}
