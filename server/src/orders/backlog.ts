// How much waits to be sent. Beyond a bound we accept nothing more: a hold that waits for hours serves nobody.
import type { Queryable } from '../db/db.ts';
import type { Environment } from '../scope.ts';
import { countQueued } from './sql.ts';

/** The count is as old as this at most, and whatever this process accepted meanwhile is added to it. */
const LOOK_EVERY_MS = 1_000;

export type Backlog = {
  /** Whether an environment has as much as may wait. While the database does not answer, the last count stands. */
  isFull(environment: Environment): boolean;
  /** Told of an operation that was accepted. */
  grew(environment: Environment): void;
};

/** Opens the count of a process. It looks when it is asked, so an idle process asks nothing of the database. */
export function openBacklog({ db, mostQueued }: { db: Queryable; mostQueued: number }): Backlog {
  const counts = { sandbox: { queued: 0, at: -Infinity }, live: { queued: 0, at: -Infinity } };
  const look = async (environment: Environment) => {
    const queued = await countQueued(db, environment, mostQueued).catch(() => undefined);
    if (queued !== undefined) counts[environment].queued = queued;
  };
  return {
    isFull(environment) {
      const count = counts[environment];
      if (performance.now() - count.at > LOOK_EVERY_MS) {
        count.at = performance.now();
        void look(environment);
      }
      return count.queued >= mostQueued;
    },
    grew(environment) {
      counts[environment].queued++;
    },
  };
}
