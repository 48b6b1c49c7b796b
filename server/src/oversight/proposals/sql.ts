// The statements of proposals, which two operators decide together.

import type { Environment } from '../../foundation/scope.ts';
import { type Actor, refuseForOperator } from '../../identity/operators/act.ts';
import type { Queryable } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Work } from '../../platform/work/sql.ts';

/** The description of a proposal in the audit log, in emails and on screens. */
export type Told = {
  proposal: string;
  action: string;
  subject: string;
  company: string | null;
  environment: Environment | null;
  reason: string;
  details: Record<string, unknown>;
  proposer: string;
  approver: string | null;
  withdrawer: string | null;
  expiresAt: string;
};

export type ProposalRow = {
  id: string;
  action: string;
  company_id: string | null;
  environment: Environment | null;
  subject_kind: 'operation' | 'invoice' | 'case' | null;
  subject_id: string | null;
  told: Told;
  proposed_by: string;
  proposed_at: Date;
  expires_at: Date;
  approved_by: string | null;
  approved_at: Date | null;
  withdrawn_by: string | null;
  withdrawn_at: Date | null;
};

/** Proposals of all companies, newest first: the open ones, or all. */
export async function listProposalRows(
  db: Queryable,
  page: { open: boolean; before?: { at: Date; id: string } | undefined; limit: number },
): Promise<ProposalRow[]> {
  return db.query<ProposalRow>(sql`
    select * from list_proposals(null, ${page.open}, ${page.before?.at ?? null}, ${page.before?.id ?? null}, ${page.limit})`);
}

/** One proposal, in any status. */
export async function findProposal(db: Queryable, id: string): Promise<ProposalRow | undefined> {
  const [row] = await db.query<ProposalRow>(sql`select * from list_proposals(${id}, false, null, null, 1)`);
  return row;
}

/** Approves a proposal and carries it out, or returns the refusal. */
export async function callApprove(
  db: Queryable,
  { credential }: Actor,
  { id, policy }: { id: string; policy: string },
): Promise<{ refused?: string; result?: Record<string, unknown> }> {
  const [row] = await db
    .query<{ answer: { refused?: string; result?: Record<string, unknown> } }>(sql`
      select approve_proposal(${credential}, ${id}, ${policy}) as answer`)
    .catch(refuseForOperator);
  return row?.answer ?? { refused: 'absent' };
}

/** Withdraws a proposal, or returns the refusal. */
export async function callWithdraw(db: Queryable, { credential }: Actor, id: string): Promise<{ refused?: string }> {
  const [row] = await db
    .query<{ answer: { refused?: string } }>(sql`select withdraw_proposal(${credential}, ${id}) as answer`)
    .catch(refuseForOperator);
  return row?.answer ?? { refused: 'absent' };
}

export type OperatorMailRow = {
  to_name: string;
  to_address: string | null;
  kind: string;
  details: unknown;
  created_at: Date;
};

/** An email to an operator. Without an address there is nobody left to send it to. Undefined once it is finished. */
export async function findOperatorMail(db: Queryable, { id }: Work): Promise<OperatorMailRow | undefined> {
  const [row] = await db.query<OperatorMailRow>(sql`
    select to_name, to_address, kind, details, created_at from read_operator_mail(${id})`);
  return row;
}

/** Finishes a leased email. One whose lease was lost is left to its new holder. */
export async function finishOperatorMail(db: Queryable, { id, token }: Work, why: string): Promise<void> {
  await db.query(sql`select finish_operator_mail(${id}, ${token}, ${why})`);
}
