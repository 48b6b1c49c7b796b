// The retry schedule.

/** Time from each failed attempt to the next one. There is none after the last: 75.6 hours in all. */
const DELAYS_SECONDS = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];

/** Each delay varies by up to this fraction, so that deliveries that failed together are not retried together. */
const JITTER = 0.1;

/** Upper limit of Retry-After. */
const LONGEST_RETRY_AFTER_SECONDS = 86_400;

/** When the next attempt is due after this number of failed attempts; undefined when there is none. */
export function nextAttemptAt(options: {
  attempts: number;
  /** When the last attempt failed. */
  at: Date;
  /** The Retry-After header of its response. */
  retryAfter?: string | undefined;
  /** From 0 to 1. */
  random: () => number;
}): Date | undefined {
  const delay = DELAYS_SECONDS[options.attempts - 1];
  if (delay === undefined) return undefined;
  const jittered = delay * (1 + JITTER * (2 * options.random() - 1));
  const seconds = Math.max(jittered, secondsIn(options.retryAfter, options.at));
  return new Date(options.at.getTime() + Math.round(seconds * 1_000));
}

/** The delay that Retry-After asks for, in seconds or as a date. A value that cannot be parsed means no delay. */
function secondsIn(retryAfter: string | undefined, at: Date): number {
  if (retryAfter === undefined) return 0;
  const until = Date.parse(retryAfter);
  const seconds = /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) : (until - at.getTime()) / 1_000;
  return Number.isNaN(seconds) ? 0 : Math.min(Math.max(seconds, 0), LONGEST_RETRY_AFTER_SECONDS);
}
