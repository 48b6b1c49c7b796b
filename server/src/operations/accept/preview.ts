// The cost of an operation and whether it would be accepted: a dry run of acceptance.
import type { Config } from '../../foundation/config.ts';
import { formatUsd } from '../../foundation/money/usd.ts';
import { type RefusalCode, refusals } from '../../foundation/refusals/refusals.ts';
import type { Scope } from '../../foundation/scope.ts';
import type { Queryable } from '../../platform/db/db.ts';
import { type OrderedOperation, toWeighed } from './accept.ts';
import { type Weighed, weighOperations } from './sql.ts';

/** Cards of an individual's company in a UTC month: the specification's limit, enforced by the database. */
const MONTHLY_QUOTA = 500;

/** Checks an operation: its total, the parts of the fee, the rest of the quota, and every reason to refuse it. */
export async function previewOperation(
  { db, issuers }: { db: Queryable; issuers: Config['issuers'] },
  scope: Scope,
  operation: OrderedOperation,
) {
  const [weighed] = await weighOperations(db, [toWeighed(scope, operation)]);
  if (weighed === undefined) throw new Error('a request was not weighed');
  const reasons = reasonsOf({ issuers }, scope, weighed);
  const rated = weighed.fee - weighed.fixed_fee;
  return {
    amount: formatUsd(operation.amount),
    fee: formatUsd(weighed.fee),
    total: formatUsd(weighed.total),
    feeLines: [
      ...(weighed.fixed_fee > 0n ? [{ kind: 'fixed' as const, amount: formatUsd(weighed.fixed_fee) }] : []),
      ...(rated > 0n ? [{ kind: 'rate' as const, amount: formatUsd(rated) }] : []),
    ],
    allowed: reasons.length === 0,
    reasons: reasons.map(toReason),
    quota: weighed.counts
      ? { limit: MONTHLY_QUOTA, used: weighed.used, left: Math.max(0, MONTHLY_QUOTA - weighed.used) }
      : null,
  };
}

/** A reason as previews show it. */
export const toReason = (code: RefusalCode) => ({ code, message: refusals[code][2] });

/** Every reason to refuse an order, in the order in which they are shown. */
export const reasonsOf = (
  { issuers }: { issuers: Config['issuers'] },
  { environment }: Scope,
  weighed: Weighed,
): RefusalCode[] => [
  ...(environment === 'sandbox' || issuers.live !== undefined ? [] : (['live_unavailable'] as const)),
  ...weighed.reasons,
  ...lastReasons(weighed),
];

/** The reasons that depend on concurrent requests. */
const lastReasons = (weighed: Weighed): RefusalCode[] => [
  ...(weighed.counts && weighed.used >= MONTHLY_QUOTA ? (['quota_exceeded'] as const) : []),
  ...(weighed.total > weighed.available ? (['insufficient_funds'] as const) : []),
];
