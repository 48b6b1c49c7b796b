// The feed of events as an iterator that never ends, and resumes where the last handled event was.
import type { Resources, Schemas } from './generated/resources.ts';
import { sleep } from './transport.ts';

export type Follow = {
  /** The sequence of the last event that was handled; 0 to begin. */
  after: number;
  /** Only these types. */
  types?: Schemas['Event']['type'][];
  /** Ends the iteration, without an error. */
  signal?: AbortSignal;
  /** How long to wait after the newest event; default: 2 seconds. */
  pollMs?: number;
};

/** The largest page of the API. */
const PAGE = 100;

const POLL_MS = 2_000;

/**
 * Follows the feed. An event is requested again after a restart until its sequence is given as `after`: save the
 * sequence with the effects of the event, in one transaction, and each event counts once.
 */
export async function* follow(resources: Resources, given: Follow): AsyncGenerator<Schemas['Event'], void> {
  const { types, signal, pollMs = POLL_MS } = given;
  let { after } = given;
  if (!Number.isSafeInteger(after) || after < 0) throw new TypeError('after must be the sequence of an event, or 0');
  try {
    for (;;) {
      if (signal?.aborted) return;
      const query = { afterSequence: after, limit: PAGE, ...(types && { type: types }) };
      const { data } = await resources.events.list(query, signal && { signal });
      for (const event of data) {
        if (signal?.aborted) return;
        yield event;
        after = event.sequence;
      }
      if (data.length === 0) await sleep(pollMs, signal);
    }
  } catch (error) {
    if (!signal?.aborted) throw error;
  }
}
