// The first owner of a company that an operator made: nobody in it can invite, so an operator does. One commit has the
// invitation, the letter that the worker carries, and the line in the audit log.
import type { Clock } from '../clock.ts';
import type { Db } from '../db/db.ts';
import { newUuid, toId } from '../ids.ts';
import { audit } from '../operators/audit.ts';
import { inviteFirstOwnerRow } from './sql.ts';
import { invitationEnd } from './team.ts';

/** Invites the first owner; an earlier invitation of operators ends. Any other answer: nothing happened. */
export async function inviteFirstOwner(
  { db, clock, actor }: { db: Db; clock: Clock; actor: { operatorId: string } },
  companyId: string,
  email: string,
): Promise<'invited' | 'has_owner' | 'company_not_found'> {
  const at = clock.now();
  const id = newUuid(at);
  const address = email.trim().toLowerCase();
  return db.write({ companyId, environment: 'sandbox' }, async (tx) => {
    const by = actor.operatorId;
    const refusal = await inviteFirstOwnerRow(tx, {
      by,
      companyId,
      id,
      email: address,
      at,
      expiresAt: invitationEnd(at),
    });
    if (refusal !== null) return refusal;
    await audit(tx, {
      at,
      actor,
      action: 'company.invite_owner',
      scope: { companyId },
      subject: toId('company', companyId),
      details: { invitation: toId('invitation', id), email: address },
    });
    return 'invited';
  });
}
