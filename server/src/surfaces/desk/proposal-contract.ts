// Proposals in the desk's contract: one operator proposes, another approves.
import { Type } from 'typebox';
import { EnvironmentName, Instant } from '../../platform/http/schema.ts';
import { InstantOrNull, Named, orNull, refusedAt, Words } from './contract.ts';
import { PriceChange } from './price-contract.ts';

export const Proposal = Type.Object({
  id: Type.String(),
  action: Type.String({ examples: ['company.limits'] }),
  subject: Type.String({ description: 'Its subject: an id, or the address of a new operator.' }),
  subjectName: Type.Union([Type.String(), Type.Null()], { description: 'Its name, if it has one.' }),
  companyId: orNull(Type.String()),
  companyName: orNull(Type.String()),
  environment: orNull(EnvironmentName),
  reviewId: Type.Union([Type.String(), Type.Null()], { description: 'The review or case that it decides.' }),
  reason: Type.String(),
  details: Type.Record(Type.String(), Type.Unknown()),
  effect: Type.Array(Type.String(), {
    description: 'The effect of approving, one sentence each. Empty for a decided review.',
  }),
  priceChanges: Type.Array(PriceChange, {
    description: 'What an open proposal of prices changes, compared with the prices of today; otherwise empty.',
  }),
  proposer: Named,
  proposedAt: Instant,
  expiresAt: Instant,
  approver: orNull(Named),
  approvedAt: InstantOrNull,
  withdrawer: orNull(Named),
  withdrawnAt: InstantOrNull,
  state: Type.Enum(['open', 'approved', 'withdrawn', 'expired'], { type: 'string' }),
  mayApprove: Type.Boolean({ description: 'Whether you may, with a fresh code.' }),
  whyNot: Type.Union([Type.String(), Type.Null()], { description: 'The code that approving would be refused with.' }),
});

/** The response of a route that needs two people. */
export const Proposed = Type.Object({ proposal: Proposal });

/** The responses of a route that proposes. */
export const proposes = { 202: Proposed, ...refusedAt(400, 404, 409, 413, 415) };

/** Why something is proposed. */
export const Reason = Words('Why. The approver reads it, and the audit log keeps it.');
