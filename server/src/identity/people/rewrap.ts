// Re-encrypts second factors under the current secret, so that older versions can be retired.
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import type { VersionedKeys } from '../../foundation/config.ts';
import type { Queryable } from '../../platform/db/db.ts';
import { encryptionKeyOf } from './secrets.ts';
import { listSecondFactors, replaceSecondFactor, type SecondFactorRow } from './sql.ts';

/** Rows per statement: milliseconds of work and little memory. */
const BATCH_ROWS = 200;

/** Re-encrypts every second factor of a schema under the current secret; skips those that cannot be decrypted. */
export async function rewrapSecondFactors(
  db: Queryable,
  options: { secrets: VersionedKeys; schema: 'people' | 'desk' },
): Promise<{ rewrapped: number; failed: number }> {
  const key = encryptionKeyOf(options);
  const again = async (data: string) => symmetricEncrypt({ key, data: await symmetricDecrypt({ key, data }) });
  const totals = { rewrapped: 0, failed: 0 };
  for (let after: string | undefined, rows: SecondFactorRow[] = []; ; after = rows.at(-1)?.id) {
    rows = await listSecondFactors(db, { besides: options.secrets.current, after, limit: BATCH_ROWS });
    for (const row of rows) {
      const fresh = await Promise.all([again(row.secret), again(row.backup_codes)]).catch(() => undefined);
      if (fresh === undefined) totals.failed += 1;
      else if (await replaceSecondFactor(db, row, { secret: fresh[0], backupCodes: fresh[1] })) totals.rewrapped += 1;
    }
    if (rows.length < BATCH_ROWS) return totals;
  }
}
