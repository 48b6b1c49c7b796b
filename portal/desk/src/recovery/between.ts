// The time in which commits were lost.
import { t } from '../words/t.ts';

/** Minutes instead of hundreds of seconds. */
const LONGEST_IN_SECONDS = 120;

/** From the newest mark that is left to the newest exported one, and how long that is. */
export function betweenOf({ since, until }: { since: string | null; until: string | null }): string {
  if (since === null || until === null) {
    const unknown = t('deskRecovery.unknownMoment');
    return t('deskRecovery.betweenMoments', { since: since ?? unknown, until: until ?? unknown });
  }
  const seconds = Math.ceil((Date.parse(until) - Date.parse(since)) / 1_000);
  return seconds > LONGEST_IN_SECONDS
    ? t('deskRecovery.betweenMinutes', { since, until, minutes: Math.ceil(seconds / 60) })
    : t('deskRecovery.betweenSeconds', { since, until, seconds });
}
