// Waiting for something to become true, instead of sleeping and hoping.
import { setTimeout as sleep } from 'node:timers/promises';

/** Asks again and again until the answer fits, or fails with the last answer when the time is over. */
export async function until<Value>(
  read: () => Promise<Value> | Value,
  fits: (value: Value) => boolean,
  withinMs: number,
): Promise<Value> {
  const end = performance.now() + withinMs;
  for (;;) {
    const value = await read();
    if (fits(value)) return value;
    if (performance.now() > end) throw new Error(`not within ${withinMs} ms; last seen: ${JSON.stringify(value)}`);
    await sleep(20);
  }
}
