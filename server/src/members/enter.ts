// What a member's request is let in with: a key of their own, which no text is the secret of.
import type { Clock } from '../clock.ts';
import type { Peppers } from '../config.ts';
import type { Db } from '../db/db.ts';
import { newUuid } from '../ids.ts';
import type { FoundKey } from '../keys/sql.ts';
import type { Role } from '../people/acts.ts';
import type { Environment } from '../scope.ts';
import { hashForStoring } from '../secrets.ts';
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
