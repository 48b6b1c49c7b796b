// The resolutions of a review or a case: which decisions can be proposed, in which situation, and with which amount.

import { formatUsd } from '../../foundation/money/usd.ts';
import { formatUsdt, usdt } from '../../foundation/money/usdt.ts';
import { depositFee } from '../../funding/invoices/fee.ts';
import { isCardAction } from '../../issuer/answers.ts';
import type { UnknownRow } from '../adoption/sql.ts';
import { asDeposit } from './decisions.ts';
import { arrivedFor } from './effect.ts';
import { canBeAccepted, type Dossier } from './read.ts';
import type { CaseRow, DecisionName, InvoicedRow, PaymentRow, ReviewedRow, Subject } from './sql.ts';

/** A decision that can be proposed if its text is true; something to check first; or text alone. */
export type Way =
  | {
      kind: 'propose';
      words: string;
      subject: Subject;
      decision: DecisionName;
      /** As typed: dollars, or USDT where a deposit is accepted. Undefined where only an operator can know it. */
      amount?: string | undefined;
      /** What the issuer must have provided: its receipt, and for a new card its token and last four digits. */
      needs: readonly ('receipt' | 'card')[];
    }
  | { kind: 'look'; words: string; subject: Subject }
  | { kind: 'note'; words: string };

const propose = (
  subject: Subject,
  decision: DecisionName,
  words: string,
  rest: { amount?: string | undefined; needs?: readonly ('receipt' | 'card')[] } = {},
): Way => ({ kind: 'propose', words, subject, decision, amount: rest.amount, needs: rest.needs ?? [] });

const note = (words: string): Way => ({ kind: 'note', words });

/** The possible actions for an open subject without an open proposal. */
export function waysFor(dossier: Dossier): Way[] {
  const { about, found, subject, cases } = dossier;
  switch (about.kind) {
    case 'operation':
      return found === undefined ? waysOfReview(subject, about.operation) : waysOfCase(subject, about.operation);
    case 'invoice':
      return found === undefined
        ? waysOfInvoice(about.invoice, cases)
        : waysOfInvoiceCase(found, dossier, about.invoice);
    case 'transaction':
      return waysOfPayment(subject, about.payment, found);
    case 'unknown':
      return waysOfUnknown(subject, about.unknown);
  }
}

const waysOfReview = (subject: Subject, operation: ReviewedRow): Way[] => [
  propose(subject, 'complete', 'The issuer did it and gave you a receipt:', {
    needs: operation.type === 'issue' ? ['receipt', 'card'] : ['receipt'],
  }),
  propose(subject, 'fail', 'The issuer did not do it and never will:'),
  note(
    isCardAction(operation.type)
      ? 'If neither is certain, wait. The issuer is asked again.'
      : 'If neither is certain, wait. The money stays held, and the issuer is asked again.',
  ),
];

const close = (subject: Subject, words = 'Nothing needs to be corrected:') => propose(subject, 'close', words);

/** For a case. If the contradiction is right, the company got the total for free or paid it for nothing. */
function waysOfCase(subject: Subject, operation: ReviewedRow): Way[] {
  if (isCardAction(operation.type)) return waysOfActionCase(subject, operation);
  const total = formatUsd(operation.amount + operation.fee);
  const notDone = 'The issuer did not do it after all, so the company paid for nothing:';
  const done = 'The issuer did it after all, so the company got it for nothing:';
  return [
    ...(operation.status === 'completed' ? [propose(subject, 'adjust', notDone, { amount: total })] : []),
    ...(operation.status === 'failed' ? [propose(subject, 'adjust', done, { amount: `-${total}` })] : []),
    close(subject),
  ];
}

/** For a case about an action on a card, which cost nothing. Only a card that was closed here returned money. */
function waysOfActionCase(subject: Subject, { type, status, returned }: ReviewedRow): Way[] {
  const open = 'The issuer did not close the card after all, so the company got its balance twice:';
  const closed = 'The issuer closed the card after all, so the company misses its balance:';
  const amount = returned === null || returned === 0n ? undefined : formatUsd(returned);
  if (type !== 'close')
    return [close(subject, 'No money moved. Agree with the issuer on the card, then close the case:')];
  return [
    ...(status === 'completed' && amount !== undefined
      ? [propose(subject, 'adjust', open, { amount: `-${amount}` })]
      : []),
    ...(status === 'failed' ? [propose(subject, 'adjust', closed, { amount })] : []),
    close(subject),
  ];
}

/**
 * For a case about a payment. The issuer owns the card's balance, which follows its reports. A correction changes the
 * company's account with us.
 */
function waysOfPayment(subject: Subject, payment: PaymentRow, found: CaseRow | undefined): Way[] {
  const given = formatUsd(payment.amount < 0n ? payment.amount : 0n - payment.amount);
  const twice = 'The issuer gave the money back twice, and will not take it again:';
  const right = 'The issuer is right now, and the company has more or less than it should by it:';
  return [
    found?.kind === 'undone_twice'
      ? propose(subject, 'adjust', twice, { amount: given })
      : propose(subject, 'adjust', right),
    close(subject, 'Nothing needs to be corrected, or the issuer corrects it:'),
  ];
}

