// Reviews: operations whose outcome is unknown. The issuer is asked what happened, on a ladder; nothing is ever sent.
import { crashPoint } from '../crash-points.ts';
import { toId } from '../ids.ts';
import type { Poke } from '../queue/pokes.ts';
import type { Runner } from './claim.ts';
import { newsOf } from './news.ts';
import type { Settle } from './settle.ts';
import { findReview, listDueReviews } from './sql.ts';

/** Reviews that one look takes up at most; those that are left are due at the next. */
const REVIEWS_AT_ONCE = 50;

/** Asks the issuer about every review that is due. A definite answer settles it; any other moves the next look. */
export async function checkReviews(runner: Runner, settle: Settle): Promise<number> {
  const due = await listDueReviews(runner.db, REVIEWS_AT_ONCE);
  await Promise.all(due.map((operation) => checkReview(runner, settle, operation)));
  return due.length;
}

async function checkReview(runner: Runner, settle: Settle, operation: Poke): Promise<void> {
  const review = await runner.db.read(operation, (tx) => findReview(tx, operation, operation.operationId));
  if (review === undefined) return;
  const issuer = runner.issuers[operation.environment];
  const found =
    issuer === undefined
      ? { kind: 'unknown' as const, reason: 'no issuer is configured' }
      : await issuer.find(toId('company', operation.companyId), toId('operation', operation.operationId), {
          kind: review.type,
          amount: review.amount,
          ...(review.card_token === null ? {} : { cardToken: review.card_token }),
        });
  crashPoint('after-read');
  await settle(
    newsOf(runner.clock, operation, found, { how: 'read', cardId: review.card_id, openSeconds: review.open_seconds }),
  );
}
