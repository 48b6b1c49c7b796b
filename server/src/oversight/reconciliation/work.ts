// The part of a worker that carries reconciliations on.
import { startPolling } from '../../foundation/polling.ts';
import { carryReconciliation } from './carry.ts';
import type { Reconciler } from './walk.ts';

/** An operator waits for what they asked for; a look that finds nothing costs one small statement. */
const POLL_EVERY_MS = 1_000;

/** Starts carrying reconciliations on. What it answers stops it, behind the page that is looked at. */
export function startReconciling(reconciler: Reconciler, onError: (error: unknown) => void): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const polling = startPolling({
    everyMs: POLL_EVERY_MS,
    check: () => carryReconciliation(reconciler, stopping.signal),
    onError, // its lease ends, and whoever lives then goes on
  });
  return {
    async stop() {
      stopping.abort();
      await polling.stop();
    },
  };
}
