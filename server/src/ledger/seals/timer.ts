// The worker's clockwork for sealing.
import { startPolling } from '../../foundation/polling.ts';
import { type Sealer, sealAuditLog, sealEverything } from './seal.ts';

/** What was posted can be rewritten unseen until it is sealed and exported, so this is how long. */
const SEAL_EVERY_MS = 10_000;

/** What operators decide is exported within five seconds of its commit, with time for a second attempt. */
const SEAL_AUDIT_EVERY_MS = 1_500;

/** So often a pass looks at all books and not only at those with new entries: what was missed is caught then. */
const ALL_BOOKS_EVERY_MS = 3_600_000;

/**
 * An entry is dated before it is visible, and by the database's clock: it may be so much older than the pass that
 * should have seen it. A posting that takes longer is ended by its statement's time limit.
 */
const MARGIN_MS = 300_000;

/** Seals at once and then again and again, one pass at a time. What it answers stops it, behind a pass that runs. */
export function startSealing(sealer: Sealer, { everyMs = SEAL_EVERY_MS } = {}): { stop(): Promise<void> } {
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
    await sealEverything({ ...sealer, onError }, isDue ? undefined : since).catch(onError);
    if (!isComplete) return;
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
  const audit = startPolling({
    everyMs: SEAL_AUDIT_EVERY_MS,
    check: () => sealAuditLog(sealer),
    onError: sealer.onError,
  });
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all([running, audit.stop()]);
    },
  };
}
