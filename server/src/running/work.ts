// Everything that carries operations on: pokes from the queue, notifications, reviews that are due, and what was lost.
import type { Config } from '../config.ts';
import { registerHolders } from '../holders/create.ts';
import type { WorkQueue } from '../queue/queue.ts';
import { processNotifications } from './notice.ts';
import { checkReviews } from './review.ts';
import { openSettling, operationRunner, type Runner } from './run.ts';
import { listForgotten } from './sql.ts';

/** Notifications and reviews are looked for so often. */
const LOOK_EVERY_MS = 500;

/** An operation that is due for so long was lost by the queue: it is poked again. */
const FORGOTTEN_SECONDS = 30;

/** Operations poked again by one look. */
const FORGOTTEN_AT_ONCE = 100;

/** Starts carrying operations on. What it answers stops it, behind the look that runs. */
export async function startOperations(
  runner: Runner,
  { queue, issuers, onError }: { queue: WorkQueue; issuers: Config['issuers']; onError: (error: unknown) => void },
): Promise<{ stop(): Promise<void> }> {
  const settle = openSettling(runner.db);
  await queue.workOnOperations(operationRunner(runner, settle));
  let running: Promise<unknown> | undefined;
  const look = () => {
    running ??= Promise.all([
      processNotifications(runner, settle, issuers),
      checkReviews(runner, settle),
      pokeForgotten(runner),
      registerHolders(runner.db, runner.issuers),
    ])
      .catch(onError)
      .finally(() => {
        running = undefined;
      });
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}

async function pokeForgotten({ db, jobs }: Runner): Promise<void> {
  const forgotten = await listForgotten(db, FORGOTTEN_SECONDS, FORGOTTEN_AT_ONCE);
  if (forgotten.length > 0) await db.writeUnscoped((tx) => jobs.send(tx, forgotten));
}
