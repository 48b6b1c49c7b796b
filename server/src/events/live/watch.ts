// Watching books: one look a second for everybody who watches in this process, however many they are.

import { toId } from '../../foundation/ids.ts';
import { startPolling } from '../../foundation/polling.ts';
import type { Scope } from '../../foundation/scope.ts';
import type { Queryable } from '../../platform/db/db.ts';
import { readNewEvents } from './sql.ts';

/** Soon enough to look alive, seldom enough to cost nothing. */
const EVERY_MS = 1_000;

/** So many events of a book come with one look; more come with the next. */
const MOST_AT_ONCE = 200;

/** What is told of an event; whoever wants more reads the object. */
export type LiveEvent = { id: string; type: string; sequence: string; objectId: string | null };

type Watcher = { scope: Scope; after: bigint; tell: (event: LiveEvent) => void };

export type Watching = {
  /** Tells what happens in a book behind a number, in order and without a gap, until the answer is called. */
  watch(scope: Scope, after: bigint, tell: (event: LiveEvent) => void): () => void;
  stop(): Promise<void>;
};

/** Begins to look. */
export function startWatching(options: {
  db: Queryable;
  onError: (error: unknown) => void;
  everyMs?: number;
}): Watching {
  const watchers = new Set<Watcher>();

  const look = async () => {
    if (watchers.size === 0) return;
    // Whoever is as far in the same book shares one range. One who is behind has a range of their own, so that nobody
    // waits for them.
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
