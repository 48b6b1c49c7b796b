// Retries failed jobs.
import { administer } from '../../identity/operators/act.ts';
import { DEAD_LETTERS } from '../../platform/queue/queues.ts';
import type { DeskDeps, toolsOf } from './deps.ts';

/** Moves failed jobs back to their queue, in one commit with the audit entry. Returns the number of jobs. */
export async function redrive(
  { deadLetters }: Pick<DeskDeps, 'deadLetters'>,
  { db, actor }: ReturnType<typeof toolsOf>,
  ids: readonly string[],
): Promise<number> {
  return db.writeUnscoped(async (tx) => {
    const redriven = await deadLetters.redrive(tx, ids);
    const given = { queue: DEAD_LETTERS, jobs: ids, redriven };
    if (redriven > 0) await administer(tx, actor, { action: 'jobs.redrive', given });
    return redriven;
  });
}
