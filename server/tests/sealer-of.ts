// A sealer with the worker's role, triggered by a test instead of the clock.
import { systemClock } from '@cardwright/server/foundation/clock.ts';
import { openHeadFiles } from '@cardwright/server/ledger/seals/head-files.ts';
import { gatherHeads, type HeadStore } from '@cardwright/server/ledger/seals/heads.ts';
import { sealEverything } from '@cardwright/server/ledger/seals/seal.ts';
import { openDb } from '@cardwright/server/platform/db/db.ts';
import type { Stack } from '@cardwright/stack/start.ts';

/** A sealer of a stack. A failed pass fails the test, unless expected. Close it when done. */
export function sealerOf(stack: Stack) {
  const db = openDb({
    url: stack.urlOf('cardwright_worker'),
    name: 'test-sealer',
    connections: 4,
    onError: () => undefined,
  });
  const files = openHeadFiles(stack.sealsDirectory, systemClock);
  /** Runs one pass; returns its errors. */
  const attempt = async (heads?: HeadStore): Promise<unknown[]> => {
    const errors: unknown[] = [];
    const store = { ...files, ...heads }; // marks go to the files in any case
    await sealEverything({ db, clock: systemClock, store, onError: (error) => errors.push(error) });
    return errors;
  };
  return {
    db,
    files,
    attempt,
    async seal(store?: HeadStore): Promise<void> {
      const [error] = await attempt(store);
      if (error !== undefined) throw error;
    },
    heads: () => gatherHeads(files),
    close: () => db.close(),
  };
}
