// The last good drill as metrics: whether a backup could be restored, how long it takes, and what it would lose.
import { Gauge, type Registry } from 'prom-client';
import type { Clock } from '../../foundation/clock.ts';
import type { DrillStore } from '../../ledger/seals/drills.ts';
import type { Db } from '../../platform/db/db.ts';
import { readArchiving } from './sql.ts';

/** Drills run once a day at most; a bucket charges for every request. */
const READ_EVERY_MS = 60_000;

/**
 * Adds the last good drill to a registry and returns a function that refreshes it, to be called before each scrape.
 * What cannot be read is absent: a stale figure would look like a good one.
 */
export function addDrillMetrics(
  registry: Registry,
  { db, store, clock, onError }: { db: Db; store: DrillStore; clock: Clock; onError: (error: unknown) => void },
): () => Promise<void> {
  const gauge = (name: string, help: string) =>
    new Gauge({ name: `cardwright_${name}`, help, labelNames: [] as const, registers: [registry] });
  const archived = gauge('wal_archived', '1 when the database server archives its WAL.');
  const lastSuccess = gauge(
    'drill_last_success_timestamp_seconds',
    'When the last good drill ended; 0 if there is none.',
  );
  const loss = gauge('drill_loss_seconds', 'What a restore would lose, by the last good drill.');
  const restore = gauge('drill_restore_seconds', 'How long the last good drill took, until its copy was verified.');
  let readAt = Number.NEGATIVE_INFINITY;
  return async () => {
    const now = clock.now().getTime();
    if (now - readAt < READ_EVERY_MS) return;
    readAt = now;
    for (const each of [archived, lastSuccess, loss, restore]) each.remove();
    try {
      archived.set((await readArchiving(db)) ? 1 : 0);
      const drill = await store.newestGoodDrill();
      lastSuccess.set(drill === undefined ? 0 : Date.parse(drill.at) / 1_000);
      if (drill === undefined) return;
      loss.set(drill.lossSeconds ?? 0);
      restore.set(drill.restoreSeconds);
    } catch (error) {
      onError(error);
    }
  };
}
