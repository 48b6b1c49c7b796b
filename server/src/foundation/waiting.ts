// Waiting for what somebody else does with a request: a few seconds, because a client waits as well.
import { setTimeout as sleep } from 'node:timers/promises';

/** The worker and the issuer need a second or two; by then something is down, and the client is told to look later. */
const LONGEST_WAIT_MS = 5_000;

/** Soon at first, then less and less often: what takes long is not asked about all the time. */
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 500;

/** Looks until there is an answer, and answers undefined when there is none in time. */
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
