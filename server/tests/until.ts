// Polling for a condition, instead of fixed sleeps.
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Ends a hanging test. Not a limit on speed: on a busy machine a second's work may take a minute.
 */
export const PATIENCE_MS = 90_000;

/** Polls until the result matches; fails with the last result at the timeout. */
export async function until<Value>(
  read: () => Promise<Value> | Value,
  fits: (value: Value) => boolean,
  withinMs = PATIENCE_MS,
): Promise<Value> {
  const end = performance.now() + withinMs;
  for (;;) {
    const value = await read();
    if (fits(value)) return value;
    if (performance.now() > end) throw new Error(`not within ${withinMs} ms; last seen: ${JSON.stringify(value)}`);
    await sleep(20);
  }
}
