// Companies and their keys in the desk's contract. It shows a key's text only when the key is new, and excludes
// members' session keys.
import { Type } from 'typebox';
import { keyScopes } from '../../foundation/key-scopes.ts';
import { DEFAULT_OVERLAP_HOURS, LONGEST_LIFE_DAYS, MAXIMUM_OVERLAP_HOURS } from '../../identity/keys/lifetimes.ts';
import { EnvironmentName, Instant, SignedAmount } from '../../platform/http/schema.ts';
import { InstantOrNull, orNull, Words } from './contract.ts';
import { Proposal, Reason } from './proposal-contract.ts';

/** Requests per second; no client of ours needs more. */
const HIGHEST_RATE = 999_999;

const Kind = Type.Enum(['individual', 'corporate'], { type: 'string' });
const Verification = Type.Enum(['pending', 'approved', 'rejected'], { type: 'string' });

export const CompanyRow = Type.Object({
  id: Type.String(),
  name: Type.String(),
  kind: Kind,
  verification: Verification,
  verificationState: Type.Enum(['draft', 'submitted', 'approved', 'rejected'], {
    type: 'string',
    description: 'As people see it: pending is a draft until the company submits it.',
  }),
  verificationReason: Type.String(),
  suspendedAt: InstantOrNull,
  suspensionReason: Type.String(),
  capabilities: Type.Object({ directInvoices: Type.Boolean(), liveServices: Type.Boolean() }),
  createdAt: Instant,
});

const Rate = orNull(Type.Integer({ minimum: 1, maximum: HIGHEST_RATE }));

const Limits = Type.Object(
  { reads: Rate, writes: Rate, statements: Rate },
  { description: 'Requests per second; null is the default of the cell.' },
);

const ScopeName = Type.Enum(keyScopes, { type: 'string' });

export const Key = Type.Object({
  id: Type.String(),
  name: Type.String(),
  environment: EnvironmentName,
  hint: Type.String({ description: 'Its last characters.' }),
  scopes: Type.Array(ScopeName),
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
  emailStatus: Type.Enum(['waiting', 'sent', 'given_up'], {
    type: 'string',
    description: 'Whether the mail server has accepted it. It is retried while the invitation is valid.',
  }),
});

const Account = Type.Object({ available: SignedAmount, held: SignedAmount });

export const Company = Type.Object({
  ...CompanyRow.properties,
  limits: Limits,
  balances: Type.Object({ sandbox: Account, live: Account }),
  members: Type.Array(Member, {
    description: 'Its members; empty if an operator created it and nobody has joined yet.',
  }),
  ownerInvitation: orNull(OwnerInvitation),
  keys: Type.Array(Key, {
    description: 'Of both environments, newest first; never their text, and without members’ session keys.',
  }),
});

export const NewCompany = Type.Object({ name: Words('As it is shown to people.'), kind: Kind });

export const CapabilityChange = Type.Object({
  capability: Type.Enum(['direct_invoices', 'live_services'], { type: 'string' }),
  enabled: Type.Boolean({
    description: 'true: proposed, and switched on once another operator approves. false: off now.',
  }),
  reason: Type.Optional(Reason),
});

/** Proposed limits. */
export const NewLimits = Type.Object({ ...Limits.properties, reason: Reason });

const ReasonOfLive = Type.Optional({ ...Reason, description: 'Required for a live key. The approver reads it.' });

/** A key to create or propose. */
export const WantedKey = Type.Object({
  environment: EnvironmentName,
  name: Words('So that people can tell keys apart.'),
  scopes: Type.Array(ScopeName, { minItems: 1, uniqueItems: true }),
  expiresInDays: Type.Optional(Type.Integer({ minimum: 1, maximum: LONGEST_LIFE_DAYS })),
  reason: ReasonOfLive,
});

/** A key to rotate, or a proposal to. */
export const Rotation = Type.Object({
  environment: EnvironmentName,
  overlapHours: Type.Integer({ minimum: 0, maximum: MAXIMUM_OVERLAP_HOURS, default: DEFAULT_OVERLAP_HOURS }),
  reason: ReasonOfLive,
});

export const NewKey = Type.Object({
  id: Type.String(),
  key: Type.String({ description: 'Its text. It is shown here once and can never be read again.' }),
  company: Type.String({ description: 'The id of the company.' }),
  environment: EnvironmentName,
  name: Type.String(),
  scopes: Type.Array(ScopeName),
  expiresAt: InstantOrNull,
  warnings: Type.Array(Type.String()),
  replaced: Type.Optional(Key),
  proposal: Type.Optional(Proposal),
});
