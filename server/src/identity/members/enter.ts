// The key of a member's requests: their own, and unusable as a bearer token.

import type { FoundKey } from '../../foundation/caller.ts';
import type { Clock } from '../../foundation/clock.ts';
import type { Peppers } from '../../foundation/config.ts';
import { newUuid } from '../../foundation/ids.ts';
import type { Environment } from '../../foundation/scope.ts';
import { hashForStoring } from '../../foundation/secrets.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Role } from '../people/actions.ts';
import { enterCompanyRow } from './sql.ts';

/** The current key and role of a member; undefined for non-members. */
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
    // Text with spaces is not a valid key, so nobody can send it as one. Each request uses a different text: of several
    // concurrent first requests, one creates the key and the others find it, instead of failing on its hash.
    ...hashForStoring(peppers, `person ${userId} ${companyId} ${environment} ${keyId}`),
    at,
  });
  if (found === undefined) return undefined;
  const { role, ...key } = found;
  return { role, key };
}
