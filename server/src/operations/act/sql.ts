// The statement of actions on cards.
import type { RefusalCode } from '../../foundation/refusals/refusals.ts';
import type { CardAction, Limits } from '../../issuer/answers.ts';
import type { Tx } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Claim } from '../../platform/idempotency/sql.ts';

/** An action as the database takes it. `limits` belongs to the action of that name. */
export type NewAction = {
  id: string;
  type: CardAction;
  cardId: string;
  limits?: Limits;
  scenario: string;
  traceparent?: string;
};

/** The bytes of the response, or why it had no effect; neither when its key is known. */
export type AcceptedAction = { body?: string; refused?: RefusalCode; known?: true };

/** Accepts an action on a card, in one commit with its key. */
export async function acceptCardAction(
  tx: Tx,
  { claim, keyId, action }: { claim: Claim; keyId: string; action: NewAction },
): Promise<AcceptedAction> {
  const [row] = await tx.query<{ answer: AcceptedAction }>(sql`
    select accept_card_action(${JSON.stringify(claim)}::jsonb, ${keyId}, ${JSON.stringify(action)}::json) as answer`);
  if (row === undefined) throw new Error('an action had no answer');
  return row.answer;
}
