// How a review of an invoice, or a case about one, is shown to operators.
import { toId } from '../ids.ts';
import { depositFee } from '../invoices/fee.ts';
import { formatUsd } from '../money/usd.ts';
import { formatUsdt, usdt } from '../money/usdt.ts';
import { arrivedFor, asDeposit } from '../reviews/effect.ts';
import { canBeAccepted, type Dossier } from '../reviews/read.ts';
import type { CaseRow, InvoicedRow } from '../reviews/sql.ts';
import { moment, table } from './output.ts';
import { adjusting, command, REASON } from './ways-out.ts';

/** What is known of the invoice, what arrived for it, and when the issuer is asked about it next. */
export function factsOfInvoice(invoice: InvoicedRow, nextCheck: string): [string, string][] {
  const { id, requested_amount, deposit_amount, fee, pay_amount, expires_at, address, sent_at, transfers } = invoice;
  const toPay = pay_amount === null ? 'nobody was told what to pay' : `${formatUsdt(pay_amount)} USDT to be paid`;
  const arrived = `${formatUsdt(arrivedFor(invoice))} USDT in ${transfers.length} transfer(s)`;
  return [
    ['invoice', `${toId('invoice', id)}: ${invoice.status}`],
    [
      'asked for',
      `${formatUsd(requested_amount)} USD; ${toPay}${expires_at === null ? '' : ` by ${moment(expires_at)}`}`,
    ],
    ['arrived', transfers.length === 0 ? 'nothing' : arrived],
    [
      invoice.status === 'completed' ? 'credited' : 'if paid exactly',
      `${formatUsd(deposit_amount - fee)} (${formatUsd(deposit_amount)} less a fee of ${formatUsd(fee)})`,
    ],
    ['address', address ?? 'none'],
    ['sent as', `reference ${toId('invoice', id)}${sent_at === null ? ', never' : `, ${moment(sent_at)}`}`],
    ['last check', moment(invoice.review_checked_at) || 'none yet'],
    ['next check', nextCheck || 'none'],
  ];
}

/** What the issuer has seen arrive for the invoice, one line each. */
export function transfersInWords(invoice: InvoicedRow): string {
  const rows = invoice.transfers.map(({ transfer_id, amount, occurred_at }) => [
    moment(occurred_at),
    formatUsdt(amount),
    fitOf(invoice, { amount, occurred_at }),
    transfer_id,
  ]);
  return rows.length === 0 ? 'Nothing has arrived.' : table(['happened', 'USDT', 'is', 'transfer'], rows);
}

/** The same for scripts. */
export const toShownTransfers = ({ transfers }: InvoicedRow) =>
  transfers.map(({ transfer_id, amount, occurred_at }) => ({
    id: transfer_id,
    amount: formatUsdt(amount),
    occurredAt: occurred_at,
  }));

type Happened = Pick<InvoicedRow['transfers'][number], 'amount' | 'occurred_at'>;

function fitOf({ pay_amount, expires_at }: InvoicedRow, { amount, occurred_at }: Happened): string {
  const late = expires_at !== null && occurred_at >= expires_at ? 'late' : 'in time';
  return amount === pay_amount ? `exact, ${late}` : late;
}

/** What happened to the invoice itself. */
export const timelineOfInvoice = (invoice: InvoicedRow): [Date | null, string][] => [
  [invoice.created_at, 'created'],
  [invoice.sent_at, 'marked as asked for at the issuer'],
  [invoice.expires_at, 'the time to pay it ends'],
  ...invoice.transfers.map(({ occurred_at, amount, transfer_id }): [Date, string] => [
    occurred_at,
    `${formatUsdt(amount)} USDT arrived: ${transfer_id}`,
  ]),
  [invoice.review_opened_at, `in review: ${invoice.review_reason}`],
  [invoice.decided_at, invoice.status],
];

/** What can be proposed about an invoice itself. */
export function waysOfInvoice(invoice: InvoicedRow, cases: readonly CaseRow[]): string[] {
  if (invoice.status !== 'manual_review') return waysOfLate(invoice, openCaseOf(cases, 'late_payment'));
  return [
    ...(canBeAccepted(invoice) ? accepting(invoice) : []),
    'Nothing is to be credited, and you know why:',
    command(`propose ${toId('invoice', invoice.id)} --fail ${REASON}`),
    'Neither is certain: wait. Nothing is credited meanwhile, and the issuer is asked again.',
  ];
}

/** What can be proposed about a case of an invoice. */
export function waysOfInvoiceCase(found: CaseRow, dossier: Dossier, invoice: InvoicedRow): string[] {
  const id = toId('case', found.id);
  const close = ['Nothing has to be corrected:', command(`propose ${id} --close ${REASON}`)];
  switch (invoice.status) {
    case 'creating':
    case 'pending':
    case 'manual_review':
      return [
        'The invoice is not decided yet, so nothing can be corrected by an amount. Look at it first:',
        command(`show ${toId('invoice', invoice.id)}`),
        ...close,
      ];
    case 'expired':
      return [...waysOfLate(invoice, found), ...close];
    case 'completed':
    case 'failed':
      return [...correcting(found, invoice, amountOwed(found, dossier, invoice)), ...close];
  }
}

/** Money for an expired invoice is credited in one of two ways, never in both: the database refuses the second. */
function waysOfLate(invoice: InvoicedRow, found: CaseRow | undefined): string[] {
  const isExact = invoice.transfers.some((transfer) => fitOf(invoice, transfer) === 'exact, in time');
  const byCase =
    found === undefined || isExact ? [] : correcting(found, invoice, creditOf(arrivedFor(invoice), invoice));
  const byInvoice = canBeAccepted(invoice) ? accepting(invoice) : [];
  return byInvoice.length > 0 && byCase.length > 0 ? [...byInvoice, 'Or else:', ...byCase] : [...byInvoice, ...byCase];
}

const accepting = (invoice: InvoicedRow): string[] => [
  'It is the company’s money: it completes the invoice, as a deposit of what arrived or of less:',
  command(`propose ${toId('invoice', invoice.id)} --accept ${formatUsdt(arrivedFor(invoice))} ${REASON}`),
];

const correcting = ({ id }: CaseRow, { status }: InvoicedRow, amount: string): string[] => [
  `The company has less than it should: it gets what is missing, and the invoice stays ${status}:`,
  adjusting(toId('case', id), amount),
];

/** What arrived beyond what was credited, less the fee. What is not known to a cent is left to whoever decides. */
function amountOwed({ kind }: CaseRow, { attempts }: Dossier, invoice: InvoicedRow): string {
  if (kind !== 'late_payment' && kind !== 'repeated_payment') return 'AMOUNT';
  const wasAccepted = attempts.some((attempt) => attempt.outcome === 'accepted');
  const ofIssuer = wasAccepted ? invoice.deposit_amount * 10_000n : (invoice.pay_amount ?? 0n);
  const credited = invoice.status === 'completed' ? ofIssuer : 0n;
  return creditOf(usdt(arrivedFor(invoice) - credited), invoice);
}

/** What an amount of USDT would have credited. Once something was corrected, nobody but people knows what is left. */
function creditOf(amount: ReturnType<typeof arrivedFor>, { is_adjusted }: InvoicedRow): string {
  const deposit = asDeposit(amount);
  const credit = deposit - depositFee(deposit);
  return is_adjusted || credit <= 0n ? 'AMOUNT' : formatUsd(credit);
}

const openCaseOf = (cases: readonly CaseRow[], kind: CaseRow['kind']): CaseRow | undefined =>
  cases.find((row) => row.kind === kind && row.closed_at === null);
