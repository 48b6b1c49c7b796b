// Waiting for something to become true, instead of sleeping and hoping.
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Ends what hangs. It says nothing about speed: what takes a second takes a minute where other programs have the
 * processor.
 */
export const PATIENCE_MS = 90_000;

/** Asks again and again until the answer fits, or fails with the last answer when the time is over. */
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
