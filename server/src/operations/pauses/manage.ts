// Pauses: operators stop sending to an issuer. Accepted operations wait, and nothing is lost.
import type { Clock } from '../../foundation/clock.ts';
import { newUuid } from '../../foundation/ids.ts';
import type { Environment } from '../../foundation/scope.ts';
import { type Actor, didAlone } from '../../identity/operators/act.ts';
import type { Db } from '../../platform/db/db.ts';

export type PauseTools = { db: Db; clock: Clock; actor: Actor };

/**
 * Stops sending the orders of a product, or everything to an issuer: from its commit on nothing more is marked as sent.
 * Operations marked before are in flight, and their answers settle them. Returns the id of the pause; undefined when
 * the same is paused already, and nothing happened.
 */
export async function addPause(
  { db, clock, actor }: PauseTools,
  { environment, productId, reason }: { environment: Environment; productId: string | undefined; reason: string },
): Promise<string | undefined> {
  const id = newUuid(clock.now());
  const given = { id, environment, product: productId, reason };
  return (await didAlone(db, actor, { action: 'pause.add', given })) === 'done' ? id : undefined;
}

/** Ends a pause: waiting operations are sent again, oldest first. False when there is no such pause. */
export async function removePause({ db, actor }: PauseTools, id: string): Promise<boolean> {
  return (await didAlone(db, actor, { action: 'pause.remove', given: { id } })) === 'done';
}
