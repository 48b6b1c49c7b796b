// Judges tables that are split by month: without a part, a month takes no rows.
import type { Facts } from './facts.ts';
import type { Problem } from './problem.ts';

/** Three are added every night, so two are left for a day at most. One leaves a whole month to find out why. */
const FEW_MONTHS = 1;

/** Whether the months to come are ready. */
export function judgeMonths({ monthsAhead }: Pick<Facts, 'monthsAhead'>): Problem[] {
  if (monthsAhead > FEW_MONTHS) return [];
  return [
    {
      problem:
        monthsAhead < 0 ? 'Tables have no partition for this month' : 'Tables have no partitions for the coming months',
      why:
        monthsAhead < 0
          ? 'webhooks are not sent, and notifications of issuers are refused, so they come again'
          : `there are ${monthsAhead} after this one; without a part, webhooks and notifications are refused`,
      next: "Read the worker's log: docs/runbooks/operations.md#months-are-missing",
    },
  ];
}
