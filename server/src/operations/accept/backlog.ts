// The backlog of operations to send. Beyond a bound, a company that uses its share of it gets no more accepted: a hold
// that waits for hours is useless, and one company's backlog must not keep another from ordering.

import type { Environment, Scope } from '../../foundation/scope.ts';
import type { Db } from '../../platform/db/db.ts';
import { countOwnQueued, countQueued } from './sql.ts';

/** Maximum age of the count. Operations that this process accepted meanwhile are added to it. */
const COUNT_EVERY_MS = 1_000;

/** A company's share of the bound, as of the workers' concurrency: eight companies fill it, all others are accepted. */
const COMPANY_SHARE = 1 / 8;

export type Backlog = {
  /**
   * Whether a company's backlog is full: its environment has reached the bound, and the company its share. While the
   * database does not answer, the last count applies.
   */
  isFullFor(scope: Scope): Promise<boolean>;
  /** Adds an accepted operation. */
  grew(environment: Environment): void;
};

/** Opens the count of a process. It counts on demand, so an idle process causes no load. */
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
