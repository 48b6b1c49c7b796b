// Decisions of two operators: one proposes, another approves, in one commit with the audit entry.
import { holdsCardNumber, isCardNumber } from '../../foundation/card-numbers.ts';
import type { Clock } from '../../foundation/clock.ts';
import { newUuid } from '../../foundation/ids.ts';
import { type Usd, usd } from '../../foundation/money/usd.ts';
import type { Actor } from '../../identity/operators/act.ts';
import type { Db } from '../../platform/db/db.ts';
import { actionsFor } from './decisions.ts';
import { type Action, callPropose, findScope, type Refusal, type Subject } from './sql.ts';

export type DecisionTools = { db: Db; clock: Clock; actor: Actor };

/** A proposal: always a reason, and the issuer's own reference where something is completed. */
export type Decision = {
  action: Action;
  reason: string;
  receipt?: string;
  cardToken?: string;
  last4?: string;
  /** The change of `available` by a correction, signed; or the accepted deposit. */
  amount?: Usd;
};

/** Proposes a decision and returns its id. Nothing else happens before another operator approves it. */
export async function propose(
  tools: DecisionTools,
  subject: Subject,
  decision: Decision,
): Promise<{ proposalId: string } | Refusal | 'card_number'> {
  const { action, reason, receipt = '', cardToken = '', last4 = '', amount } = decision;
  // A token may contain a card number, because it cannot be masked; it may not be one.
  if ([reason, receipt].some(holdsCardNumber) || isCardNumber(cardToken)) return 'card_number';
  if (!isWhole(subject, decision)) return 'evidence_does_not_fit';
  const scope = await findScope(tools.db, subject.kind, subject.id);
  if (scope === undefined) return 'absent';
  const id = newUuid(tools.clock.now());
  const answer = await callPropose(tools.db, scope, tools.actor, {
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
  return answer === 'proposed' ? { proposalId: id } : answer;
}

/** Whether the parts belong together. The database checks that they match the operation or invoice. */
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
