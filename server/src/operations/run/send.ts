// One send: the order goes out once, and its outcome settles the operation.
import { crashPoint } from '../../foundation/crash-points.ts';
import { toId } from '../../foundation/ids.ts';
import type { Scenario } from '../../foundation/scenarios.ts';
import type { Limits, Outcome } from '../../issuer/answers.ts';
import type { Issuer, Order } from '../../issuer/client.ts';
import { STOPPED_AGAIN_SECONDS } from '../../platform/work/run.ts';
import type { Breaker } from './breaker.ts';
import { type ClaimedOperation, PROBE_SECONDS, type Runner } from './claim.ts';
import { type Settle, untilStored } from './settle.ts';
import { findReview, type Unsent, unmarkOperation } from './sql.ts';
import { updateOf } from './update.ts';

/**
 * Delay before the next claim. A stall is over when it is noticed; the other reasons do not concern the operation
 * itself.
 */
const AGAIN_SECONDS: Record<Unsent, number> = {
  never_connected: PROBE_SECONDS,
  unanswered: PROBE_SECONDS,
  late: 1,
  stopped: STOPPED_AGAIN_SECONDS,
};

/** Sends an operation that we marked as sent, and settles it by the answer. */
export async function sendOnce(
  runner: Runner,
  { issuer, breaker, settle }: { issuer: Issuer; breaker: Breaker; settle: Settle },
  operation: ClaimedOperation,
): Promise<void> {
  const { companyId, token, claimed, deadline } = operation;
  const address = issuer.ownAddresses.includes(claimed.scenario) ? claimed.scenario : '';
  const target = { address, companyId, isFaultAskedFor: claimed.scenario !== '' };
  crashPoint('after-claim');
  const closed = breaker.admit(target);
  if (closed === 'refused') return takeBack(runner, operation, 'never_connected', 'not tried: it refuses connections');
  if (closed !== undefined) return takeBack(runner, operation, closed, 'not tried: it answers nothing definite');
  let noted: Parameters<Breaker['note']>[1] = 'none';
  let outcome: Outcome;
  try {
    const limits = claimed.type === 'limits' ? await limitsOf(runner, operation) : null;
    outcome = await issuer.submit(toOrder(operation, limits), deadline);
    noted = toNoted(outcome);
  } finally {
    breaker.note(target, noted);
  }
  crashPoint('after-send');
  if (outcome.kind === 'never_connected' || outcome.kind === 'late' || outcome.kind === 'stopped') {
    return takeBack(runner, operation, outcome.kind, outcome.reason);
  }
  const how = { how: 'send' as const, token, cardId: claimed.card_id };
  await settle(updateOf(runner.clock, { ...operation, operationId: operation.id }, outcome, how));
}

/** What an outcome proves about the issuer. */
function toNoted({ kind }: Outcome): Parameters<Breaker['note']>[1] {
  if (kind === 'late' || kind === 'stopped') return 'none';
  if (kind === 'never_connected') return 'refused';
  return kind === 'unknown' ? 'unknown' : 'definite';
}

/** The mark was ours, and nothing was sent: clears it, as if the operation had never been tried. */
async function takeBack(runner: Runner, operation: ClaimedOperation, why: Unsent, evidence: string): Promise<void> {
  const againAfterSeconds = AGAIN_SECONDS[why];
  await untilStored(() => unmarkOperation(runner.db, operation, { againAfterSeconds, why, evidence }), runner.onError);
  crashPoint('after-unmark');
}

/** The limits that an operation sets. Few operations do, so the claim does not carry them. */
async function limitsOf({ db }: Runner, operation: ClaimedOperation): Promise<Limits | null> {
  return (await db.read(operation, (tx) => findReview(tx, operation, operation.id)))?.limits ?? null;
}

const toOrder = ({ companyId, id, claimed }: ClaimedOperation, limits: Limits | null): Order => ({
  account: toId('company', companyId),
  reference: toId('operation', id),
  kind: claimed.type,
  product: toId('product', claimed.product_id),
  amount: claimed.amount,
  ...(claimed.type === 'issue' ? { holderToken: claimed.holder_token ?? '', name: claimed.name } : {}),
  ...(claimed.type === 'issue' || claimed.type === 'service' ? {} : { cardToken: claimed.card_token ?? '' }),
  ...(limits === null ? {} : { limits }),
  ...(claimed.type === 'service' ? { recipient: claimed.recipient } : {}),
  ...(claimed.scenario === '' ? {} : { scenario: claimed.scenario as Scenario }),
});
