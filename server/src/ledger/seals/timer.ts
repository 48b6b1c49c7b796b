// The worker's timers for sealing.
import type { Working } from '../../platform/work/run.ts';
import { openWakeUp } from '../../platform/work/wake-up.ts';
import { type Sealer, sealAuditLog, sealEverything } from './seal.ts';

/** Postings can be rewritten unnoticed until they are sealed and exported: this bounds that time. */
const SEAL_EVERY_MS = 10_000;

/** Operators' decisions are exported within five seconds of their commit, with time for a second attempt. */
const SEAL_AUDIT_EVERY_MS = 1_500;

/** Interval of passes over all books, not only those with new entries, to catch missed ones. */
const ALL_BOOKS_EVERY_MS = 3_600_000;

/**
 * An entry gets its time before it is visible, from the database's clock: it may be this much older than the pass that
 * should have seen it. The statement timeout ends longer postings.
 */
const MARGIN_MS = 300_000;

/** Wakes up sealing of the audit log, as kinds of work wake up other loops. */
const AUDIT_KIND = 'audit';

/**
 * Seals immediately and then repeatedly, without overlap. `wake` seals and exports the audit log now. `stop` waits for
 * a pass in progress.
 */
export function startSealing(sealer: Sealer, { everyMs = SEAL_EVERY_MS } = {}): Working {
  let running: Promise<void> | undefined;
  let since: Date | undefined; // everything older is sealed
  let allBooksAt = 0;
  const run = async () => {
    const startedAt = sealer.clock.now();
    const isDue = startedAt.getTime() - allBooksAt >= ALL_BOOKS_EVERY_MS;
    let isComplete = true;
    const onError = (error: unknown) => {
      isComplete = false;
      sealer.onError(error);
    };
    const hasRun = await sealEverything({ ...sealer, onError }, isDue ? undefined : since).catch(onError);
    if (hasRun !== true || !isComplete) return;
    since = new Date(startedAt.getTime() - MARGIN_MS);
    if (isDue) allBooksAt = startedAt.getTime();
  };
  const pass = () => {
    running ??= run().finally(() => {
      running = undefined;
    });
  };
  pass();
  const timer = setInterval(pass, everyMs);
  const wakeUp = openWakeUp();
  const stopping = new AbortController();
  const audit = (async () => {
    while (!stopping.signal.aborted) {
      await wakeUp.wait(SEAL_AUDIT_EVERY_MS);
      await sealAuditLog(sealer);
    }
  })();
  return {
    kind: AUDIT_KIND,
    wake: () => wakeUp.wake(),
    async stop() {
      clearInterval(timer);
      stopping.abort();
      wakeUp.wake();
      await Promise.all([running, audit]);
    },
  };
}
