// Words for proposals; what the catalogue does not know keeps its own name.
import type { Proposal } from '../../../shared/desk-api.ts';
import { actionWord } from '../reviews/words.ts';
import { maybe, t } from '../words/t.ts';

/** An action, such as “Set a price”. */
export const actWord = (act: string): string => maybe(`deskActs.${act}`) ?? act;

/** What is proposed, in a few words; of a review also how it is decided. */
export function titleOf({ act, details: { action } }: Proposal): string {
  if (act !== 'review.decide' || typeof action !== 'string') return actWord(act);
  return t('deskProposals.decision', { act: actWord(act), action: actionWord(action) });
}

/** What is approved, above the button that does it. */
export const leadOf = (proposal: Proposal): string =>
  t('deskProposals.approveLead', { act: titleOf(proposal), subject: proposal.subject });

/** Why the one who looks cannot approve. */
export const whyNotWord = (code: string): string =>
  maybe(`deskProposals.whyNot.${code}`) ?? t('deskProposals.whyNot.other', { code: code.replaceAll('_', ' ') });
