// How much waits to be sent. Beyond a bound we accept nothing more of a company that has its share of it: a hold that
// waits for hours serves nobody, and what one company lets wait keeps no other from ordering.

import type { Environment, Scope } from '../../foundation/scope.ts';
import type { Db } from '../../platform/db/db.ts';
import { countOwnQueued, countQueued } from './sql.ts';

/** The count is at most this old; operations that this process accepted meanwhile are added to it. */
const COUNT_EVERY_MS = 1_000;

/** A company's share of the bound, as of the workers' concurrency: eight companies fill it, all others are accepted. */
const COMPANY_SHARE = 1 / 8;

export type Backlog = {
  /**
   * Whether no more of a company may wait: its environment has as much as may wait, and the company has its share of
   * that. While the database does not answer, the last count stands.
   */
  isFullFor(scope: Scope): Promise<boolean>;
  /** Adds an operation that was accepted. */
  grew(environment: Environment): void;
};

/** Opens the count of a process. It counts when it is asked, so an idle process asks nothing of the database. */
export function openBacklog({ db, mostQueued }: { db: Db; mostQueued: number }): Backlog {
  const counts = { sandbox: { queued: 0, at: -Infinity }, live: { queued: 0, at: -Infinity } };
  const share = Math.max(1, Math.floor(mostQueued * COMPANY_SHARE));
  const count = async (environment: Environment) => {
    const queued = await countQueued(db, environment, mostQueued).catch(() => undefined);
    if (queued !== undefined) counts[environment].queued = queued;
  };
  return {
    async isFullFor(scope) {
      const counted = counts[scope.environment];
      if (performance.now() - counted.at > COUNT_EVERY_MS) {
        counted.at = performance.now();
        void count(scope.environment);
      }
      if (counted.queued < mostQueued) return false;
      const own = await db.read(scope, (tx) => countOwnQueued(tx, scope, share)).catch(() => share);
      return own >= share;
    },
    grew(environment) {
      counts[environment].queued++;
    },
  };
}
