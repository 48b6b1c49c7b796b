// Asks the issuer about an operation before it is sent: an earlier copy of the database may have sent it.
import { toId } from '../../foundation/ids.ts';
import type { Issuer } from '../../issuer/client.ts';
import type { ClaimedOperation, Runner } from './claim.ts';
import type { Settle } from './settle.ts';
import { findReview, noteAbsent } from './sql.ts';
import { expectedOf, updateOf } from './update.ts';

/** Absent: it may be sent. A definite answer settles it. Without one it is reviewed, and never sent. */
export async function askFirst(
  { db, clock }: Runner,
  { issuer, settle }: { issuer: Issuer; settle: Settle },
  operation: ClaimedOperation,
): Promise<void> {
  const review = await db.read(operation, (tx) => findReview(tx, operation, operation.id));
  if (review === undefined) return;
  const found = await issuer.find(
    toId('company', operation.companyId),
    toId('operation', operation.id),
    expectedOf(review),
  );
  if (found.kind === 'absent') return noteAbsent(db, operation);
  const how = found.kind === 'done' || found.kind === 'rejected' ? 'read' : 'lost';
  await settle(updateOf(clock, { ...operation, operationId: operation.id }, found, { how, cardId: review.card_id }));
}
