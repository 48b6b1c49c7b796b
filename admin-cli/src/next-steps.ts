// Next steps of a review or a case, as commands to copy.

import type { Way } from '@cardwright/server/surfaces/desk/review-contract.ts';
import type { Static } from 'typebox';

/** A `review` command. */
export const command = (rest: string): string => `  cardwright-admin review ${rest}`;

/** A `proposal` command. */
export const commandAboutProposal = (rest: string): string => `  cardwright-admin proposal ${rest}`;

/** A placeholder in capitals, so that nobody submits it unread. */
const REASON = '--reason "WHO SAID SO"';

/** A next step: when it applies, and the command. */
export function wayInWords(way: Static<typeof Way>): string[] {
  switch (way.kind) {
    case 'note':
      return [way.words];
    case 'look':
      return [way.words, command(`show ${way.subject}`)];
    case 'propose':
      return [way.words, command(`propose ${way.subject} ${optionsOf(way)} ${REASON}`)];
  }
}

function optionsOf({ decision, amount, needs }: Static<typeof Way>): string {
  const values = decision === 'accept' || decision === 'adjust' ? [amount ?? 'AMOUNT'] : [];
  const receipt = needs.includes('receipt') ? ['--receipt RECEIPT'] : [];
  const card = needs.includes('card') ? ['--card-token TOKEN --last4 0000'] : [];
  return [`--${decision}`, ...values, ...receipt, ...card].join(' ');
}
