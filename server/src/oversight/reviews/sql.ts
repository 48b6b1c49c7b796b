// The statements of operators' decisions: reviews and cases, their evidence, and proposals.

import type { TransactionRow } from '../../cards/transactions/sql.ts';
import { toId } from '../../foundation/ids.ts';
import type { Usd } from '../../foundation/money/usd.ts';
import type { Environment, Scope } from '../../foundation/scope.ts';
import { findInvoice, type InvoiceRow, type TransferRow } from '../../funding/invoices/sql.ts';
import { type Actor, refuseForOperator } from '../../identity/operators/act.ts';
import type { Limits } from '../../issuer/answers.ts';
import type { OperationRow } from '../../operations/read/sql.ts';
import { asShown } from '../../operations/timelines/sql.ts';
import { inScope, type Queryable, type Tx } from '../../platform/db/db.ts';
import { name, sql } from '../../platform/db/sql.ts';

/** The subject of a decision: an operation or an invoice in review, or a case. */
export type Subject = { kind: 'operation' | 'invoice' | 'case'; id: string };

export type DecisionName = 'complete' | 'accept' | 'fail' | 'adjust' | 'close' | 'adopt';

/** Why a decision was refused. Nothing changed. */
export type Refusal =
  | 'absent'
  | 'not_in_review'
  | 'case_closed'
  | 'evidence_does_not_fit'
  | 'card_is_known'
  | 'not_arrived'
  | 'more_arrived'
  | 'adjusted_already'
  | 'invoice_undecided'
  | 'insufficient_funds'
  | 'proposed_already'
  | 'not_adoptable'
  | 'depends_on_unknown'
  | 'other_invoice_unresolved'
  | 'funds_missing';

/** Real times as the company's clock showed them. Only the clock of a sandbox can be ahead. */
export async function listAsShown(tx: Tx, scope: Scope, moments: readonly Date[]): Promise<Date[]> {
  if (scope.environment === 'live') return [...moments];
  const rows = await tx.query<{ at: Date }>(sql`
    select ${asShown(scope, 'm.moment')} as at
      from unnest(${moments}::timestamptz[]) with ordinality as m (moment, position)
     order by m.position`);
  return rows.map(({ at }) => at);
}

type UndecidedRow = { companyId: string; environment: Environment; kind: Subject['kind']; id: string };

/** Open matters of all companies, the longest waiting first. Ids only: each is then read in its own scope. */
export async function listUndecided(
  db: Queryable,
  page: { after?: { since: Date; id: string }; limit: number },
): Promise<UndecidedRow[]> {
  return db.query<UndecidedRow>(sql`
    select company_id as "companyId", environment, subject_kind as kind, id
      from list_undecided(${page.after?.since ?? null}, ${page.after?.id ?? null}, ${page.limit})`);
}

/** The scope of an operation, invoice, case or proposal: it must be known before a scope can be entered. */
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
  card_status: string | null;
  card_balance: Usd | null;
  /** Of an action that sets them. */
  limits: Limits | null;
  /** What the issuer says it returned from a closed card. */
  returned: Usd | null;
  held: Usd;
  counts: boolean;
};

/** An operation with the fields that a decision needs: the money held for it now, and whether it counts in a quota. */
export async function findReviewed(tx: Tx, scope: Scope, id: string): Promise<ReviewedRow | undefined> {
  const [row] = await tx.query<ReviewedRow>(sql`
    select o.id, o.type, o.status, o.amount, o.fee, o.card_id, o.name, o.recipient, o.receipt, o.failure_code, o.failure_message,
           o.review_reason, o.review_opened_at, o.review_checked_at, o.review_next_at, o.created_at, o.sent_at, o.decided_at, o.limits,
           o.returned, k.last4 as card_last4, k.status as card_status, k.balance as card_balance,
           coalesce(h.amount, 0) as held, o.type = 'issue' and c.kind = 'individual' as counts
      from operations o
      join companies c on c.id = o.company_id
      left join cards k on ${inScope(scope, 'k')} and k.id = o.card_id
      left join ledger.holds h on ${inScope(scope, 'h')} and h.reference = ${toId('operation', id)} and h.state = 'open'
     where ${inScope(scope, 'o')} and o.id = ${id}`);
  return row;
}

/** A payment with the fields that a case needs: the card that it was made with. */
export type PaymentRow = TransactionRow & { card_last4: string; card_balance: Usd; created_at: Date };

/** A card payment of this company and environment. */
export async function findPayment(tx: Tx, scope: Scope, id: string): Promise<PaymentRow | undefined> {
  const [row] = await tx.query<PaymentRow>(sql`
    select t.id, t.card_id, t.reference, t.type, t.status, t.amount, t.currency, t.merchant, t.country, t.description, t.occurred_at,
           t.created_at, k.last4 as card_last4, k.balance as card_balance
      from transactions t
      join cards k on ${inScope(scope, 'k')} and k.id = t.card_id
     where ${inScope(scope, 't')} and t.id = ${id}`);
  return row;
}

/** An invoice with the fields that a decision needs: all transfers, and whether cases about it were corrected. */
export type InvoicedRow = InvoiceRow & {
  transfers: TransferRow[];
  sent_at: Date | null;
  decided_at: Date | null;
  /** Real time of the next query to the issuer. */
  next_at: Date | null;
  /** Reads with the same result as the read before. They are no evidence of their own. */
  repeated_reads: number;
  is_adjusted: boolean;
};

