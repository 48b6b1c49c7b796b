// Reviews, cases and proposals in the desk's contract. Money is decimal text.
import { Type } from 'typebox';
import { ShownLimits } from '../../cards/cards/routes.ts';
import { EnvironmentName, FREE_TEXT, Instant, ShownAmount, SignedAmount } from '../../platform/http/schema.ts';
import { InstantOrNull, LONGEST_WORDS, Named, orNull, Words } from './contract.ts';

/** The limit of an issuer's receipt or token. */
const LONGEST_OF_ISSUER = 128;

const textOrNull = orNull(Type.String());

const DecisionName = Type.Enum(['complete', 'accept', 'fail', 'adjust', 'close', 'adopt'], { type: 'string' });

const UsdtAmount = Type.String({ pattern: '^\\d+\\.\\d{6}$', examples: ['100.004217'] });

/** A summary of an open matter. */
export const Matter = Type.Object({
  id: Type.String({ description: 'op_…, inv_… or case_…' }),
  kind: Type.String({
    description:
      'issue, topup, service, freeze, unfreeze, close, limits or invoice for a review; of a case contradiction, ' +
      'changed_notification, late_payment, repeated_payment, undone_twice or unknown_here.',
  }),
  open: Type.Boolean(),
  company: Named,
  environment: EnvironmentName,
  operation: textOrNull,
  invoice: textOrNull,
  transaction: textOrNull,
  unknown: Type.Union([Type.String(), Type.Null()], {
    description: 'What only the issuer has: the id that it gets here when it is adopted.',
  }),
  status: Type.String(),
  reason: Type.String(),
  since: Instant,
  total: SignedAmount,
  held: ShownAmount,
  nextCheckAt: InstantOrNull,
  openProposal: textOrNull,
});

/** The effect of approving: in words, and every sum before and after. */
export const Effect = Type.Object({
  sentences: Type.Array(Type.String()),
  available: Type.Object({ before: SignedAmount, change: SignedAmount, after: SignedAmount }),
  held: Type.Object({ before: SignedAmount, change: SignedAmount, after: SignedAmount }),
  fee: ShownAmount,
  toIssuer: ShownAmount,
  card: ShownAmount,
  status: Type.Object({ before: Type.String(), after: Type.String() }),
});

/** A proposal about a review or a case. */
export const ReviewProposal = Type.Object({
  id: Type.String(),
  subject: Type.String({ description: 'The subject: this, one of its cases or its invoice.' }),
  decision: DecisionName,
  reason: Type.String(),
  receipt: Type.String(),
  cardToken: Type.String(),
  last4: Type.String(),
  amount: orNull(SignedAmount),
  state: Type.Enum(['open', 'approved', 'withdrawn', 'expired', 'overtaken'], { type: 'string' }),
  proposedBy: Named,
  proposedAt: Instant,
  approvedBy: textOrNull,
  approvedAt: InstantOrNull,
  withdrawnBy: textOrNull,
  withdrawnAt: InstantOrNull,
  mayApprove: Type.Boolean({ description: 'False for the proposer, and for a proposal that is not open.' }),
  effect: orNull(Effect),
});

export const Way = Type.Object({
  kind: Type.Enum(['propose', 'look', 'note'], { type: 'string' }),
  words: Type.String(),
  subject: textOrNull,
  decision: orNull(DecisionName),
  amount: Type.Union([Type.String(), Type.Null()], {
    description: 'USDT for accept, signed dollars for adjust; null if only an operator can know it, or none is needed.',
  }),
  needs: Type.Array(Type.Enum(['receipt', 'card'], { type: 'string' })),
  effect: orNull(Effect),
});

const Operation = Type.Object({
  id: Type.String(),
  type: Type.String(),
  status: Type.String(),
  amount: ShownAmount,
  fee: ShownAmount,
  total: ShownAmount,
  held: ShownAmount,
  name: Type.String(),
  recipient: Type.String(),
  cardLast4: textOrNull,
  limits: orNull(ShownLimits),
  returned: Type.Union([ShownAmount, Type.Null()], {
    description: 'What the issuer says it returned from a closed card.',
  }),
  createdAt: Instant,
  sentAt: InstantOrNull,
  lastCheckAt: InstantOrNull,
  nextCheckAt: InstantOrNull,
  decidedAt: InstantOrNull,
});

