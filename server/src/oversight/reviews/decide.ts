// Decisions of two operators: one proposes, another approves, in one commit with the audit entry.
import { holdsCardNumber, isCardNumber } from '../../foundation/card-numbers.ts';
import type { Clock } from '../../foundation/clock.ts';
import { newUuid } from '../../foundation/ids.ts';
import { type Usd, usd } from '../../foundation/money/usd.ts';
import type { Actor } from '../../identity/operators/act.ts';
import type { Db } from '../../platform/db/db.ts';
import { decisionsFor } from './decisions.ts';
import { callPropose, type DecisionName, findScope, type Refusal, type Subject } from './sql.ts';

export type DecisionTools = { db: Db; clock: Clock; actor: Actor };

/** A proposal: always a reason, and the issuer's own reference where something is completed. */
export type Decision = {
  decision: DecisionName;
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
  proposed: Decision,
): Promise<{ proposalId: string } | Refusal | 'card_number'> {
  const { decision, reason, receipt = '', cardToken = '', last4 = '', amount } = proposed;
  // A token may contain a card number, because it cannot be masked; it may not be one.
  if ([reason, receipt].some(holdsCardNumber) || isCardNumber(cardToken)) return 'card_number';
  if (!isWhole(subject, proposed)) return 'evidence_does_not_fit';
  const scope = await findScope(tools.db, subject.kind, subject.id);
  if (scope === undefined) return 'absent';
  const id = newUuid(tools.clock.now());
  const answer = await callPropose(tools.db, scope, tools.actor, {
    id,
    subject_kind: subject.kind,
    subject_id: subject.id,
    decision,
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
  { decision, receipt = '', cardToken = '', last4 = '', amount = usd(0n) }: Decision,
): boolean =>
  decisionsFor[kind].includes(decision) &&
  (decision === 'complete') === (receipt !== '') &&
  (decision === 'adjust' || decision === 'accept') === (amount !== 0n) &&
  (decision !== 'accept' || amount > 0n) &&
  (cardToken === '') === (last4 === '') &&
  (cardToken === '' || decision === 'complete');
