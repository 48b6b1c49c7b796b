// The state of a proposal, and whether an operator may approve it now.
import type { OperatorRow } from '../../identity/operators/operators.ts';
import type { Refusal } from './decide.ts';
import type { ProposalRow } from './sql.ts';

export type ProposalState = 'open' | 'approved' | 'withdrawn' | 'expired';

/** The state of a proposal. One that expired has been withdrawn without a withdrawer. */
export function stateOf(row: ProposalRow, now: Date): ProposalState {
  if (row.approved_at !== null) return 'approved';
  if (row.withdrawn_by !== null) return 'withdrawn';
  return row.withdrawn_at !== null || row.expires_at <= now ? 'expired' : 'open';
}

const closed = {
  approved: 'approved_already',
  withdrawn: 'withdrawn_already',
  expired: 'proposal_expired',
} as const satisfies Record<Exclude<ProposalState, 'open'>, Refusal>;

/** The refusal that an operator would get for approving it; undefined when they may. The database decides. */
export function whyNot(
  row: ProposalRow,
  { operatorId, operators, now }: { operatorId: string; operators: readonly OperatorRow[]; now: Date },
): Refusal | undefined {
  const state = stateOf(row, now);
  if (state !== 'open') return closed[state];
  if (row.proposed_by === operatorId) return 'same_operator';
  const find = (id: string) => operators.find((operator) => operator.id === id);
  if (find(row.proposed_by)?.disabled_at !== null) return 'proposer_disabled';
  return (find(operatorId)?.able_from ?? now) > now ? 'approver_too_new' : undefined;
}
