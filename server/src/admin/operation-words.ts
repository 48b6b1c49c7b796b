// How a review of an operation, or a case about one, is shown to operators.
import { toId } from '../ids.ts';
import { formatUsd } from '../money/usd.ts';
import type { ReviewedRow } from '../reviews/sql.ts';
import { moment } from './output.ts';
import { adjusting, command, REASON } from './ways-out.ts';

/** What is known of the operation, and when the issuer is asked about it next. */
export function factsOfOperation(operation: ReviewedRow, nextCheck: string): [string, string][] {
  const { id, amount, fee, sent_at } = operation;
  return [
    ['operation', `${toId('operation', id)}: ${operation.type}, ${operation.status}`],
    ['total', `${formatUsd(amount + fee)} (${formatUsd(amount)} and a fee of ${formatUsd(fee)})`],
    ['held now', formatUsd(operation.held)],
    ['sent as', `reference ${toId('operation', id)}${sent_at === null ? ', never' : `, ${moment(sent_at)}`}`],
    ['last check', moment(operation.review_checked_at) || 'none yet'],
    ['next check', nextCheck || 'none'],
  ];
}

/** What happened to the operation itself. */
export const timelineOfOperation = (operation: ReviewedRow): [Date | null, string][] => [
  [operation.created_at, 'accepted, and the total held'],
  [operation.sent_at, 'marked as sent to the issuer'],
  [operation.review_opened_at, `in review: ${operation.review_reason}`],
  [operation.decided_at, operation.status],
];

/** What can be proposed about a review of an operation. */
export function waysOfReview(id: string, operation: ReviewedRow): string[] {
  const card = operation.type === 'issue' ? ' --card-token TOKEN --last4 0000' : '';
  return [
    'The issuer did it, and told you its receipt:',
    command(`propose ${id} --complete --receipt RECEIPT${card} ${REASON}`),
    'The issuer did not do it, and will not do it any more:',
    command(`propose ${id} --fail ${REASON}`),
    'Neither is certain: wait. The money stays held, and the issuer is asked again.',
  ];
}

/** What can be proposed about a case. A company got or paid for nothing the total, where the contradiction is right. */
export function waysOfCase(id: string, operation: ReviewedRow): string[] {
  const total = formatUsd(operation.amount + operation.fee);
  return [
    ...(operation.status === 'completed'
      ? ['The issuer did not do it after all, so the company paid for nothing:', adjusting(id, total)]
      : []),
    ...(operation.status === 'failed'
      ? ['The issuer did it after all, so the company got it for nothing:', adjusting(id, `-${total}`)]
      : []),
    'Nothing has to be corrected:',
    command(`propose ${id} --close ${REASON}`),
  ];
}
