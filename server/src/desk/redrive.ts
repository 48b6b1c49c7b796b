// Trying jobs again that gave up.
import { audit } from '../operators/audit.ts';
import { DEAD_LETTERS } from '../queue/queues.ts';
import type { DeskDeps, toolsOf } from './deps.ts';

/** Sends jobs back to where they gave up, in one commit with its line in the audit log. Answers how many there were. */
export async function redrive(
  { deadLetters }: Pick<DeskDeps, 'deadLetters'>,
  { db, clock, actor }: ReturnType<typeof toolsOf>,
  ids: readonly string[],
): Promise<number> {
  return db.writeUnscoped(async (tx) => {
    const redriven = await deadLetters.redrive(tx, ids);
    if (redriven > 0) {
      const details = { jobs: ids, redriven };
      await audit(tx, { at: clock.now(), actor, action: 'jobs.redrive', subject: DEAD_LETTERS, details });
    }
    return redriven;
  });
}
