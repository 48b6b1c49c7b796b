// The statements of companies' members: each calls a database function, which checks the member's permissions.

import type { FoundKey } from '../../foundation/caller.ts';
import type { Environment } from '../../foundation/scope.ts';
import type { Queryable } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Role } from '../people/actions.ts';

export type CompanyOfPerson = {
  id: string;
  name: string;
  kind: 'individual' | 'corporate';
  role: Role;
  verification: FoundKey['verification'];
  verification_reason: string;
  suspended: boolean;
  suspension_reason: string;
  direct_invoices: boolean;
  live_services: boolean;
};

export type MemberRow = {
  user_id: string;
  name: string;
  email: string;
  role: Role;
  has_second_factor: boolean;
  since: Date;
};

export type InvitationRow = { id: string; email: string; role: Role; expires_at: Date; invited_by: string };

/** An invitation as the invited person sees it. */
export type OwnInvitation = {
  id: string;
  company_id: string;
  company_name: string;
  role: Role;
  expires_at: Date;
  /** Null for an operator. */
  invited_by: string | null;
};

/** An operator's invitation for the first owner of a company. */
export type FirstOwnerInvitation = {
  id: string;
  email: string;
  operator: string;
  created_at: Date;
  expires_at: Date;
  email_status: 'waiting' | 'sent' | 'given_up';
};

/** The refusal's code; null on success. */
type Answered<Code extends string> = { refusal: Code | null };

/** Opens a company for a person; returns the refusal, or null. */
export async function openCompanyRow(
  db: Queryable,
  company: { id: string; userId: string; name: string; kind: string; at: Date; most: number },
): Promise<'company_limit' | null> {
  const [row] = await db.query<Answered<'company_limit'>>(sql`
    select open_company(${company.userId}, ${company.id}, ${company.name}, ${company.kind}, ${company.at}, ${company.most}) as refusal`);
  return row?.refusal ?? null;
}

/** The companies of a person. */
export async function listCompaniesOf(db: Queryable, userId: string): Promise<CompanyOfPerson[]> {
  return db.query<CompanyOfPerson>(sql`select * from list_companies_of_person(${userId})`);
}

/** The person key of a member with their role; undefined for non-members. */
export async function enterCompanyRow(
  db: Queryable,
  member: {
    userId: string;
    companyId: string;
    environment: Environment;
    keyId: string;
    hash: Buffer;
    pepperVersion: number;
    at: Date;
  },
): Promise<(FoundKey & { role: Role }) | undefined> {
  const [row] = await db.query<FoundKey & { role: Role }>(sql`
    select * from enter_company(${member.userId}, ${member.companyId}, ${member.environment}, ${member.keyId}, ${member.hash},
                                ${member.pepperVersion}::smallint, ${member.at})`);
  return row;
}

/** The members of a company. */
export async function listMembers(db: Queryable, companyId: string): Promise<MemberRow[]> {
  return db.query<MemberRow>(sql`select * from list_members(${companyId})`);
}

/** The invitations of a company that can still be accepted. */
export async function listInvitations(db: Queryable, companyId: string, at: Date): Promise<InvitationRow[]> {
  return db.query<InvitationRow>(sql`select * from list_invitations(${companyId}, ${at})`);
}

export type TeamRefusal =
  | 'role_missing'
  | 'member_already'
  | 'team_limit'
  | 'member_not_found'
  | 'last_owner'
  | 'invitation_not_found';

/** Invites an address; returns the refusal, or null. */
export async function inviteMemberRow(
  db: Queryable,
  invitation: {
    id: string;
    by: string;
    companyId: string;
    email: string;
    role: Role;
    at: Date;
    expiresAt: Date;
    most: number;
  },
): Promise<TeamRefusal | null> {
  const { id, by, companyId, email, role, at, expiresAt, most } = invitation;
  const [row] = await db.query<Answered<TeamRefusal>>(sql`
    select invite_member(${by}, ${companyId}, ${id}, ${email}, ${role}, ${at}, ${expiresAt}, ${most}) as refusal`);
  return row?.refusal ?? null;
}

/** Revokes an invitation; returns the refusal, or null. */
export async function withdrawInvitationRow(
  db: Queryable,
  { by, companyId, id, at }: { by: string; companyId: string; id: string; at: Date },
): Promise<TeamRefusal | null> {
  const [row] = await db.query<Answered<TeamRefusal>>(
    sql`select withdraw_invitation(${by}, ${companyId}, ${id}, ${at}) as refusal`,
  );
  return row?.refusal ?? null;
}

/** An invitation to this person's address. */
export async function findInvitation(
  db: Queryable,
  { userId, id, at }: { userId: string; id: string; at: Date },
): Promise<OwnInvitation | undefined> {
  const [row] = await db.query<OwnInvitation>(sql`select * from find_invitation(${userId}, ${id}, ${at})`);
  return row;
}

/** Makes the invited person a member; returns the company, or undefined if the invitation is not for them. */
export async function acceptInvitationRow(
  db: Queryable,
  { userId, id, at }: { userId: string; id: string; at: Date },
): Promise<string | undefined> {
  const [row] = await db.query<{ company_id: string | null }>(
    sql`select accept_invitation(${userId}, ${id}, ${at}) as company_id`,
  );
  return row?.company_id ?? undefined;
}

/** Changes a member's role; returns the refusal, or null. */
export async function changeMemberRow(
  db: Queryable,
  change: { by: string; companyId: string; userId: string; role: Role; at: Date },
): Promise<TeamRefusal | null> {
  const [row] = await db.query<Answered<TeamRefusal>>(sql`
    select change_member(${change.by}, ${change.companyId}, ${change.userId}, ${change.role}, ${change.at}) as refusal`);
  return row?.refusal ?? null;
}

/** Removes a member, with `withKeys` also the keys that they created; returns the refusal, or null. */
export async function removeMemberRow(
  db: Queryable,
  removal: { by: string; companyId: string; userId: string; withKeys: boolean; at: Date },
): Promise<TeamRefusal | null> {
  const { by, companyId, userId, withKeys, at } = removal;
  const [row] = await db.query<Answered<TeamRefusal>>(
    sql`select remove_member(${by}, ${companyId}, ${userId}, ${withKeys}, ${at}) as refusal`,
  );
  return row?.refusal ?? null;
}

/** An operator's invitation that the first owner of a company can still accept. */
export async function findFirstOwnerInvitation(
  db: Queryable,
  companyId: string,
  at: Date,
): Promise<FirstOwnerInvitation | undefined> {
  const [row] = await db.query<FirstOwnerInvitation>(sql`
    select i.id, i.email, o.name as operator, i.created_at, i.expires_at, i.email_status
      from find_first_owner_invitation(${companyId}, ${at}) as i
     cross join lateral (select x.name from operators x where x.id = i.operator_id limit 1) as o`);
  return row;
}
