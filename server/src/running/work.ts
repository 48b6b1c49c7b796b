// Everything that carries operations on: pokes from the queue, notifications, reviews that are due, and what was lost.
import type { Config } from '../config.ts';
import { registerHolders } from '../holders/create.ts';
import type { Runner } from './claim.ts';
import { processNotifications } from './notice.ts';
import { checkReviews } from './review.ts';
import { startRunning } from './run.ts';
import { openSettling } from './settle.ts';
import { takeForgotten } from './sql.ts';

/** Notifications and reviews are looked for so often. */
const LOOK_EVERY_MS = 500;

/** An operation that nobody looked at for so long was lost by the queue: it is poked again. */
const FORGOTTEN_SECONDS = 120;

/** Operations poked again by one look. */
const FORGOTTEN_AT_ONCE = 100;

/** Starts carrying operations on. What it answers stops it, behind whatever is under way. */
export async function startOperations(
  runner: Runner,
  { issuers, onError }: { issuers: Config['issuers']; onError: (error: unknown) => void },
): Promise<{ stop(): Promise<void> }> {
  const settle = openSettling(runner);
  const running = [
    startRunning(runner, { environment: 'sandbox', settle, onError }),
    startRunning(runner, { environment: 'live', settle, onError }),
  ];
  await runner.pokes.listen(() => running.forEach((each) => each.wake()));
  let looking: Promise<unknown> | undefined;
  const look = () => {
    looking ??= Promise.all([
      processNotifications(runner, { settle, issuers, onError }),
      checkReviews(runner, settle),
      pokeForgotten(runner),
      registerHolders(runner.db, runner.issuers),
    ])
      .catch(onError)
      .finally(() => {
        looking = undefined;
      });
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all([looking, ...running.map((each) => each.stop())]);
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
