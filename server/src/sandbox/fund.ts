// Play money for a sandbox, credited once per Idempotency-Key.
import type { Clock } from '../clock.ts';
import type { Db } from '../db/db.ts';
import { type Answer, claimKey, type Keyed } from '../idempotency/claim.ts';
import { newUuid, toId } from '../ids.ts';
import { refusalOfKey } from '../keys/sql.ts';
import { creditSandbox } from '../ledger/postings.ts';
import type { Usd } from '../money/usd.ts';
import { refuse } from '../refusals.ts';
import type { Scope } from '../scope.ts';

/** Credits sandbox funds: key, right to do it and ledger entry are one commit, or nothing happened. */
export async function fundSandbox(
  { db, clock }: { db: Db; clock: Clock },
  scope: Scope,
  request: Keyed<{ amount: string }> & { keyId: string; amount: Usd },
): Promise<Answer> {
  const now = clock.now();
  const fundingId = toId('sandboxFunding', newUuid(now));
  const answer = { status: 200, body: '{}' };
  return db.write(scope, async (tx) => {
    const earlier = await claimKey(tx, scope, request, { ...answer, resourceId: fundingId, at: now });
    if (earlier !== undefined) return earlier;
    await creditSandbox(tx, scope, { reference: fundingId, amount: request.amount });
    // Last, because everything before it may have waited for a lock: a key that ended meanwhile undoes it all.
    const refusal = await refusalOfKey(tx, scope, { keyId: request.keyId, needs: 'cards:write' });
    if (refusal !== undefined) refuse(refusal);
    return { ...answer, replayed: false };
  });
}
