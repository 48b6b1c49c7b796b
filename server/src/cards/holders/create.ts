// Creates a cardholder. A worker registers them at the issuer a moment later; until then they are pending.
import type { Clock } from '../../foundation/clock.ts';
import { derivedUuid, toId } from '../../foundation/ids.ts';
import { refuse } from '../../foundation/refusals/refusals.ts';
import type { Scope } from '../../foundation/scope.ts';
import { refuseForKey } from '../../identity/keys/refuse.ts';
import type { Db } from '../../platform/db/db.ts';
import { type Answer, type Keyed, orReadBack, replayAnswer, toClaim } from '../../platform/idempotency/claim.ts';
import { refuseUnwritten } from './refuse.ts';
import { insertHolder } from './sql.ts';

export type NewHolder = {
  name: string;
  email: string;
  kind: 'individual' | 'corporate';
  externalId: string;
  metadata: Readonly<Record<string, string>>;
};

/** Creates a cardholder once per Idempotency-Key. */
export async function createHolder(
  { db, clock }: { db: Db; clock: Clock },
  scope: Scope,
  request: Keyed & { keyId: string; holder: NewHolder },
): Promise<Answer> {
  const at = clock.now();
  const id = derivedUuid('holder', scope, request.key);
  // The database writes the body of the answer and stores it with the key.
  const claim = toClaim(scope, request, { status: 201, body: '', resourceId: toId('holder', id), at });
  const holder = { ...request.holder, id };
  return orReadBack(db, scope, claim, async () => {
    const written = await insertHolder(db, { claim, keyId: request.keyId, holder }).catch(refuseForKey);
    if ('known' in written) return replayAnswer(db, scope, claim);
    if ('refused' in written && written.refused === 'idempotency_conflict') {
      refuse(written.refused, { resourceId: claim.resource_id });
    }
    return { status: 201, body: refuseUnwritten(written), replayed: false };
  });
}
