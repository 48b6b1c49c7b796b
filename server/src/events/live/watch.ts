// Watches books with one poll per second for all viewers of this process.

import { toId } from '../../foundation/ids.ts';
import { startPolling } from '../../foundation/polling.ts';
import type { Scope } from '../../foundation/scope.ts';
import type { Queryable } from '../../platform/db/db.ts';
import { readNewEvents } from './sql.ts';

/** Frequent enough to look live, rare enough to cost nothing. */
const EVERY_MS = 1_000;

/** Events of a book per poll. The next poll returns the rest. */
const MOST_AT_ONCE = 200;

/** The published fields of an event. Clients that need more read the object. */
export type LiveEvent = { id: string; type: string; sequence: string; objectId: string | null };

type Watcher = { scope: Scope; after: bigint; tell: (event: LiveEvent) => void };

export type Watching = {
  /**
   * Calls `tell` for every event of a book after a number, in order and without gaps. Returns a function that stops it.
   */
  watch(scope: Scope, after: bigint, tell: (event: LiveEvent) => void): () => void;
  stop(): Promise<void>;
};

/** Starts polling. */
export function startWatching(options: {
  db: Queryable;
  onError: (error: unknown) => void;
  everyMs?: number;
}): Watching {
  const watchers = new Set<Watcher>();

  const look = async () => {
    if (watchers.size === 0) return;
    // Viewers at the same position of a book share one range. One that is behind has its own, so that nobody waits for
    // it.
    const groups = [...Map.groupBy(watchers, placeOf).values()];
    const books = groups.flatMap(([first]) =>
      first === undefined ? [] : [{ scope: first.scope, after: first.after }],
    );
    for (const row of await readNewEvents(options.db, books, MOST_AT_ONCE)) {
      const event = {
        id: toId('event', row.id),
        type: row.type,
        sequence: row.sequence.toString(),
        objectId: row.object_id,
      };
      for (const watcher of groups[Number(row.book) - 1] ?? []) {
        watcher.after = row.sequence;
        if (watchers.has(watcher)) watcher.tell(event);
      }
    }
  };
  const polling = startPolling({ everyMs: options.everyMs ?? EVERY_MS, check: look, onError: options.onError });

  return {
    watch(scope, after, tell) {
      const watcher = { scope, after, tell };
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
    stop: () => polling.stop(),
  };
}

const placeOf = ({ scope, after }: Watcher) => `${scope.companyId} ${scope.environment} ${after}`;
