// The clock of a sandbox: moves the company's own time forward, and the simulated issuer's follows.
import type { Config } from '../foundation/config.ts';
import { refuse } from '../foundation/refusals/refusals.ts';
import type { Scope } from '../foundation/scope.ts';
import { waitFor } from '../foundation/waiting.ts';
import { refuseForKey } from '../identity/keys/refuse.ts';
import type { Db } from '../platform/db/db.ts';
import { advanceClock, hasFollowed } from './sql.ts';

/** 366 days: longer than any timer of ours. The database refuses more, and ten times as much in all. */
export const LONGEST_ADVANCE_SECONDS = 366 * 86_400;

/**
 * Moves the time of a company's sandbox forward and returns it. It waits a few seconds for the issuer to follow; the
 * issuer follows in any case.
 */
export async function advanceSandboxClock(
  { db, issuers }: { db: Db; issuers: Config['issuers'] },
  scope: Scope,
  { keyId, seconds }: { keyId: string; seconds: number },
): Promise<{ now: string }> {
  const advanced = await advanceClock(db, scope, { keyId, seconds }).catch(refuseForKey);
  if ('refused' in advanced) return refuse(advanced.refused);
  if (issuers.sandbox !== undefined) {
    await waitFor(() => db.read(scope, (tx) => hasFollowed(tx, scope, advanced.number)));
  }
  return { now: advanced.now };
}
