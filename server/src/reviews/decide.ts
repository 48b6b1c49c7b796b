// Decisions of two operators: one proposes, another approves; it is one commit with its line in the audit log.
import { holdsCardNumber, isCardNumber } from '../card-numbers.ts';
import type { Clock } from '../clock.ts';
import type { Db, Tx } from '../db/db.ts';
import { newUuid, toId } from '../ids.ts';
import { POLICY_TEXT } from '../invoices/show.ts';
import { formatUsd, type Usd, usd } from '../money/usd.ts';
import { audit } from '../operators/audit.ts';
import type { Scope } from '../scope.ts';
import { aboutOf } from './read.ts';
import {
  type Action,
  callApprove,
  callPropose,
  callWithdraw,
  findCase,
  findProposal,
  findReviewed,
  findScope,
  type ProposalRow,
  type Refusal,
  type ShownIds,
  type Subject,
} from './sql.ts';

export type DecisionTools = { db: Db; clock: Clock; actor: { operatorId: string } };

/** What is proposed: the reason always, and the issuer's own words for what it did where something is completed. */
export type Decision = {
  action: Action;
  reason: string;
  receipt?: string;
  cardToken?: string;
  last4?: string;
  /** What `available` gains by a correction, signed; or the deposit that is accepted. */
  amount?: Usd;
};

/** Proposes a decision and answers its id. Nothing else happens before another operator approves it. */
export async function propose(
  tools: DecisionTools,
  subject: Subject,
  decision: Decision,
): Promise<{ proposalId: string } | Refusal | 'card_number'> {
  const { action, reason, receipt = '', cardToken = '', last4 = '', amount } = decision;
  // A token may have a number inside, because it cannot be masked; it may not be one.
  if ([reason, receipt].some(holdsCardNumber) || isCardNumber(cardToken)) return 'card_number';
  if (!isWhole(subject, decision)) return 'evidence_does_not_fit';
  const scope = await findScope(tools.db, subject.kind, subject.id);
  if (scope === undefined) return 'absent';
  const id = newUuid(tools.clock.now());
  return tools.db.write(scope, async (tx) => {
    const answer = await callPropose(tx, scope, tools.actor.operatorId, {
      id,
      subject_kind: subject.kind,
      subject_id: subject.id,
      action,
      reason,
      receipt,
      card_token: cardToken,
      last4,
      amount: amount?.toString() ?? null,
    });
    if (answer !== 'proposed') return answer;
    const proposal = { id, subject_kind: subject.kind, subject_id: subject.id, action, reason, receipt, last4 };
    await keep(tools, tx, scope, { verb: 'propose', proposal: { ...proposal, amount: amount ?? null } });
    return { proposalId: id };
  });
}

/** What can be decided about what. */
export const actionsFor: Readonly<Record<Subject['kind'], readonly Action[]>> = {
  operation: ['complete', 'fail'],
  invoice: ['accept', 'fail'],
  case: ['adjust', 'close'],
};

/** Whether the parts belong together; whether they fit the operation or invoice is the database's to say. */
const isWhole = (
  { kind }: Subject,
  { action, receipt = '', cardToken = '', last4 = '', amount = usd(0n) }: Decision,
): boolean =>
  actionsFor[kind].includes(action) &&
  (action === 'complete') === (receipt !== '') &&
  (action === 'adjust' || action === 'accept') === (amount !== 0n) &&
  (action !== 'accept' || amount > 0n) &&
  (cardToken === '') === (last4 === '') &&
  (cardToken === '' || action === 'complete');

/** Approves what another operator proposed, and does it: money, status, event and evidence are one commit. */
export async function approve(tools: DecisionTools, proposalId: string): Promise<ProposalRow | Refusal> {
  return decide(tools, proposalId, async (tx, scope, proposal) => {
    const shown = await shownIdsOf(tools, tx, scope, proposal);
    const answer = await callApprove(tx, scope, tools.actor.operatorId, proposalId, shown);
    if (answer !== 'approved') return answer;
    await keep(tools, tx, scope, { verb: 'approve', proposal });
    return proposal;
  });
}

/** Takes back what nobody approved yet; any operator may. */
export async function withdraw(tools: DecisionTools, proposalId: string): Promise<ProposalRow | Refusal> {
  return decide(tools, proposalId, async (tx, scope, proposal) => {
    const answer = await callWithdraw(tx, scope, tools.actor.operatorId, proposalId);
    if (answer !== 'withdrawn') return answer;
    await keep(tools, tx, scope, { verb: 'withdraw', proposal });
    return proposal;
  });
}

async function decide(
  { db }: DecisionTools,
  proposalId: string,
  work: (tx: Tx, scope: Scope, proposal: ProposalRow) => Promise<ProposalRow | Refusal>,
): Promise<ProposalRow | Refusal> {
  const scope = await findScope(db, 'proposal', proposalId);
  if (scope === undefined) return 'absent';
  return db.write(scope, async (tx) => {
    // Read without a lock, because what is proposed never changes; whether it is still open is decided behind one.
    const proposal = await findProposal(tx, scope, proposalId);
    return proposal === undefined ? 'absent' : work(tx, scope, proposal);
  });
}

async function shownIdsOf(
  { clock }: DecisionTools,
  tx: Tx,
  scope: Scope,
  { id, subject_kind, subject_id }: ProposalRow,
): Promise<ShownIds> {
  const found = subject_kind === 'case' ? await findCase(tx, scope, subject_id) : undefined;
  const about = aboutOf({ kind: subject_kind, id: subject_id }, found);
  const operation = about.kind === 'operation' ? await findReviewed(tx, scope, about.id) : undefined;
  const now = clock.now();
  const eventId = newUuid(now);
  const newCardId = newUuid(now);
  return {
    shownId: toId(about.kind, about.id),
    shownCompany: toId('company', scope.companyId),
    shownProposal: toId('proposal', id),
    shownCase: toId('case', subject_id),
    eventId,
    shownEvent: toId('event', eventId),
    newCardId,
    shownCard: toId('card', operation?.card_id ?? newCardId),
    policy: POLICY_TEXT,
  };
}

type Kept = Pick<
  ProposalRow,
  'id' | 'subject_kind' | 'subject_id' | 'action' | 'reason' | 'receipt' | 'last4' | 'amount'
>;

/** Writes the act into the audit log. The issuer's token of a card stays out of it, as every token does. */
const keep = (
  { clock, actor }: DecisionTools,
  tx: Tx,
  scope: Scope,
  { verb, proposal }: { verb: 'propose' | 'approve' | 'withdraw'; proposal: Kept },
): Promise<void> =>
  audit(tx, {
    at: clock.now(),
    actor,
    action: `review.${verb}`,
    scope,
    subject: toId(proposal.subject_kind, proposal.subject_id),
    details: {
      proposal: toId('proposal', proposal.id),
      action: proposal.action,
      reason: proposal.reason,
      ...(proposal.receipt === '' ? {} : { receipt: proposal.receipt }),
      ...(proposal.last4 === '' ? {} : { last4: proposal.last4 }),
      ...(proposal.amount === null ? {} : { amount: formatUsd(proposal.amount) }),
    },
  });
