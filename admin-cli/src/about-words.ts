// The subject of a review or a case as operators see it: an operation, an invoice, a card payment, or a record that
// only the issuer has.

import { cardActions } from '@cardwright/server/issuer/answers.ts';
import { limitsInWords } from '@cardwright/server/oversight/reviews/effect.ts';
import type { Dossier, Matter } from '@cardwright/server/surfaces/desk/review-contract.ts';
import type { Static } from 'typebox';
import { moment, table } from './output.ts';

type Dossier = Static<typeof Dossier>;
type Operation = NonNullable<Dossier['about']['operation']>;
type Invoice = NonNullable<Dossier['about']['invoice']>;
type Payment = NonNullable<Dossier['about']['payment']>;
type Unknown = NonNullable<Dossier['about']['unknown']>;
type Facts = [string, string][];

/** The known facts, and the time of the next check with the issuer. */
export function factsOf(dossier: Dossier): Facts {
  const { operation, invoice, payment, unknown } = dossier.about;
  const nextCheck: Facts = [['next check', nextCheckOf(dossier) || 'none']];
  return [
    ...(operation === null ? [] : [...factsOfOperation(operation), ...nextCheck]),
    ...(invoice === null ? [] : [...factsOfInvoice(invoice), ...nextCheck]),
    ...(payment === null ? [] : factsOfPayment(payment)),
    ...(unknown === null ? [] : factsOfUnknown(unknown)),
  ];
}

/** Time of the next check with the issuer; empty unless the subject is in review. */
export const nextCheckOf = ({ status, transaction, nextCheckAt }: Static<typeof Matter>): string =>
  status !== 'manual_review' || transaction !== null ? '' : moment(nextCheckAt) || 'no more';

const factsOfOperation = ({ id, type, status, sentAt, lastCheckAt, ...operation }: Operation): Facts => [
  ['operation', `${id}: ${type}, ${status}`],
  ...(isCardAction(type) ? factsOfAction(operation) : factsOfMoney(operation)),
  ['sent as', sentAs(id, sentAt)],
  ['last check', moment(lastCheckAt) || 'none yet'],
];

const isCardAction = (type: string): boolean => cardActions.some((action) => action === type);

const factsOfMoney = ({ total, amount, fee, held }: Pick<Operation, 'total' | 'amount' | 'fee' | 'held'>): Facts => [
  ['total', `${total} (${amount} and a fee of ${fee})`],
  ['held now', held],
];

/** An action on a card costs and holds nothing. */
const factsOfAction = ({
  cardLast4,
  limits,
  returned,
}: Pick<Operation, 'cardLast4' | 'limits' | 'returned'>): Facts => [
  ['card', `ending in ${cardLast4}`],
  ...(limits === null ? [] : [['limits', limitsInWords(limits)] as [string, string]]),
  ...(returned === null ? [] : [['returned', `${returned}, the issuer says`] as [string, string]]),
];

function factsOfInvoice(invoice: Invoice): Facts {
  const { id, status, requestedAmount, depositAmount, fee, payAmount, expiresAt, transfers, repeatedReads } = invoice;
  const toPay = payAmount === null ? 'no payment instructions yet' : `${payAmount} USDT to be paid`;
  const arrived = `${invoice.arrived} USDT in ${transfers.length} transfer(s)`;
  const repeated = repeatedReads === 0 ? '' : `; ${repeatedReads} checks returned the same result`;
  return [
    ['invoice', `${id}: ${status}`],
    ['requested', `${requestedAmount} USD; ${toPay}${expiresAt === null ? '' : ` by ${moment(expiresAt)}`}`],
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

function factsOfUnknown(unknown: Unknown): Facts {
  const { id, kind, type, status, amount, fee, createdAt, foundAt, resolution, resolvedAt } = unknown;
  const rest: [string, string | null][] = [
    ['amount', amount],
    ['our fee', fee],
    ['name', unknown.name],
    ['recipient', unknown.recipient],
    ['product', unknown.product],
    ['cardholder', unknown.holder],
    ['card', unknown.last4 && `ending in ${unknown.last4}`],
    ['receipt', unknown.receipt],
    ['created', moment(createdAt)],
    ['resolved', resolution && `${resolution}, ${moment(resolvedAt)}`],
  ];
  return [
    ['at the issuer', `${type ?? kind}, ${status}; ${id} if it is adopted`],
    ['found', moment(foundAt)],
    ...rest.filter((fact): fact is [string, string] => fact[1] !== null && fact[1] !== ''),
  ];
}

/** Transfers of an invoice, and attempts with their answers, one line each. */
export function evidenceOf({ about: { invoice, payment, unknown }, said }: Dossier): string[] {
  const transfers = (invoice?.transfers ?? []).map((each) => [moment(each.occurredAt), each.amount, each.fit, each.id]);
  const reports = said.map(({ at, notification, outcome, detail }) => [
    moment(at),
    notification ?? '',
    outcome,
    detail,
  ]);
  const attempts = said.map(({ at, how, outcome, detail }) => [moment(at), how, outcome, detail]);
  const evidence =
    payment === null && unknown === null
      ? tableOr('No attempts yet.', ['at', 'how', 'outcome', 'detail'], attempts)
      : tableOr('No notifications are stored.', ['at', 'notification', 'outcome', 'detail'], reports);
  const arrived = tableOr('No transfers yet.', ['at', 'USDT', 'match', 'transfer'], transfers);
  return [...(invoice === null ? [] : [`Transfers\n${arrived}`]), `Evidence\n${evidence}`];
}

const tableOr = (none: string, head: string[], rows: string[][]): string =>
  rows.length === 0 ? none : table(head, rows);
