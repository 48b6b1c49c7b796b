// Waits a few seconds for a request's outcome, while a client waits.
import { setTimeout as sleep } from 'node:timers/promises';

/** The worker and the issuer need a second or two. Beyond this, something is down and the client checks later. */
const LONGEST_WAIT_MS = 5_000;

/** Pauses start short and grow, so that slow outcomes cost few polls. */
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 500;

/** Polls until there is an answer; returns undefined if there is none in time. */
export async function waitFor<Answer>(
  look: () => Promise<Answer | undefined>,
  longestMs = LONGEST_WAIT_MS,
): Promise<Answer | undefined> {
  const until = performance.now() + longestMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    const answer = await look();
    if (answer !== undefined || performance.now() + pauseMs > until) return answer;
    await sleep(pauseMs);
  }
}
