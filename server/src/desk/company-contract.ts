// Companies and their keys as the desk's contract has them: never the text of a key, and no key that people act with.
import { Type } from 'typebox';
import { EnvironmentName, Instant, SignedAmount } from '../http/schema.ts';
import { InstantOrNull, orNull } from './contract.ts';

/** Requests a second; no client of ours needs more. */
const HIGHEST_RATE = 999_999;

const Kind = Type.Enum(['individual', 'corporate'], { type: 'string' });
const Verification = Type.Enum(['pending', 'approved', 'rejected'], { type: 'string' });

export const CompanyRow = Type.Object({
  id: Type.String(),
  name: Type.String(),
  kind: Kind,
  verification: Verification,
  verificationReason: Type.String(),
  suspendedAt: InstantOrNull,
  suspensionReason: Type.String(),
  capabilities: Type.Object({ directInvoices: Type.Boolean(), liveServices: Type.Boolean() }),
  createdAt: Instant,
});

const Rate = orNull(Type.Integer({ minimum: 1, maximum: HIGHEST_RATE }));

export const Limits = Type.Object(
  { reads: Rate, writes: Rate, statements: Rate },
  { description: 'Requests a second; null is the default of the cell.' },
);

export const Key = Type.Object({
  id: Type.String(),
  name: Type.String(),
  environment: EnvironmentName,
  hint: Type.String({ description: 'Its last characters.' }),
  scopes: Type.Array(Type.String()),
  createdAt: Instant,
  expiresAt: InstantOrNull,
  revokedAt: InstantOrNull,
  lastUsedAt: InstantOrNull,
  rotatedFrom: orNull(Type.String()),
  state: Type.Enum(['works', 'revoked', 'expired'], { type: 'string' }),
});

const Member = Type.Object({
  id: Type.String(),
  name: Type.String(),
  email: Type.String(),
  role: Type.String(),
  hasSecondFactor: Type.Boolean(),
  since: Instant,
});

const OwnerInvitation = Type.Object({
  email: Type.String(),
  invitedBy: Type.String({ description: 'The operator.' }),
  invitedAt: Instant,
  expiresAt: Instant,
  letter: Type.Enum(['waiting', 'sent', 'given_up'], {
    type: 'string',
    description: 'Whether the mail server has taken it. It is tried again for as long as the invitation counts.',
  }),
});

const Account = Type.Object({ available: SignedAmount, held: SignedAmount });

export const Company = Type.Object({
  ...CompanyRow.properties,
  limits: Limits,
  balances: Type.Object({ sandbox: Account, live: Account }),
  members: Type.Array(Member, { description: 'Its people; none where an operator made it and nobody has joined yet.' }),
  ownerInvitation: orNull(OwnerInvitation),
  keys: Type.Array(Key, {
    description: 'Of both environments, newest first; never their text, never those of people.',
  }),
});

export const CapabilityChange = Type.Object({
  capability: Type.Enum(['direct_invoices', 'live_services'], { type: 'string' }),
  enabled: Type.Boolean(),
});
