// The time in which commits were lost.
import { t } from '../words/t.ts';

/** From the newest mark that is left to the newest exported one. */
export const betweenOf = ({ since, until }: { since: string | null; until: string | null }): string =>
  t('deskRecovery.betweenMoments', {
    since: since ?? t('deskRecovery.unknownMoment'),
    until: until ?? t('deskRecovery.unknownMoment'),
  });
