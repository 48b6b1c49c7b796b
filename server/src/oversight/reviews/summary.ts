// A review or a case in a few facts, for lists and scripts.
import { toId } from '../../foundation/ids.ts';
import { formatUsd } from '../../foundation/money/usd.ts';
import { type About, invoiceOf, isOpen, type Matter, openProposal, reviewOf, sinceOf, subjectOf } from './read.ts';

/** What it is, whose, how much money it is about, and what waits. */
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
    status,
    reason: reasonOf(matter),
    since: sinceOf(matter),
    total: formatUsd(totalOf(about)),
    held: formatUsd(operation?.held ?? 0n),
    nextCheckAt: nextCheckAt(matter) ?? null,
    openProposal: proposal === undefined ? null : toId('proposal', proposal.id),
  };
};

/** Why it is not decided, in the words of whoever opened it. */
const reasonOf = (matter: Matter): string =>
  matter.found?.detail ?? (reviewOf(matter) ?? invoiceOf(matter))?.review_reason ?? '';

/** When the issuer is asked next about what is in review: null when never again, undefined for anything else. */
function nextCheckAt({ about }: Matter): Date | null | undefined {
  if (subjectOf(about).status !== 'manual_review' || about.kind === 'transaction') return undefined;
  return about.kind === 'operation' ? about.operation.review_next_at : about.invoice.next_at;
}

const typeOf = (about: About): string =>
  about.kind === 'invoice' ? 'invoice' : about.kind === 'operation' ? about.operation.type : about.payment.type;

/** The money that it is about: what an operation costs, what an invoice deposits, what was paid. */
function totalOf(about: About): bigint {
  if (about.kind === 'operation') return about.operation.amount + about.operation.fee;
  return about.kind === 'invoice' ? about.invoice.deposit_amount : about.payment.amount;
}
