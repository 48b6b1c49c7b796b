// Pauses: what operators stop being sent to an issuer. What is accepted waits, and nothing is lost.
import type { Clock } from '../clock.ts';
import type { Db } from '../db/db.ts';
import { newUuid, toId } from '../ids.ts';
import { audit } from '../operators/audit.ts';
import type { Environment } from '../scope.ts';
import { deletePause, insertPause } from './sql.ts';

export type PauseTools = { db: Db; clock: Clock; actor: { operatorId: string } };

/**
 * Stops sending the orders of a product, or all that goes to an issuer: from its commit on nothing more is marked as
 * sent. What was marked before is on its way and is settled by its answer. Answers the id of the pause; undefined
 * when the same is paused already, and nothing happened.
 */
export async function addPause(
  tools: PauseTools,
  pause: { environment: Environment; productId: string | undefined; reason: string },
): Promise<string | undefined> {
  const at = tools.clock.now();
  const id = newUuid(at);
  return tools.db.writeUnscoped(async (tx) => {
    if (!(await insertPause(tx, { id, ...pause, by: tools.actor.operatorId, at }))) return undefined;
    await audit(tx, {
      at,
      actor: tools.actor,
      action: 'pause.add',
      subject: toId('pause', id),
      details: { environment: pause.environment, product: shownProduct(pause.productId), reason: pause.reason },
    });
    return id;
  });
}

/** Ends a pause: what waits is sent again, oldest first. False when there is no such pause. */
export async function removePause(tools: PauseTools, id: string): Promise<boolean> {
  const at = tools.clock.now();
  return tools.db.writeUnscoped(async (tx) => {
    const removed = await deletePause(tx, id);
    if (removed === undefined) return false;
    await audit(tx, {
      at,
      actor: tools.actor,
      action: 'pause.remove',
      subject: toId('pause', id),
      details: {
        environment: removed.environment,
        product: shownProduct(removed.product_id ?? undefined),
        reason: removed.reason,
        pausedAt: removed.paused_at.toISOString(),
      },
    });
    return true;
  });
}

const shownProduct = (id: string | undefined) => (id === undefined ? 'everything' : toId('product', id));
