// The first owner of a company that an operator created: it has no members who could invite, so two operators do.
import type { Db } from '../../platform/db/db.ts';
import { type Actor, type Proposed, propose } from '../operators/act.ts';

/** Proposes to invite the first owner; approval ends an earlier invitation by operators. */
export async function inviteFirstOwner(
  { db, actor }: { db: Db; actor: Actor },
  companyId: string,
  { email, reason }: { email: string; reason: string },
): Promise<Proposed | { refused: string }> {
  const given = { company: companyId, email: email.trim().toLowerCase() };
  return propose(db, actor, { action: 'company.invite_owner', given, reason });
}
