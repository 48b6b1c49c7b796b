// The heartbeat of a worker: it records in the database that it runs and whether it is stopped, for the status.
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { startPolling } from '../../foundation/polling.ts';
import type { Queryable } from '../db/db.ts';
import { noteWorker } from './sql.ts';
import type { StopFile } from './stop.ts';

/** The status shows a stop, and its end, within this time. */
const CHECK_EVERY_MS = 1_000;

/** Interval of heartbeats without a change: a write of one small row. */
const TELL_EVERY_MS = 5_000;

/** Three missed heartbeats: a worker that is silent for longer counts as gone. */
export const GONE_AFTER_SECONDS = 15;

/** Starts the heartbeat of this process. Returns a function that stops it. */
export function startHeartbeat(options: { db: Queryable; stop: StopFile; onError: (error: unknown) => void }): {
  stop(): Promise<void>;
} {
  const worker = { id: randomUUID(), host: hostname() };
  let told: { at: number; why: string | undefined } | undefined;
  const check = async () => {
    const stop = options.stop.check();
    const at = performance.now();
    if (told !== undefined && told.why === stop?.why && at - told.at < TELL_EVERY_MS) return;
    await noteWorker(options.db, worker, stop);
    told = { at, why: stop?.why };
  };
  return startPolling({ everyMs: CHECK_EVERY_MS, check, onError: options.onError });
}
