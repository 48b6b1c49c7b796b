// Reviews, cases and proposals as the desk shows them.
import type { Static } from 'typebox';
import { toId } from '../../foundation/ids.ts';
import { formatUsd, type Usd, usd } from '../../foundation/money/usd.ts';
import { formatUsdt } from '../../foundation/money/usdt.ts';
import { listBalances } from '../../ledger/book/sql.ts';
import type { UnknownRow } from '../../oversight/adoption/sql.ts';
import { parseCorrection, parseDeposit } from '../../oversight/reviews/decisions.ts';
import { arrivedFor, effectOf } from '../../oversight/reviews/effect.ts';
import { numbersOf } from '../../oversight/reviews/numbers.ts';
import {
  type About,
  type Dossier as Found,
  type Matter as FoundMatter,
  isOpen,
  isUndecided,
  nameOf,
  openProposal,
  subjectOf,
} from '../../oversight/reviews/read.ts';
import type { InvoicedRow, PaymentRow, ProposalRow, ReviewedRow } from '../../oversight/reviews/sql.ts';
import { summaryOf } from '../../oversight/reviews/summary.ts';
import type { Happened } from '../../oversight/reviews/timeline.ts';
import { type Way as FoundWay, fitOf, waysFor } from '../../oversight/reviews/ways.ts';
import type { Db } from '../../platform/db/db.ts';
import { shownAt, shownAtOrNull } from './contract.ts';
import type { Dossier, Effect, Matter, ReviewProposal, Way } from './review-contract.ts';

export type Balance = { available: Usd; held: Usd };

type Proposed = Pick<ProposalRow, 'decision' | 'amount' | 'last4' | 'subject_id'>;

/** The company's current balance. */
export async function readBalance(db: Db, { scope }: FoundMatter): Promise<Balance> {
  const rows = await db.read(scope, (tx) => listBalances(tx, scope));
  const of = (name: string) => usd(rows.find(({ account }) => account === name)?.balance ?? 0n);
  return { available: of('available'), held: of('held') };
}

/** A summary of a review or a case. */
export function toMatter(matter: FoundMatter): Static<typeof Matter> {
  const { company, companyName, since, nextCheckAt, ...rest } = summaryOf(matter);
  return {
    ...rest,
    company: { id: company, name: companyName },
    since: shownAt(since),
    nextCheckAt: shownAtOrNull(nextCheckAt),
  };
}

/** Everything known about a review or a case, for the current operator. */
export function toDossier(
  found: Found & { timeline: Happened[] },
  balance: Balance,
  operatorId: string,
): Static<typeof Dossier> {
  const open = openProposal(found);
  const proposals = [...found.proposals, ...found.elsewhere].toSorted(
    (one, other) => one.proposed_at.getTime() - other.proposed_at.getTime(),
  );
  return {
    ...toMatter(found),
    about: toAbout(found.about),
    balance: { available: formatUsd(balance.available), held: formatUsd(balance.held) },
    said: saidOf(found),
    timeline: found.timeline.map(({ at, what }) => ({ at: shownAt(at), what })),
    cases: found.cases.map((row) => ({
      id: toId('case', row.id),
      kind: row.kind,
      detail: row.detail,
      openedAt: shownAt(row.opened_at),
      closedAt: shownAtOrNull(row.closed_at),
      closingNote: row.closing_note,
    })),
    proposals: proposals.map((row) => toProposal(row, { found, balance, operatorId, open })),
    ways: isOpen(found) && open === undefined ? waysFor(found).map((way) => toWay(way, found.about, balance)) : [],
  };
}

/** The effect of approving, in words and in every sum. */
export function toEffect(proposed: Proposed, about: About, balance: Balance): Static<typeof Effect> {
  const numbers = numbersOf(proposed, about);
  const change = (before: Usd, by: Usd) => ({
    before: formatUsd(before),
    change: formatUsd(by),
    after: formatUsd(before + by),
  });
  return {
    sentences: effectOf(proposed, about),
    available: change(balance.available, numbers.available),
    held: change(balance.held, numbers.held),
    fee: formatUsd(numbers.fee),
    toIssuer: formatUsd(numbers.toIssuer),
    card: formatUsd(numbers.card),
    status: { before: subjectOf(about).status, after: numbers.status },
  };
}

type Seen = { found: Found; balance: Balance; operatorId: string; open: ProposalRow | undefined };

function toProposal(row: ProposalRow, { found, balance, operatorId, open }: Seen): Static<typeof ReviewProposal> {
  const isThis = open?.id === row.id;
  return {
    id: toId('proposal', row.id),
    subject: toId(row.subject_kind, row.subject_id),
    decision: row.decision,
    reason: row.reason,
    receipt: row.receipt,
    cardToken: row.card_token,
    last4: row.last4,
    amount: row.amount === null ? null : formatUsd(row.amount),
    state: stateOf(row, isThis),
    proposedBy: { id: toId('operator', row.proposed_by), name: row.proposer },
    proposedAt: shownAt(row.proposed_at),
    approvedBy: row.approver,
    approvedAt: shownAtOrNull(row.approved_at),
    withdrawnBy: row.withdrawer,
    withdrawnAt: shownAtOrNull(row.withdrawn_at),
    mayApprove: isThis && row.proposed_by !== operatorId,
    effect: isThis ? toEffect(row, found.about, balance) : null,
  };
}