/** An invoice of this company and environment. */
export async function findInvoiced(tx: Tx, scope: Scope, id: string): Promise<InvoicedRow | undefined> {
  type Rest = Pick<InvoicedRow, 'sent_at' | 'decided_at' | 'next_at' | 'repeated_reads' | 'is_adjusted'>;
  const [invoice, [rest]] = await Promise.all([
    findInvoice(tx, scope, id),
    tx.query<Rest>(sql`
      select i.sent_at, i.decided_at, i.next_at, coalesce(i.repeated_reads, 0) as repeated_reads,
             exists (select from cases c
                       join proposals p on ${inScope(scope, 'p')} and p.subject_kind = 'case' and p.subject_id = c.id
                      where ${inScope(scope, 'c')} and c.subject_kind = 'invoice' and c.subject_id = i.id
                        and p.decision = 'adjust' and p.approved_at is not null) as is_adjusted
        from invoices i
       where ${inScope(scope, 'i')} and i.id = ${id}`),
  ]);
  return invoice && rest && { ...invoice, ...rest };
}

/** An issuer's report that created, changed or contradicted a payment. */
export type ReportRow = { number: number; at: Date; notification: string; outcome: string; said: string };

/** A screen's worth of reports; the first describes the payment. */
const MOST_REPORTS = 100;

/** An issuer's reports about a payment, oldest first. */
export async function listReports(tx: Tx, scope: Scope, transactionId: string): Promise<ReportRow[]> {
  return tx.query<ReportRow>(sql`
    select number, at, notification, outcome, said from transaction_reports
     where ${inScope(scope)} and transaction_id = ${transactionId}
     order by number
     limit ${MOST_REPORTS}`);
}

export type CaseRow = {
  id: string;
  subject_kind: 'operation' | 'invoice' | 'transaction' | 'unknown';
  subject_id: string;
  kind:
    | 'contradiction'
    | 'changed_notification'
    | 'late_payment'
    | 'repeated_payment'
    | 'undone_twice'
    | 'unknown_here';
  detail: string;
  opened_at: Date;
  closed_at: Date | null;
  closing_note: string;
};

const caseColumns = name('id, subject_kind, subject_id, kind, detail, opened_at, closed_at, closing_note');

/** One case of this company and environment. */
export async function findCase(tx: Tx, scope: Scope, id: string): Promise<CaseRow | undefined> {
  const [row] = await tx.query<CaseRow>(sql`select ${caseColumns} from cases where ${inScope(scope)} and id = ${id}`);
  return row;
}

/** Every case about a subject, oldest first. */
export async function listCases(
  tx: Tx,
  scope: Scope,
  { kind, id }: { kind: CaseRow['subject_kind']; id: string },
): Promise<CaseRow[]> {
  return tx.query<CaseRow>(sql`
    select ${caseColumns} from cases
     where ${inScope(scope)} and subject_kind = ${kind} and subject_id = ${id}
     order by opened_at, id`);
}

export type AttemptRow = { number: number; kind: string; at: Date; outcome: string; detail: string };

const attempted = {
  operation: { table: name('operation_attempts'), column: name('operation_id') },
  invoice: { table: name('invoice_attempts'), column: name('invoice_id') },
};

/** The attempts of an operation or an invoice with their outcomes, oldest first. */
export async function listAttempts(
  tx: Tx,
  scope: Scope,
  { kind, id }: { kind: keyof typeof attempted; id: string },
): Promise<AttemptRow[]> {
  const { table, column } = attempted[kind];
  return tx.query<AttemptRow>(sql`
    select number, kind, at, outcome, detail from ${table}
     where ${inScope(scope)} and ${column} = ${id}
     order by number`);
}

export type ProposalRow = {
  id: string;
  subject_kind: Subject['kind'];
  subject_id: string;
  decision: DecisionName;
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
  /** Null for a proposal that expired; `withdrawn_at` says when. */
  withdrawer: string | null;
  withdrawn_at: Date | null;
};

const proposalWithNames = sql`
  select p.id, p.subject_kind, p.subject_id, p.decision, p.reason, p.receipt, p.card_token, p.last4, p.amount, p.proposed_by,
         proposer.name as proposer, p.proposed_at, p.approved_by, approver.name as approver, p.approved_at,
         withdrawer.name as withdrawer,
         coalesce(p.withdrawn_at, case when p.approved_at is null and p.expires_at <= clock_timestamp() then p.expires_at end) as withdrawn_at
    from proposals p
    join operators proposer on proposer.id = p.proposed_by
    left join operators approver on approver.id = p.approved_by
    left join operators withdrawer on withdrawer.id = p.withdrawn_by`;

/** Every proposal about a subject, oldest first. */
export async function listProposals(tx: Tx, scope: Scope, { kind, id }: Subject): Promise<ProposalRow[]> {
  return tx.query<ProposalRow>(sql`
    ${proposalWithNames}
     where ${inScope(scope, 'p')} and p.subject_kind = ${kind} and p.subject_id = ${id}
     order by p.proposed_at, p.id`);
}

/** A proposal, as the database takes it. */
export type NewProposal = Pick<
  ProposalRow,
  'id' | 'subject_kind' | 'subject_id' | 'decision' | 'reason' | 'receipt' | 'card_token' | 'last4'
> & { amount: string | null };

/** Proposes a decision, or returns the refusal. */
export async function callPropose(
  db: Queryable,
  scope: Scope,
  { credential }: Actor,
  proposal: NewProposal,
): Promise<'proposed' | Refusal> {
  const [row] = await db
    .query<{ answer: 'proposed' | Refusal }>(sql`
      select propose_decision(${credential}, ${scope.companyId}, ${scope.environment}, ${JSON.stringify(proposal)}::jsonb) as answer`)
    .catch(refuseForOperator);
  return row?.answer ?? 'absent';
}