/** For what only the issuer has. Its reference is used up in both cases. */
const waysOfUnknown = (subject: Subject, { reference, is_whole }: UnknownRow): Way[] => [
  ...(reference !== null && is_whole
    ? [propose(subject, 'adopt', 'A company of ours asked for it, and our record of it was lost:')]
    : [note('It cannot be adopted: it has no reference of ours, or its record is not complete.')]),
  close(subject, 'It is not ours, or it was settled in another way, and you know how:'),
];

function waysOfInvoice(invoice: InvoicedRow, cases: readonly CaseRow[]): Way[] {
  if (invoice.status !== 'manual_review') return waysOfLate(invoice, openCaseOf(cases, 'late_payment'));
  return [
    ...(canBeAccepted(invoice) ? accepting(invoice) : []),
    propose(invoiceItself(invoice), 'fail', 'Nothing must be credited, and you know why:'),
    note('If neither is certain, wait. Nothing is credited meanwhile, and the issuer is asked again.'),
  ];
}

function waysOfInvoiceCase(found: CaseRow, dossier: Dossier, invoice: InvoicedRow): Way[] {
  const subject: Subject = { kind: 'case', id: found.id };
  switch (invoice.status) {
    case 'creating':
    case 'pending':
    case 'manual_review':
      return [
        {
          kind: 'look',
          words: 'The invoice is not decided yet, so nothing can be corrected by an amount. Look at it first:',
          subject: invoiceItself(invoice),
        },
        close(subject),
      ];
    case 'expired':
      return [...waysOfLate(invoice, found), close(subject)];
    case 'completed':
    case 'failed':
      return [...correcting(found, invoice, amountOwed(found, dossier, invoice)), close(subject)];
  }
}

/** Money for an expired invoice is credited in one of two ways, never in both: the database refuses the second. */
function waysOfLate(invoice: InvoicedRow, found: CaseRow | undefined): Way[] {
  const isExact = invoice.transfers.some((transfer) => fitOf(invoice, transfer) === 'exact, in time');
  const byCase =
    found === undefined || isExact ? [] : correcting(found, invoice, creditOf(arrivedFor(invoice), invoice));
  const byInvoice = canBeAccepted(invoice) ? accepting(invoice) : [];
  const both = byInvoice.length > 0 && byCase.length > 0;
  return [...byInvoice, ...(both ? [note('Or else:')] : []), ...byCase];
}

const invoiceItself = ({ id }: InvoicedRow): Subject => ({ kind: 'invoice', id });

const accepting = (invoice: InvoicedRow): Way[] => [
  propose(
    invoiceItself(invoice),
    'accept',
    'It is the company’s money: it completes the invoice, as a deposit of what arrived or of less:',
    { amount: formatUsdt(arrivedFor(invoice)) },
  ),
];

const correcting = ({ id }: CaseRow, { status }: InvoicedRow, amount: string | undefined): Way[] => [
  propose(
    { kind: 'case', id },
    'adjust',
    `The company has less than it should: it gets what is missing, and the invoice stays ${status}:`,
    { amount },
  ),
];

/** The excess of the transfers over the credit, less the fee. Undefined when it is not known to the cent. */
function amountOwed({ kind }: CaseRow, { attempts }: Dossier, invoice: InvoicedRow): string | undefined {
  if (kind !== 'late_payment' && kind !== 'repeated_payment') return undefined;
  const wasAccepted = attempts.some((attempt) => attempt.outcome === 'accepted');
  const ofIssuer = wasAccepted ? invoice.deposit_amount * 10_000n : (invoice.pay_amount ?? 0n);
  const credited = invoice.status === 'completed' ? ofIssuer : 0n;
  return creditOf(usdt(arrivedFor(invoice) - credited), invoice);
}

/** The credit for an amount of USDT. After a correction only an operator can know the rest. */
function creditOf(amount: ReturnType<typeof arrivedFor>, { is_adjusted }: InvoicedRow): string | undefined {
  const deposit = asDeposit(amount);
  const credit = deposit - depositFee(deposit);
  return is_adjusted || credit <= 0n ? undefined : formatUsd(credit);
}

const openCaseOf = (cases: readonly CaseRow[], kind: CaseRow['kind']): CaseRow | undefined =>
  cases.find((row) => row.kind === kind && row.closed_at === null);

type Happened = Pick<InvoicedRow['transfers'][number], 'amount' | 'occurred_at'>;

/** Whether a transfer came in time, and whether it has exactly the requested amount. */
export function fitOf({ pay_amount, expires_at }: InvoicedRow, { amount, occurred_at }: Happened): string {
  const late = expires_at !== null && occurred_at >= expires_at ? 'late' : 'in time';
  return amount === pay_amount ? `exact, ${late}` : late;
}