/** A proposal whose subject was decided meanwhile is closed, although nobody withdrew it. */
function stateOf(row: ProposalRow, isThis: boolean): Static<typeof ReviewProposal>['state'] {
  if (row.approved_at !== null) return 'approved';
  if (!isUndecided(row)) return row.withdrawer === null ? 'expired' : 'withdrawn';
  return isThis ? 'open' : 'overtaken';
}

function toWay(way: FoundWay, about: About, balance: Balance): Static<typeof Way> {
  const none = { subject: null, decision: null, amount: null, needs: [], effect: null };
  if (way.kind === 'note') return { ...none, kind: way.kind, words: way.words };
  const subject = toId(way.subject.kind, way.subject.id);
  if (way.kind === 'look') return { ...none, kind: way.kind, words: way.words, subject };
  const { kind, words, decision, needs } = way;
  const amount = way.amount === undefined ? null : amountOf(decision, way.amount);
  const isKnown = (decision !== 'accept' && decision !== 'adjust') || amount !== null;
  const proposed = { decision, amount: amount ?? null, last4: '', subject_id: way.subject.id };
  const effect = isKnown && !needs.includes('card') ? toEffect(proposed, about, balance) : null;
  return { kind, words, subject, decision, amount: way.amount ?? null, needs: [...needs], effect };
}

const amountOf = (decision: ProposalRow['decision'], text: string): Usd | null =>
  (decision === 'accept' ? parseDeposit(text) : parseCorrection(text)) ?? null;

const saidOf = ({ attempts, reports }: Found): Static<typeof Dossier>['said'] =>
  [
    ...attempts.map(({ at, kind, outcome, detail }) => ({ at, how: kind, outcome, detail, notification: null })),
    ...reports.map(({ said, number: _number, ...report }) => ({ ...report, how: 'notification', detail: said })),
  ]
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
    .map(({ at, ...rest }) => ({ at: shownAt(at), ...rest }));

const toAbout = (about: About): Static<typeof Dossier>['about'] => ({
  operation: about.kind === 'operation' ? toOperation(about.operation) : null,
  invoice: about.kind === 'invoice' ? toInvoice(about.invoice) : null,
  payment: about.kind === 'transaction' ? toPayment(about.payment) : null,
  unknown: about.kind === 'unknown' ? toUnknown(about.unknown, nameOf(about)) : null,
});

const toUnknown = (row: UnknownRow, id: string) => ({
  id,
  kind: row.kind,
  type: row.type,
  status: row.status,
  amount: row.amount,
  fee: row.fee === null ? null : formatUsd(row.fee),
  name: row.name,
  recipient: row.recipient,
  product: row.product,
  holder: row.holder,
  last4: row.last4 ?? row.card_last4,
  receipt: row.receipt,
  createdAt: shownAtOrNull(row.asked_at),
  foundAt: shownAt(row.created_at),
  resolvedAt: shownAtOrNull(row.resolved_at),
  resolution: row.resolution,
});

const toOperation = (row: ReviewedRow) => ({
  id: toId('operation', row.id),
  type: row.type,
  status: row.status,
  amount: formatUsd(row.amount),
  fee: formatUsd(row.fee),
  total: formatUsd(row.amount + row.fee),
  held: formatUsd(row.held),
  name: row.name,
  recipient: row.recipient,
  cardLast4: row.card_last4,
  limits: row.limits,
  returned: row.returned === null ? null : formatUsd(row.returned),
  createdAt: shownAt(row.created_at),
  sentAt: shownAtOrNull(row.sent_at),
  lastCheckAt: shownAtOrNull(row.review_checked_at),
  nextCheckAt: shownAtOrNull(row.review_next_at),
  decidedAt: shownAtOrNull(row.decided_at),
});

const toInvoice = (row: InvoicedRow) => ({
  id: toId('invoice', row.id),
  status: row.status,
  requestedAmount: formatUsd(row.requested_amount),
  depositAmount: formatUsd(row.deposit_amount),
  fee: formatUsd(row.fee),
  creditAmount: formatUsd(row.deposit_amount - row.fee),
  payAmount: row.pay_amount === null ? null : formatUsdt(row.pay_amount),
  arrived: formatUsdt(arrivedFor(row)),
  address: row.address,
  createdAt: shownAt(row.created_at),
  sentAt: shownAtOrNull(row.sent_at),
  expiresAt: shownAtOrNull(row.expires_at),
  lastCheckAt: shownAtOrNull(row.review_checked_at),
  nextCheckAt: shownAtOrNull(row.next_at),
  repeatedReads: row.repeated_reads,
  decidedAt: shownAtOrNull(row.decided_at),
  transfers: row.transfers.map((transfer) => ({
    id: transfer.transfer_id,
    amount: formatUsdt(transfer.amount),
    occurredAt: shownAt(transfer.occurred_at),
    fit: fitOf(row, transfer),
  })),
});

const toPayment = (row: PaymentRow) => ({
  id: toId('transaction', row.id),
  type: row.type,
  status: row.status,
  amount: formatUsd(row.amount),
  currency: row.currency,
  merchant: row.merchant,
  country: row.country,
  reference: row.reference,
  occurredAt: shownAt(row.occurred_at),
  card: { id: toId('card', row.card_id), last4: row.card_last4, balance: formatUsd(row.card_balance) },
});
