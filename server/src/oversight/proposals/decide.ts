// Decides another operator's proposal. Approving carries it out, in one commit with its audit entry.

import { POLICY_TEXT } from '../../funding/invoices/policy.ts';
import type { Actor } from '../../identity/operators/act.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Refusal as ReviewRefusal } from '../reviews/sql.ts';
import { callApprove, callWithdraw } from './sql.ts';

type Tools = { db: Db; actor: Actor };

/** Why a proposal was neither approved nor withdrawn. Nothing changed. */
export type Refusal =
  | ReviewRefusal
  | 'same_operator'
  | 'proposer_disabled'
  | 'approver_too_new'
  | 'proposal_expired'
  | 'approved_already'
  | 'decided_already'
  | 'withdrawn_already'
  | 'stands_already'
  | 'email_taken'
  | 'has_owner'
  | 'company_not_found'
  | 'product_not_found'
  | 'price_does_not_fit'
  | 'no_such_live_key'
  | 'replaced_already'
  | 'holder_not_found'
  | 'holder_has_cards'
  | 'holder_busy'
  | 'not_recovering'
  | 'replay_first';

/** Approves another operator's proposal and carries it out. */
export async function approve({ db, actor }: Tools, id: string): Promise<'approved' | Refusal> {
  const { refused } = await callApprove(db, actor, { id, policy: POLICY_TEXT });
  return refused === undefined ? 'approved' : (refused as Refusal);
}

/** Withdraws an open proposal; any operator may. */
export async function withdraw({ db, actor }: Tools, id: string): Promise<'withdrawn' | Refusal> {
  const { refused } = await callWithdraw(db, actor, id);
  return refused === undefined ? 'withdrawn' : (refused as Refusal);
}
