// The statements of what operators decide: reviews and cases, the evidence about them, and proposals.
import { inScope, type Queryable, type Tx } from '../db/db.ts';
import { name, sql } from '../db/sql.ts';
import { toId } from '../ids.ts';
import type { Usd } from '../money/usd.ts';
import type { OperationRow } from '../operations/sql.ts';
import type { Environment, Scope } from '../scope.ts';

/** What a decision is about: an operation in review, or a case. */
export type Subject = { kind: 'operation' | 'case'; id: string };

export type Action = 'complete' | 'fail' | 'adjust' | 'close';

/** Why a decision was not taken: nothing happened. */
export type Refusal =
  | 'absent'
  | 'operator_unknown'
  | 'same_operator'
  | 'proposer_disabled'
  | 'not_in_review'
  | 'case_closed'
  | 'evidence_does_not_fit'
  | 'card_is_known'
  | 'insufficient_funds'
  | 'proposed_already'
  | 'approved_already'
  | 'decided_already'
  | 'withdrawn_already';

type UndecidedRow = { companyId: string; environment: Environment; kind: Subject['kind']; id: string };

/** What waits for operators in all companies, the longest first: ids only, each is then read in its own scope. */
export async function listUndecided(
  db: Queryable,
  page: { after?: { since: Date; id: string }; limit: number },
): Promise<UndecidedRow[]> {
  return db.query<UndecidedRow>(sql`
    select company_id as "companyId", environment, subject_kind as kind, id
      from list_undecided(${page.after?.since ?? null}, ${page.after?.id ?? null}, ${page.limit})`);
}

/** Whose operation, case or proposal it is: what has to be known before a scope can be entered. */
export async function findScope(
  db: Queryable,
  kind: Subject['kind'] | 'proposal',
  id: string,
): Promise<Scope | undefined> {
  const [row] = await db.query<Scope>(sql`
    select company_id as "companyId", environment from scope_of_undecided(${kind}, ${id})`);
  return row;
}

export type ReviewedRow = OperationRow & {
  name: string;
  recipient: string;
  sent_at: Date | null;
  decided_at: Date | null;
  card_last4: string | null;
  held: Usd;
  counts: boolean;
};

/** An operation as a decision needs it: with the money held for it now, and whether it has a place in a quota. */
export async function findReviewed(tx: Tx, scope: Scope, id: string): Promise<ReviewedRow | undefined> {
  const [row] = await tx.query<ReviewedRow>(sql`
    select o.id, o.type, o.status, o.amount, o.fee, o.card_id, o.name, o.recipient, o.receipt, o.failure_code, o.failure_message,
           o.review_reason, o.review_opened_at, o.review_checked_at, o.review_next_at, o.created_at, o.sent_at, o.decided_at,
           k.last4 as card_last4, coalesce(h.amount, 0) as held, o.type = 'issue' and c.kind = 'individual' as counts
      from operations o
      join companies c on c.id = o.company_id
      left join cards k on ${inScope(scope, 'k')} and k.id = o.card_id
      left join ledger.holds h on ${inScope(scope, 'h')} and h.reference = ${toId('operation', id)} and h.state = 'open'
     where ${inScope(scope, 'o')} and o.id = ${id}`);
  return row;
}

export type CaseRow = {
  id: string;
  subject_id: string;
  kind: 'contradiction' | 'changed_notification';
  detail: string;
  opened_at: Date;
  closed_at: Date | null;
  closing_note: string;
};

const caseColumns = name('id, subject_id, kind, detail, opened_at, closed_at, closing_note');

/** One case of this company and environment. */
export async function findCase(tx: Tx, scope: Scope, id: string): Promise<CaseRow | undefined> {
  const [row] = await tx.query<CaseRow>(sql`select ${caseColumns} from cases where ${inScope(scope)} and id = ${id}`);
  return row;
}

/** Every case about an operation, the first one first. */
export async function listCases(tx: Tx, scope: Scope, operationId: string): Promise<CaseRow[]> {
  return tx.query<CaseRow>(sql`
    select ${caseColumns} from cases
     where ${inScope(scope)} and subject_kind = 'operation' and subject_id = ${operationId}
     order by opened_at, id`);
}

