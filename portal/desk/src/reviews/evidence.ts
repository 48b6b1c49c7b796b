// The fields that a proposal needs; the form checks them before the server does.
import type { Decision, Way } from '../../../shared/desk-api.ts';
import { isZero } from '../../../shared/money.tsx';
import { t } from '../words/t.ts';

/** A resolution that can be proposed. */
export type Proposable = Way & { decision: NonNullable<Way['decision']>; subject: string };

/** Whether a resolution can be proposed. */
export const isProposable = (way: Way): way is Proposable =>
  way.kind === 'propose' && way.decision !== null && way.subject !== null;

export type Evidence = { reason: string; receipt: string; cardToken: string; last4: string; amount: string };

/** The initial form of a resolution, with the amount if it is known. */
export const emptyEvidence = ({ amount }: Proposable): Evidence => ({
  reason: '',
  receipt: '',
  cardToken: '',
  last4: '',
  amount: amount ?? '',
});

/** Whether a decision has an amount. */
export const needsAmount = ({ decision }: Proposable): boolean => decision === 'accept' || decision === 'adjust';

/** Deposits are typed in USDT, as they arrived; corrections in dollars, positive or negative. */
const amountForm = { accept: /^\d{1,12}(\.\d{1,6})?$/, adjust: /^-?\d{1,10}(\.\d{1,2})?$/ } as const;

const amountFits = ({ decision }: Proposable, amount: string) =>
  (decision === 'accept' || decision === 'adjust') && amountForm[decision].test(amount) && !isZero(amount);

type Mistakes = Partial<Record<keyof Evidence, string>>;

/** Errors by field. */
export function mistakesIn(way: Proposable, evidence: Evidence): Mistakes {
  const receipt = way.needs.includes('receipt') && evidence.receipt.trim() === '';
  const card = way.needs.includes('card');
  return {
    ...(evidence.reason.trim() === '' ? { reason: t('deskReviews.reasonMissing') } : {}),
    ...(receipt ? { receipt: t('deskReviews.receiptMissing') } : {}),
    ...(card && !/^[\x21-\x7e]{1,128}$/.test(evidence.cardToken.trim())
      ? { cardToken: t('deskReviews.tokenMissing') }
      : {}),
    ...(card && !/^\d{4}$/.test(evidence.last4.trim()) ? { last4: t('deskReviews.last4Missing') } : {}),
    ...(needsAmount(way) && !amountFits(way, evidence.amount.trim()) ? { amount: t('deskReviews.amountInvalid') } : {}),
  };
}

/** The decision without its reason, for a preview: only the fields of this resolution. */
export const outlineOf = (way: Proposable, evidence: Evidence): Omit<Decision, 'reason'> => ({
  decision: way.decision,
  ...(way.needs.includes('receipt') ? { receipt: evidence.receipt.trim() } : {}),
  ...(way.needs.includes('card') ? { cardToken: evidence.cardToken.trim(), last4: evidence.last4.trim() } : {}),
  ...(needsAmount(way) ? { amount: evidence.amount.trim() } : {}),
});

/** The decision as a request body. */
export const decisionOf = (way: Proposable, evidence: Evidence): Decision => ({
  ...outlineOf(way, evidence),
  reason: evidence.reason.trim(),
});
