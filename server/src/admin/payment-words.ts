// How a case about a card payment is shown to operators.
import { toId } from '../ids.ts';
import { formatUsd } from '../money/usd.ts';
import type { PaymentRow, ReportRow } from '../reviews/sql.ts';
import { moment, table } from './output.ts';

/** What is known of the payment, and of the card that it was made with. */
export const factsOfPayment = (payment: PaymentRow): [string, string][] => [
  ['payment', `${toId('transaction', payment.id)}: ${payment.type}, ${payment.status}`],
  ['amount', formatUsd(payment.amount)],
  ['happened', `${moment(payment.occurred_at)}, ${payment.merchant || 'no merchant'} ${payment.country}`.trimEnd()],
  ['reference', `${payment.reference}, the issuer's`],
  [
    'card',
    `${toId('card', payment.card_id)}, ending in ${payment.card_last4}, balance ${formatUsd(payment.card_balance)}`,
  ],
];

/** What the issuer said about the payment, one line each. */
export const reportsInWords = (reports: readonly ReportRow[]): string =>
  reports.length === 0
    ? 'Nothing is kept of what was said.'
    : table(
        ['at', 'notification', 'became', 'says'],
        reports.map(({ at, notification, outcome, said }) => [moment(at), notification, outcome, said]),
      );
