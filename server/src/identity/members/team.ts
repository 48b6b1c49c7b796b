// Members of a company: inviting, joining, changing, removing. Each is one commit with its entry in the audit log.
import type { Clock } from '../../foundation/clock.ts';
import { newUuid, toId } from '../../foundation/ids.ts';
import { refuse } from '../../foundation/refusals/refusals.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Role } from '../people/actions.ts';
import type { People } from '../people/auth.ts';
import type { Member } from '../people/session.ts';
import { invitationEmail } from '../people/words.ts';
import {
  acceptInvitationRow,
  type CompanyOfPerson,
  changeMemberRow,
  type InvitationRow,
  inviteMemberRow,
  listCompaniesOf,
  removeMemberRow,
  withdrawInvitationRow,
} from './sql.ts';

/** A week: beyond that, the address may have changed hands. */
const INVITATION_DAYS = 7;

/** The end of an invitation sent now. */
const invitationEnd = (at: Date): Date => new Date(at.getTime() + INVITATION_DAYS * 24 * 3_600_000);

/** More than our customers' companies have; it bounds the size of a response. */
const MOST_MEMBERS = 100;

export type TeamTools = { own: Db; clock: Clock; people: Pick<People, 'post' | 'takeInvitation'>; publicUrl: string };

/** Invites an address into the member's company and sends the email, or refuses. */
export async function inviteMember(
  tools: TeamTools,
  member: Member,
  request: { email: string; role: Role },
): Promise<InvitationRow> {
  const { person, companyId } = member;
  await tools.people.takeInvitation(member);
  const at = tools.clock.now();
  const id = newUuid(at);
  const email = request.email.trim().toLowerCase();
  const expiresAt = invitationEnd(at);
  const { role } = request;
  const invitation = { id, by: person.userId, companyId, email, role, at, expiresAt, most: MOST_MEMBERS };
  const refusal = await inviteMemberRow(tools.own, invitation);
  if (refusal !== null) refuse(refusal);
  const company = (await listCompaniesOf(tools.own, person.userId)).find((each) => each.id === companyId);
  const link = `${tools.publicUrl}/invitations/${toId('invitation', id)}`;
  const words = { company: company?.name ?? '', role, by: person.name, link, days: INVITATION_DAYS };
  await tools.people.post(invitationEmail(email, words), 'invitation');
  return { id, email, role, expires_at: expiresAt, invited_by: person.name };
}

/** Revokes an invitation, or refuses. */
export async function withdrawInvitation(tools: TeamTools, member: Member, id: string): Promise<void> {
  const { person, companyId } = member;
  const refusal = await withdrawInvitationRow(tools.own, { by: person.userId, companyId, id, at: tools.clock.now() });
  if (refusal !== null) refuse(refusal);
}

/** Makes the invited person a member and returns the company as they see it, or refuses. */
export async function acceptInvitation(tools: TeamTools, userId: string, id: string): Promise<CompanyOfPerson> {
  const companyId = await acceptInvitationRow(tools.own, { userId, id, at: tools.clock.now() });
  const company = (await listCompaniesOf(tools.own, userId)).find((each) => each.id === companyId);
  return company ?? refuse('invitation_not_found');
}

/** Changes a member's role, or refuses. Their permissions change in the same commit. */
export async function changeMember(
  tools: TeamTools,
  { person, companyId }: Member,
  change: { userId: string; role: Role },
): Promise<void> {
  const at = tools.clock.now();
  const refusal = await changeMemberRow(tools.own, { by: person.userId, companyId, ...change, at });
  if (refusal !== null) refuse(refusal);
}

/** Removes a member, with or without the keys that they created, or refuses. */
export async function removeMember(
  tools: TeamTools,
  { person, companyId }: Member,
  removal: { userId: string; withKeys: boolean },
): Promise<void> {
  const at = tools.clock.now();
  const refusal = await removeMemberRow(tools.own, { by: person.userId, companyId, ...removal, at });
  if (refusal !== null) refuse(refusal);
}
