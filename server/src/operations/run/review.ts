// Reviews: operations whose outcome is unknown. The issuer is polled for it on a schedule; nothing is ever sent.
import { crashPoint } from '../../foundation/crash-points.ts';
import { toId } from '../../foundation/ids.ts';
import type { Environment } from '../../foundation/scope.ts';
import { startWork, type Working } from '../../platform/work/run.ts';
import type { Work } from '../../platform/work/sql.ts';
import type { Runner } from './claim.ts';
import type { Settle } from './settle.ts';
import { findReview } from './sql.ts';
import { expectedOf, updateOf } from './update.ts';

/** Longer than a read (10 s) and its settlement. */
const LEASE_SECONDS = 30;

/** Concurrent reads in a process: negligible load for an issuer. A company has at most eight of them. */
const MOST_UNDER_WAY = 64;

/** Poll interval for reviews that are due. Nothing wakes this loop, and a sandbox that moved its clock waits for it. */
const POLL_MS = 500;

/** Starts checking the reviews of an environment. A definite answer settles one; any other moves its next check. */
export const startReviews = (
  runner: Runner,
  { environment, settle, onError }: { environment: Environment; settle: Settle; onError: (error: unknown) => void },
): Working =>
  startWork({
    db: runner.db,
    stop: runner.stop,
    kind: 'review',
    environment,
    leaseSeconds: LEASE_SECONDS,
    concurrency: MOST_UNDER_WAY,
    pollMs: POLL_MS,
    run: (reviews) => reviews.map((review) => checkReview(runner, settle, review)),
    onError,
  });

async function checkReview(runner: Runner, settle: Settle, leased: Work): Promise<'done'> {
  const operation = { ...leased, operationId: leased.id };
  const review = await runner.db.read(operation, (tx) => findReview(tx, operation, operation.operationId));
  if (review === undefined) return 'done';
  const issuer = runner.issuers[operation.environment];
  const found =
    issuer === undefined
      ? { kind: 'unknown' as const, reason: 'no issuer is configured' }
      : await issuer.find(
          toId('company', operation.companyId),
          toId('operation', operation.operationId),
          expectedOf(review),
        );
  crashPoint('after-read');
  await settle(updateOf(runner.clock, operation, found, { how: 'read', cardId: review.card_id }));
  return 'done';
}
