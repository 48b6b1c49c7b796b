// Labels for proposals; unknown values keep their own name.
import type { Proposal } from '../../../shared/desk-api.ts';
import { decisionWord } from '../reviews/words.ts';
import { maybe, t } from '../words/t.ts';

/** An action, such as “Set a price”. */
export const actWord = (act: string): string => maybe(`deskActs.${act}`) ?? act;

/** The proposal in a few words; for a review also the resolution. */
export function titleOf({ act, details: { decision } }: Proposal): string {
  if (act !== 'review.decide' || typeof decision !== 'string') return actWord(act);
  return t('deskProposals.decision', { act: actWord(act), decision: decisionWord(decision) });
}

/** What is approved, above the approve button. */
export const leadOf = (proposal: Proposal): string =>
  t('deskProposals.approveLead', { act: titleOf(proposal), subject: proposal.subject });

/** Why the viewer cannot approve. */
export const whyNotWord = (code: string): string =>
  maybe(`deskProposals.whyNot.${code}`) ?? t('deskProposals.whyNot.other', { code: code.replaceAll('_', ' ') });
