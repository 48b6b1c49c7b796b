// Everything that carries operations on by itself: pokes from the queue, reviews that are due, and what was lost.
import { registerHolders } from '../holders/create.ts';
import { startLooking } from '../looking.ts';
import type { Runner } from './claim.ts';
import { checkReviews } from './review.ts';
import { startRunning } from './run.ts';
import type { Settle } from './settle.ts';
import { takeForgotten } from './sql.ts';

/** Reviews, and whatever else is due, are looked for so often. */
const LOOK_EVERY_MS = 500;

/** An operation that nobody looked at for so long was lost by the queue: it is poked again. */
const FORGOTTEN_SECONDS = 120;

/** Operations poked again by one look. */
const FORGOTTEN_AT_ONCE = 100;

/** Starts carrying operations on. What it answers stops it, behind whatever is under way. */
export function startOperations(
  runner: Runner,
  { settle, onError }: { settle: Settle; onError: (error: unknown) => void },
): { wake(): void; stop(): Promise<void> } {
  const running = [
    startRunning(runner, { environment: 'sandbox', settle, onError }),
    startRunning(runner, { environment: 'live', settle, onError }),
  ];
  const looking = startLooking({
    everyMs: LOOK_EVERY_MS,
    look: () =>
      Promise.all([checkReviews(runner, settle), pokeForgotten(runner), registerHolders(runner.db, runner.issuers)]),
    onError,
  });
  return {
    wake: () => running.forEach((each) => each.wake()),
    async stop() {
      await Promise.all([looking.stop(), ...running.map((each) => each.stop())]);
    },
  };
}

/** Everything the queue holds can be made again from the operations that are not over. */
async function pokeForgotten({ db, pokes }: Runner): Promise<void> {
  await db.writeUnscoped(async (tx) => {
    const forgotten = await takeForgotten(tx, FORGOTTEN_SECONDS, FORGOTTEN_AT_ONCE);
    await pokes.send(tx, forgotten);
  });
}
