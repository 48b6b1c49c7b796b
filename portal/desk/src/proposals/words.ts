// Labels for proposals; unknown values keep their own name.
import type { Proposal } from '../../../shared/desk-api.ts';
import { decisionWord } from '../reviews/words.ts';
import { maybe, t } from '../words/t.ts';

/** An action, such as “Set a price”. */
export const actionWord = (action: string): string => maybe(`deskActions.${action}`) ?? action;

/** The proposal in a few words; for a review also the resolution. */
export function titleOf({ action, details: { decision } }: Proposal): string {
  if (action !== 'review.decide' || typeof decision !== 'string') return actionWord(action);
  return t('deskProposals.decision', { action: actionWord(action), decision: decisionWord(decision) });
}

/** What is approved, above the approve button. */
export const leadOf = (proposal: Proposal): string =>
  t('deskProposals.approveLead', {
    action: titleOf(proposal),
    subject: proposal.subjectName ?? proposal.companyName ?? proposal.subject,
  });

/** Why the viewer cannot approve. */
export const whyNotWord = (code: string): string =>
  maybe(`deskProposals.whyNot.${code}`) ?? t('deskProposals.whyNot.other', { code: code.replaceAll('_', ' ') });
