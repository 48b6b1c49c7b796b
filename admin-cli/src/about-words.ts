// What a review or a case is about, shown to operators: an operation, an invoice or a card payment.

import type { Dossier, Matter } from '@cardwright/server/surfaces/desk/review-contract.ts';
import type { Static } from 'typebox';
import { moment, table } from './output.ts';

type Dossier = Static<typeof Dossier>;
type Operation = NonNullable<Dossier['about']['operation']>;
type Invoice = NonNullable<Dossier['about']['invoice']>;
type Payment = NonNullable<Dossier['about']['payment']>;
type Facts = [string, string][];

/** What is known of it, and when the issuer is asked about it next. */
export function factsOf(dossier: Dossier): Facts {
  const { operation, invoice, payment } = dossier.about;
  const nextCheck: Facts = [['next check', nextCheckOf(dossier) || 'none']];
  return [
    ...(operation === null ? [] : [...factsOfOperation(operation), ...nextCheck]),
    ...(invoice === null ? [] : [...factsOfInvoice(invoice), ...nextCheck]),
    ...(payment === null ? [] : factsOfPayment(payment)),
  ];
}

/** When the issuer is asked next about what is in review; empty for anything else. */
export const nextCheckOf = ({ status, transaction, nextCheckAt }: Static<typeof Matter>): string =>
  status !== 'manual_review' || transaction !== null ? '' : moment(nextCheckAt) || 'no more';

const factsOfOperation = ({ id, type, status, total, amount, fee, held, sentAt, lastCheckAt }: Operation): Facts => [
  ['operation', `${id}: ${type}, ${status}`],
  ['total', `${total} (${amount} and a fee of ${fee})`],
  ['held now', held],
  ['sent as', sentAs(id, sentAt)],
  ['last check', moment(lastCheckAt) || 'none yet'],
];

function factsOfInvoice(invoice: Invoice): Facts {
  const { id, status, requestedAmount, depositAmount, fee, payAmount, expiresAt, transfers, repeatedReads } = invoice;
  const toPay = payAmount === null ? 'nobody was told what to pay' : `${payAmount} USDT to be paid`;
  const arrived = `${invoice.arrived} USDT in ${transfers.length} transfer(s)`;
  const repeated = repeatedReads === 0 ? '' : `; ${repeatedReads} checks repeated the one before`;
  return [
    ['invoice', `${id}: ${status}`],
    ['asked for', `${requestedAmount} USD; ${toPay}${expiresAt === null ? '' : ` by ${moment(expiresAt)}`}`],
    ['arrived', transfers.length === 0 ? 'nothing' : arrived],
    [
      status === 'completed' ? 'credited' : 'if paid exactly',
      `${invoice.creditAmount} (${depositAmount} less a fee of ${fee})`,
    ],
    ['address', invoice.address ?? 'none'],
    ['sent as', sentAs(id, invoice.sentAt)],
    ['last check', `${moment(invoice.lastCheckAt) || 'none yet'}${repeated}`],
  ];
}

const sentAs = (id: string, at: string | null): string => `reference ${id}, ${at === null ? 'never' : moment(at)}`;

const factsOfPayment = ({
  id,
  type,
  status,
  amount,
  occurredAt,
  merchant,
  country,
  reference,
  card,
}: Payment): Facts => [
  ['payment', `${id}: ${type}, ${status}`],
  ['amount', amount],
  ['happened', `${moment(occurredAt)}, ${merchant || 'no merchant'} ${country}`.trimEnd()],
  ['reference', `${reference}, the issuer's`],
  ['card', `${card.id}, ending in ${card.last4}, balance ${card.balance}`],
];

/** What arrived for an invoice, and what was tried and said, one line each. */
export function evidenceOf({ about: { invoice, payment }, said }: Dossier): string[] {
  const transfers = (invoice?.transfers ?? []).map((each) => [moment(each.occurredAt), each.amount, each.fit, each.id]);
  const reports = said.map(({ at, notification, outcome, detail }) => [
    moment(at),
    notification ?? '',
    outcome,
    detail,
  ]);
  const attempts = said.map(({ at, how, outcome, detail }) => [moment(at), how, outcome, detail]);
  const evidence =
    payment === null
      ? tableOr('Nothing was tried.', ['at', 'how', 'says', 'detail'], attempts)
      : tableOr('Nothing is kept of what was said.', ['at', 'notification', 'became', 'says'], reports);
  const arrived = tableOr('Nothing has arrived.', ['happened', 'USDT', 'is', 'transfer'], transfers);
  return [...(invoice === null ? [] : [`Transfers\n${arrived}`]), `Evidence\n${evidence}`];
}

const tableOr = (none: string, head: string[], rows: string[][]): string =>
  rows.length === 0 ? none : table(head, rows);
