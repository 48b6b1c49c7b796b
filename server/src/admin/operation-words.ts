// How a review of an operation, or a case about one, is shown to operators.
import { toId } from '../ids.ts';
import { formatUsd } from '../money/usd.ts';
import type { ReviewedRow } from '../reviews/sql.ts';
import { moment } from './output.ts';

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