const Invoice = Type.Object({
  id: Type.String(),
  status: Type.String(),
  requestedAmount: ShownAmount,
  depositAmount: ShownAmount,
  fee: ShownAmount,
  creditAmount: SignedAmount,
  payAmount: orNull(UsdtAmount),
  arrived: UsdtAmount,
  address: textOrNull,
  createdAt: Instant,
  sentAt: InstantOrNull,
  expiresAt: InstantOrNull,
  lastCheckAt: InstantOrNull,
  nextCheckAt: InstantOrNull,
  repeatedReads: Type.Integer({ description: 'Reads that repeated the one before. They add no evidence.' }),
  decidedAt: InstantOrNull,
  transfers: Type.Array(
    Type.Object({ id: Type.String(), amount: UsdtAmount, occurredAt: Instant, fit: Type.String() }),
  ),
});

const Payment = Type.Object({
  id: Type.String(),
  type: Type.String(),
  status: Type.String(),
  amount: SignedAmount,
  currency: Type.String(),
  merchant: Type.String(),
  country: Type.String(),
  reference: Type.String(),
  occurredAt: Instant,
  card: Type.Object({ id: Type.String(), last4: Type.String(), balance: SignedAmount }),
});

/** What only the issuer has. The issuer's tokens are not shown. */
const Unknown = Type.Object({
  id: Type.String(),
  kind: Type.Enum(['order', 'deposit', 'card', 'holder'], { type: 'string' }),
  type: textOrNull,
  status: Type.String({ description: 'The issuer’s status.' }),
  amount: orNull(SignedAmount),
  fee: Type.Union([ShownAmount, Type.Null()], { description: 'Ours, if it is adopted; null if there is no price.' }),
  name: textOrNull,
  recipient: textOrNull,
  product: textOrNull,
  holder: textOrNull,
  last4: textOrNull,
  receipt: textOrNull,
  createdAt: InstantOrNull,
  foundAt: Instant,
  resolvedAt: InstantOrNull,
  resolution: textOrNull,
});

/** Everything known, and every possible action. */
export const Dossier = Type.Object({
  ...Matter.properties,
  about: Type.Object({
    operation: orNull(Operation),
    invoice: orNull(Invoice),
    payment: orNull(Payment),
    unknown: orNull(Unknown),
  }),
  balance: Type.Object({ available: SignedAmount, held: SignedAmount }, { description: 'Of the company, now.' }),
  said: Type.Array(
    Type.Object({
      at: Instant,
      how: Type.String(),
      notification: Type.Union([Type.String(), Type.Null()], { description: 'The issuer’s id of it.' }),
      outcome: Type.String(),
      detail: Type.String(),
    }),
    { description: 'The attempts and the issuer’s answers, oldest first.' },
  ),
  timeline: Type.Array(Type.Object({ at: Instant, what: Type.String() })),
  cases: Type.Array(
    Type.Object({
      id: Type.String(),
      kind: Type.String(),
      detail: Type.String(),
      openedAt: Instant,
      closedAt: InstantOrNull,
      closingNote: Type.String(),
    }),
  ),
  proposals: Type.Array(ReviewProposal, { description: 'Including those about its cases and its invoice.' }),
  ways: Type.Array(Way, { description: 'Empty when nothing is left to decide, or a proposal is open.' }),
});

/** What an operator proposes. */
export const NewProposal = Type.Object({
  decision: DecisionName,
  reason: Words('What you found out, and from whom; kept in the audit log.'),
  receipt: Type.Optional(Type.String({ minLength: 1, maxLength: LONGEST_OF_ISSUER, format: FREE_TEXT })),
  cardToken: Type.Optional(Type.String({ pattern: `^[\\x21-\\x7e]{1,${LONGEST_OF_ISSUER}}$` })),
  last4: Type.Optional(Type.String({ pattern: '^\\d{4}$' })),
  amount: Type.Optional(
    Type.String({
      maxLength: LONGEST_WORDS,
      description: 'accept: USDT as it arrived, such as 99.504217. adjust: dollars, such as 53.10 or -53.10.',
    }),
  ),
});
