// Play money for a sandbox, credited once per Idempotency-Key.
import type { Clock } from '../foundation/clock.ts';
import { newUuid, toId } from '../foundation/ids.ts';
import type { Usd } from '../foundation/money/usd.ts';
import type { Scope } from '../foundation/scope.ts';
import { refuseForKey } from '../identity/keys/refuse.ts';
import { openBatcher } from '../platform/db/batcher.ts';
import type { Db } from '../platform/db/db.ts';
import { type Answer, type Keyed, orReadBack, replayAnswer, toClaim } from '../platform/idempotency/claim.ts';
import { fundSandboxes, type NewFunding } from './sql.ts';

type Funding = Keyed & { keyId: string; amount: Usd };

/**
 * Credits sandbox funds: key, permission and ledger entry are one commit, or nothing happened. Requests that wait for
 * the database share a commit.
 */
export function sandboxFunding({ db, clock }: { db: Db; clock: Clock }) {
  const batcher = openBatcher<NewFunding, boolean>({
    name: 'fund',
    run: (batch) => fundSandboxes(db, batch),
    ownerOf: ({ claim }) => `${claim.company_id} ${claim.environment}`,
    identityOf: ({ claim }) => `${claim.company_id} ${claim.environment} ${claim.key}`,
  });
  return async (scope: Scope, request: Funding): Promise<Answer> => {
    const at = clock.now();
    const answer = { status: 200, body: '{}' };
    const resourceId = toId('sandboxFunding', newUuid(at));
    const claim = toClaim(scope, request, { ...answer, resourceId, at });
    return orReadBack(db, scope, claim, async () => {
      const isNew = await batcher({ claim, keyId: request.keyId, amount: request.amount }).catch(refuseForKey);
      return isNew ? { ...answer, replayed: false } : replayAnswer(db, scope, claim);
    });
  };
}
