// Erases the words about a cardholder, by two operators: name, email, external id, metadata, and the labels of cards.
import { refuse } from '../../foundation/refusals/refusals.ts';
import type { Scope } from '../../foundation/scope.ts';
import { type Actor, type Proposed, propose } from '../../identity/operators/act.ts';
import type { Db } from '../../platform/db/db.ts';
import { findWords } from './sql.ts';

/** The database's name of the action. */
export const ERASE = 'holder.erase';

/** Shorter words are part of ordinary sentences. */
const SHORTEST_WORD = 3;

/** Proposes to erase a cardholder. A reason that names the person is refused: the audit log would keep it forever. */
export async function proposeErasure(
  { db, actor }: { db: Db; actor: Actor },
  scope: Scope,
  { holderId, reason }: { holderId: string; reason: string },
): Promise<Proposed | { refused: string }> {
  const words = await db.read(scope, (tx) => findWords(tx, scope, holderId));
  const written = reason.toLowerCase();
  if (words.some((word) => word.length >= SHORTEST_WORD && written.includes(word.toLowerCase()))) {
    refuse('reason_names_person');
  }
  const given = { company: scope.companyId, environment: scope.environment, holder: holderId };
  return propose(db, actor, { action: ERASE, given, reason });
}
