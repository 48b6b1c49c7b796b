// What a member's request is let in with: a key of their own, which no text is the secret of.

import type { FoundKey } from '../../foundation/caller.ts';
import type { Clock } from '../../foundation/clock.ts';
import type { Peppers } from '../../foundation/config.ts';
import { newUuid } from '../../foundation/ids.ts';
import type { Environment } from '../../foundation/scope.ts';
import { hashForStoring } from '../../foundation/secrets.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Role } from '../people/acts.ts';
import { enterCompanyRow } from './sql.ts';

/** The key and the role of a member, as they stand in the database now; undefined for whoever is no member. */
export async function enterCompany(
  { own, peppers, clock }: { own: Db; peppers: Peppers; clock: Clock },
  { userId, companyId, environment }: { userId: string; companyId: string; environment: Environment },
): Promise<{ role: Role; key: FoundKey } | undefined> {
  const at = clock.now();
  const keyId = newUuid(at);
  const found = await enterCompanyRow(own, {
    userId,
    companyId,
    environment,
    keyId,
    // Words with spaces are no key, so nobody can send them as one. No two requests have the same: of several that
    // enter first at once, one makes the key and the others find it, instead of failing on its hash.
    ...hashForStoring(peppers, `person ${userId} ${companyId} ${environment} ${keyId}`),
    at,
  });
  if (found === undefined) return undefined;
  const { role, ...key } = found;
  return { role, key };
}
