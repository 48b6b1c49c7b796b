// Decisions of two operators: one proposes, another approves; it is one commit with its line in the audit log.
import { holdsCardNumber, isCardNumber } from '../../foundation/card-numbers.ts';
import type { Clock } from '../../foundation/clock.ts';
import { newUuid } from '../../foundation/ids.ts';
import { type Usd, usd } from '../../foundation/money/usd.ts';
import type { Actor } from '../../identity/operators/act.ts';
import type { Db } from '../../platform/db/db.ts';
import { actionsFor } from './decisions.ts';
import { type Action, callPropose, findScope, type Refusal, type Subject } from './sql.ts';

export type DecisionTools = { db: Db; clock: Clock; actor: Actor };

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
