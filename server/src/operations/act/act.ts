// Accepts an action on a card: an operation that holds nothing, carried out by the issuer like any other.
import type { Clock } from '../../foundation/clock.ts';
import { derivedUuid, fromId, NOBODY, toId } from '../../foundation/ids.ts';
import { refuse } from '../../foundation/refusals/refusals.ts';
import type { Scope } from '../../foundation/scope.ts';
import { refuseForKey } from '../../identity/keys/refuse.ts';
import type { CardAction, Limits } from '../../issuer/answers.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Witnesses } from '../../platform/fence/witnesses.ts';
import { type Answer, type Keyed, orReadBack, replayAnswer, toClaim } from '../../platform/idempotency/claim.ts';
import { traceparentNow } from '../../platform/trace/trace.ts';
import { acceptCardAction } from './sql.ts';

/** A client's request for an action. The card's id is as the client wrote it. */
export type WishedAction = { type: CardAction; cardId: string; limits?: Limits };

/** Accepts an action on a card, once per Idempotency-Key. */
export async function actOnCard(
  { db, clock, witnesses }: { db: Db; clock: Clock; witnesses: Pick<Witnesses, 'add'> },
  scope: Scope,
  request: Keyed & { keyId: string; action: WishedAction; scenario?: string },
): Promise<Answer> {
  const id = derivedUuid('operation', scope, request.key);
  const resourceId = toId('operation', id);
  // The database writes the body of the answer and stores it with the key.
  const claim = toClaim(scope, request, { status: 201, body: '', resourceId, at: clock.now() });
  const action = {
    ...request.action,
    id,
    cardId: fromId('card', request.action.cardId) ?? NOBODY, // a malformed id becomes one that is unknown
    scenario: request.scenario ?? '',
    ...traceparentNow(),
  };
  return orReadBack(db, scope, claim, async () => {
    const answer = await db
      .writeUnscoped((tx) => acceptCardAction(tx, { claim, keyId: request.keyId, action }))
      .catch(refuseForKey);
    if (answer.refused === 'idempotency_conflict') return refuse(answer.refused, { resourceId });
    if (answer.refused !== undefined) return refuse(answer.refused);
    if (answer.body === undefined) return replayAnswer(db, scope, claim);
    witnesses.add({ ...scope, id, wasSettled: false });
    return { status: 201, body: answer.body, replayed: false };
  });
}
