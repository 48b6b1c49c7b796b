// Changes the fields of a card that the client owns.
import { refuse } from '../../foundation/refusals/refusals.ts';
import type { Scope } from '../../foundation/scope.ts';
import { refuseForKey } from '../../identity/keys/refuse.ts';
import type { Db } from '../../platform/db/db.ts';
import { type CardChanges, updateCard } from './sql.ts';

/** Changes a card, and answers it as the API shows it. */
export async function changeCard(
  db: Db,
  scope: Scope,
  request: { keyId: string; id: string; changes: CardChanges },
): Promise<string> {
  const written = await updateCard(db, scope, request).catch(refuseForKey);
  return 'text' in written ? written.text : refuse(written.refused);
}