export type AttemptRow = { number: number; kind: string; at: Date; outcome: string; detail: string };

/** What was tried for an operation and what came back, the first one first. */
export async function listAttempts(tx: Tx, scope: Scope, operationId: string): Promise<AttemptRow[]> {
  return tx.query<AttemptRow>(sql`
    select number, kind, at, outcome, detail from operation_attempts
     where ${inScope(scope)} and operation_id = ${operationId}
     order by number`);
}

export type ProposalRow = {
  id: string;
  subject_kind: Subject['kind'];
  subject_id: string;
  action: Action;
  reason: string;
  receipt: string;
  card_token: string;
  last4: string;
  amount: Usd | null;
  proposed_by: string;
  proposer: string;
  proposed_at: Date;
  approved_by: string | null;
  approver: string | null;
  approved_at: Date | null;
  withdrawer: string | null;
  withdrawn_at: Date | null;
};

const proposalWithNames = sql`
  select p.id, p.subject_kind, p.subject_id, p.action, p.reason, p.receipt, p.card_token, p.last4, p.amount, p.proposed_by,
         proposer.name as proposer, p.proposed_at, p.approved_by, approver.name as approver, p.approved_at,
         withdrawer.name as withdrawer, p.withdrawn_at
    from proposals p
    join operators proposer on proposer.id = p.proposed_by
    left join operators approver on approver.id = p.approved_by
    left join operators withdrawer on withdrawer.id = p.withdrawn_by`;

/** Every proposal about something, the first one first. */
export async function listProposals(tx: Tx, scope: Scope, { kind, id }: Subject): Promise<ProposalRow[]> {
  return tx.query<ProposalRow>(sql`
    ${proposalWithNames}
     where ${inScope(scope, 'p')} and p.subject_kind = ${kind} and p.subject_id = ${id}
     order by p.proposed_at, p.id`);
}

/** One proposal of this company and environment. */
export async function findProposal(tx: Tx, scope: Scope, id: string): Promise<ProposalRow | undefined> {
  const [row] = await tx.query<ProposalRow>(sql`${proposalWithNames} where ${inScope(scope, 'p')} and p.id = ${id}`);
  return row;
}

/** What is proposed, as the database takes it. */
export type NewProposal = Pick<
  ProposalRow,
  'id' | 'subject_kind' | 'subject_id' | 'action' | 'reason' | 'receipt' | 'card_token' | 'last4'
> & { amount: string | null };

/** Proposes a decision; answers why not where it cannot be. */
export async function callPropose(
  tx: Tx,
  scope: Scope,
  operatorId: string,
  proposal: NewProposal,
): Promise<'proposed' | Refusal> {
  const [row] = await tx.query<{ answer: 'proposed' | Refusal }>(sql`
    select propose_decision(${scope.companyId}, ${scope.environment}, ${operatorId}, ${JSON.stringify(proposal)}::jsonb) as answer`);
  return row?.answer ?? 'absent';
}

/** What the database cannot make itself: ids as the API shows them, and new ones. */
export type ShownIds = {
  shownId: string;
  shownCompany: string;
  shownProposal: string;
  shownCase: string;
  eventId: string;
  shownEvent: string;
  newCardId: string;
  shownCard: string;
};

/** Approves a proposal and does what it says; answers why not where it cannot be. */
export async function callApprove(
  tx: Tx,
  scope: Scope,
  operatorId: string,
  proposalId: string,
  shown: ShownIds,
): Promise<'approved' | Refusal> {
  const [row] = await tx.query<{ answer: 'approved' | Refusal }>(sql`
    select approve_decision(${scope.companyId}, ${scope.environment}, ${proposalId}, ${operatorId}, ${JSON.stringify(shown)}::jsonb) as answer`);
  return row?.answer ?? 'absent';
}

/** Takes a proposal back; answers `decided_already` where it is too late. */
export async function callWithdraw(
  tx: Tx,
  scope: Scope,
  operatorId: string,
  proposalId: string,
): Promise<'withdrawn' | Refusal> {
  const [row] = await tx.query<{ answer: 'withdrawn' | Refusal }>(sql`
    select withdraw_decision(${scope.companyId}, ${scope.environment}, ${proposalId}, ${operatorId}) as answer`);
  return row?.answer ?? 'absent';
}
