// The worker's clockwork for sealing.
import { type Sealer, sealEverything } from './seal.ts';

/** What was posted can be rewritten unseen until it is sealed and exported, so this is how long. */
const SEAL_EVERY_MS = 10_000;

/** Seals at once and then again and again, one pass at a time. What it answers stops it, behind a pass that runs. */
export function startSealing(sealer: Sealer, { everyMs = SEAL_EVERY_MS } = {}): { stop(): Promise<void> } {
  let running: Promise<void> | undefined;
  const pass = () => {
    running ??= sealEverything(sealer)
      .catch(sealer.onError)
      .finally(() => {
        running = undefined;
      });
  };
  pass();
  const timer = setInterval(pass, everyMs);
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
