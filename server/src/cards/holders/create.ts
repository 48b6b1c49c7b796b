// Creates a cardholder. A worker registers them at the issuer a moment later; until then they are pending.
import type { Clock } from '../../foundation/clock.ts';
import { derivedUuid, toId } from '../../foundation/ids.ts';
import type { Scope } from '../../foundation/scope.ts';
import { refuseForKey } from '../../identity/keys/refuse.ts';
import type { Db } from '../../platform/db/db.ts';
import { type Answer, type Keyed, replayAnswer, toClaim } from '../../platform/idempotency/claim.ts';
import { toHolder } from './show.ts';
import { insertHolder } from './sql.ts';

export type NewHolder = { name: string; email: string; kind: 'individual' | 'corporate'; externalId: string };

/** Creates a cardholder once per Idempotency-Key. */
export async function createHolder(
  { db, clock }: { db: Db; clock: Clock },
  scope: Scope,
  request: Keyed<object> & { keyId: string; holder: NewHolder },
): Promise<Answer> {
  const at = clock.now();
  const id = derivedUuid('holder', scope, request.key);
  const { name, email, kind, externalId } = request.holder;
  const body = JSON.stringify(toHolder({ id, name, email, kind, status: 'pending', external_id: externalId }));
  const claim = toClaim(scope, request, { status: 201, body, resourceId: toId('holder', id), at });
  const isNew = await insertHolder(db, { claim, keyId: request.keyId, holder: { ...request.holder, id } }).catch(
    refuseForKey,
  );
  return isNew ? { status: 201, body, replayed: false } : db.read(scope, (tx) => replayAnswer(tx, scope, claim));
}
