// Ways out of a review or a case, as commands to copy.
import { toId } from '../ids.ts';
import type { Subject } from '../reviews/sql.ts';
import type { Way } from '../reviews/ways.ts';

/** A command about reviews, as it is typed. */
export const command = (rest: string): string => `  npm run admin -- review ${rest}`;

/** Nobody should copy a reason that says nothing. */
const REASON = '--reason "WHO SAID SO"';

/** A way out: when to take it, and the command. */
export function wayInWords(way: Way): string[] {
  switch (way.kind) {
    case 'note':
      return [way.words];
    case 'look':
      return [way.words, command(`show ${idOf(way.subject)}`)];
    case 'propose':
      return [way.words, command(`propose ${idOf(way.subject)} ${optionsOf(way)} ${REASON}`)];
  }
}

const idOf = ({ kind, id }: Subject): string => toId(kind, id);

function optionsOf({ action, amount = 'AMOUNT', needs }: Extract<Way, { kind: 'propose' }>): string {
  const values = action === 'accept' || action === 'adjust' ? [amount] : [];
  const receipt = needs.includes('receipt') ? ['--receipt RECEIPT'] : [];
  const card = needs.includes('card') ? ['--card-token TOKEN --last4 0000'] : [];
  return [`--${action}`, ...values, ...receipt, ...card].join(' ');
}
