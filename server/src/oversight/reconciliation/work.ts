// The part of a worker that carries reconciliations on.
import { startLooking } from '../../foundation/looking.ts';
import { carryReconciliation } from './carry.ts';
import type { Reconciler } from './walk.ts';

/** An operator waits for what they asked for; a look that finds nothing costs one small statement. */
const LOOK_EVERY_MS = 1_000;

/** Starts carrying reconciliations on. What it answers stops it, behind the page that is looked at. */
export function startReconciling(reconciler: Reconciler, onError: (error: unknown) => void): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const looking = startLooking({
    everyMs: LOOK_EVERY_MS,
    look: () => carryReconciliation(reconciler, stopping.signal),
    onError, // its lease ends, and whoever lives then goes on
  });
  return {
    async stop() {
      stopping.abort();
      await looking.stop();
    },
  };
}
