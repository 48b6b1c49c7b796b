// What a decision will do, in words, before anybody approves it.
import { toId } from '../ids.ts';
import { formatUsd } from '../money/usd.ts';
import type { ProposalRow, ReviewedRow } from './sql.ts';

type Proposed = Pick<ProposalRow, 'action' | 'amount' | 'last4' | 'subject_id'>;

/** What approving does to money, card, quota and company, a sentence each. */
export function effectOf({ action, amount, last4, subject_id }: Proposed, operation: ReviewedRow): string[] {
  const id = toId('operation', operation.id);
  const total = formatUsd(operation.amount + operation.fee);
  switch (action) {
    case 'complete':
      return [
        `${total} of held is spent: ${formatUsd(operation.amount)} to the issuer, ${formatUsd(operation.fee)} is our fee.`,
        ...cardEffect(operation, last4),
        `${id} is completed for good, and the company is told.`,
      ];
    case 'fail':
      return [
        `${total} of held is available again.`,
        ...(operation.counts ? ['Its place in the quota of its month is given back.'] : []),
        `${id} is failed for good, and the company is told.`,
      ];
    case 'adjust': {
      const cents = amount ?? 0n;
      const change = cents < 0n ? `loses ${formatUsd(0n - cents)}` : `gains ${formatUsd(cents)}`;
      return [
        `The company's available balance ${change}; the statement shows it under ${toId('case', subject_id)}.`,
        `The case is closed. ${id} stays ${operation.status}.`,
      ];
    }
    case 'close':
      return [`The case is closed. No money moves, and ${id} stays ${operation.status}.`];
  }
}

function cardEffect({ type, amount, card_last4 }: ReviewedRow, last4: string): string[] {
  if (type === 'issue') return [`A card ending in ${last4} becomes active with a balance of ${formatUsd(amount)}.`];
  return type === 'topup' ? [`The balance of the card ending in ${card_last4} rises by ${formatUsd(amount)}.`] : [];
}
