// Changes the fields of a cardholder that the client owns. Name and email are on record at the issuer.
import type { Scope } from '../../foundation/scope.ts';
import { refuseForKey } from '../../identity/keys/refuse.ts';
import type { Db } from '../../platform/db/db.ts';
import { refuseUnwritten } from './refuse.ts';
import { type HolderChanges, updateHolder } from './sql.ts';

/** Changes a cardholder, and answers it as the API shows it. */
export async function changeHolder(
  db: Db,
  scope: Scope,
  request: { keyId: string; id: string; changes: HolderChanges },
): Promise<string> {
  return refuseUnwritten(await updateHolder(db, scope, request).catch(refuseForKey));
}
