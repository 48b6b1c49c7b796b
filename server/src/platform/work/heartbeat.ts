// The heartbeat of a worker: it tells the database that it runs and whether it is stopped, for the status.
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { startPolling } from '../../foundation/polling.ts';
import type { Queryable } from '../db/db.ts';
import { noteWorker } from './sql.ts';
import type { StopFile } from './stop.ts';

/** A stop, and its end, are in the status within this time. */
const CHECK_EVERY_MS = 1_000;

/** Without a change, a worker tells this often that it runs: a write of one small row. */
const TELL_EVERY_MS = 5_000;

/** Three heartbeats were missed: a worker that says nothing for longer counts as gone. */
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
