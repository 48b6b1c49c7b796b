// A summary of a review or a case, for lists and scripts.
import { toId } from '../../foundation/ids.ts';
import { formatUsd } from '../../foundation/money/usd.ts';
import { amountOf } from '../adoption/effect.ts';
import {
  type About,
  invoiceOf,
  isOpen,
  type Matter,
  nameOf,
  openProposal,
  reviewOf,
  sinceOf,
  subjectOf,
} from './read.ts';

/** Its kind, company, amount, and what it waits for. */
export const summaryOf = (matter: Matter) => {
  const { subject, scope, company, about, found } = matter;
  const proposal = openProposal(matter);
  const operation = reviewOf(matter);
  const { id, status } = subjectOf(about);
  return {
    id: toId(subject.kind, subject.id),
    kind: found?.kind ?? typeOf(about),
    open: isOpen(matter),
    company: toId('company', scope.companyId),
    companyName: company.name,
    environment: scope.environment,
    operation: about.kind === 'operation' ? toId('operation', id) : null,
    invoice: about.kind === 'invoice' ? toId('invoice', id) : null,
    transaction: about.kind === 'transaction' ? toId('transaction', id) : null,
    unknown: about.kind === 'unknown' ? nameOf(about) : null,
    status,
    reason: reasonOf(matter),
    since: sinceOf(matter),
    total: formatUsd(totalOf(about)),
    held: formatUsd(operation?.held ?? 0n),
    nextCheckAt: nextCheckAt(matter) ?? null,
    openProposal: proposal === undefined ? null : toId('proposal', proposal.id),
  };
};

/** Why it is undecided, as recorded when it was opened. */
const reasonOf = (matter: Matter): string =>
  matter.found?.detail ?? (reviewOf(matter) ?? invoiceOf(matter))?.review_reason ?? '';

/** When the issuer is asked next about a review: null when never again, undefined for anything else. */
function nextCheckAt({ about }: Matter): Date | null | undefined {
  if (subjectOf(about).status !== 'manual_review') return undefined;
  if (about.kind === 'operation') return about.operation.review_next_at;
  return about.kind === 'invoice' ? about.invoice.next_at : undefined;
}

function typeOf(about: About): string {
  if (about.kind === 'operation') return about.operation.type;
  return about.kind === 'transaction' ? about.payment.type : about.kind;
}

/** The amount: an operation's cost, an invoice's deposit, a payment, or what an unknown record moves. */
function totalOf(about: About): bigint {
  if (about.kind === 'operation') return about.operation.amount + about.operation.fee;
  if (about.kind === 'unknown') return amountOf(about.unknown);
  return about.kind === 'invoice' ? about.invoice.deposit_amount : about.payment.amount;
}
