// Response shapes of people's companies, members and invitations.
import { type Static, Type } from 'typebox';
import { toId } from '../../foundation/ids.ts';
import { memberRoles } from '../people/actions.ts';
import type { CompanyOfPerson, InvitationRow, MemberRow } from './sql.ts';

export const RoleName = Type.Enum([...memberRoles], { type: 'string' });
export const Kind = Type.Enum(['individual', 'corporate'], { type: 'string' });

/** A company as one of its members sees it. */
export const OwnCompany = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    kind: Kind,
    role: RoleName,
    verification: Type.Enum(['pending', 'approved', 'rejected'], { type: 'string' }),
    verificationReason: Type.Union([Type.String(), Type.Null()]),
    suspended: Type.Boolean(),
    suspensionReason: Type.Union([Type.String(), Type.Null()]),
    capabilities: Type.Object({ directInvoices: Type.Boolean(), liveServices: Type.Boolean() }),
  },
  { $id: 'OwnCompany' },
);

export const Invitation = Type.Object({
  id: Type.String(),
  email: Type.String(),
  role: RoleName,
  expiresAt: Type.String({ format: 'date-time' }),
  invitedBy: Type.String(),
});

export const TeamMember = Type.Object({
  userId: Type.String(),
  name: Type.String(),
  email: Type.String(),
  role: RoleName,
  hasSecondFactor: Type.Boolean(),
  since: Type.String({ format: 'date-time' }),
});

/** A company as its member sees it. */
export const toOwnCompany = (row: CompanyOfPerson): Static<typeof OwnCompany> => ({
  id: toId('company', row.id),
  name: row.name,
  kind: row.kind,
  role: row.role,
  verification: row.verification,
  verificationReason: row.verification_reason || null,
  suspended: row.suspended,
  suspensionReason: row.suspension_reason || null,
  capabilities: { directInvoices: row.direct_invoices, liveServices: row.live_services },
});

/** An invitation as the team sees it. */
export const toInvitation = (row: InvitationRow): Static<typeof Invitation> => ({
  id: toId('invitation', row.id),
  email: row.email,
  role: row.role,
  expiresAt: row.expires_at.toISOString(),
  invitedBy: row.invited_by,
});

/** A member as the team sees them. */
export const toTeamMember = (row: MemberRow): Static<typeof TeamMember> => ({
  userId: toId('user', row.user_id),
  name: row.name,
  email: row.email,
  role: row.role,
  hasSecondFactor: row.has_second_factor,
  since: row.since.toISOString(),
});
