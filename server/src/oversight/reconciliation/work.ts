// The reconciliation loop of a worker.
import { startPolling } from '../../foundation/polling.ts';
import { carryReconciliation } from './carry.ts';
import type { Reconciler } from './walk.ts';

/** An operator waits for the run that they requested; a poll that finds nothing costs one small statement. */
const POLL_EVERY_MS = 1_000;

/** Starts running reconciliations. Returns a function that stops it after the current page. */
export function startReconciling(reconciler: Reconciler, onError: (error: unknown) => void): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const polling = startPolling({
    everyMs: POLL_EVERY_MS,
    check: () => carryReconciliation(reconciler, stopping.signal),
    onError, // another worker continues when its lease ends
  });
  return {
    async stop() {
      stopping.abort();
      await polling.stop();
    },
  };
}
