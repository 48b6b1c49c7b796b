// Writes marks: each is committed, then exported. The newest exported mark is checked first, so a restored database
// cannot run past it.
import { randomUUID } from 'node:crypto';
import type { Clock } from '../../foundation/clock.ts';
import { startPolling } from '../../foundation/polling.ts';
import { type Db, openDb, type Tx } from '../db/db.ts';
import type { Fence } from './fence.ts';
import type { Mark, MarkStore } from './marks.ts';
import { isSynchronous, markNow, type Written, writeMark } from './sql.ts';

/** What a loss of the database can go unnoticed for, while commits go on. */
const MARK_EVERY_MS = 1_000;

/** The SQLSTATE of `write_mark` when the newest exported mark is not in the database. */
const LOST_MARK = 'CW060';

export type Marker = { db: Db; store: MarkStore };

/**
 * Writes and exports a mark if anything was committed since the last one. Throws if the store or the database fails, or
 * if the database lacks the newest exported mark.
 */
export async function markOnce(marker: Marker): Promise<void> {
  await exportNext(marker, writeMark);
}

/** Exports a mark of everything that is committed: a database without any of it lacks this mark too. */
export async function markEverything(marker: Marker): Promise<void> {
  while ((await exportNext(marker, markNow))?.isNew !== true);
}

async function exportNext(
  { db, store }: Marker,
  write: (tx: Tx, exported: readonly Mark[], token: string) => Promise<Written | undefined>,
): Promise<Written | undefined> {
  const exported = await store.newestMarks();
  const { written, isSynchronous: before } = await db.writeUnscoped(async (tx) => ({
    written: await write(tx, exported, randomUUID()),
    isSynchronous: await isSynchronous(tx),
  }));
  if (written === undefined) return undefined;
  const { isNew, ...mark } = written;
  // A commit that no standby confirmed throws. Read again after it: the setting may have been cleared while it waited.
  const confirmed = isNew && before && (await isSynchronous(db));
  await store.appendMark({ ...mark, confirmed });
  return written;
}

export type Marking = {
  /** Seconds since every commit was known to be behind an exported mark. */
  lagSeconds(): number;
  stop(): Promise<void>;
};

/** Marks once a second, without overlap, on a connection of its own: no other work delays a mark. */
export function startMarking(options: {
  url: string;
  store: MarkStore;
  fence: Pick<Fence, 'check' | 'close'>;
  clock: Clock;
  onError: (error: unknown) => void;
}): Marking {
  const { url, store, fence, onError } = options;
  const db = openDb({ url, name: 'cardwright-marks', connections: 1, onError });
  let marked = options.clock.now();
  const polling = startPolling({
    everyMs: MARK_EVERY_MS,
    check: async () => {
      if (fence.check() !== undefined) return;
      const at = options.clock.now();
      await markOnce({ db, store }).catch(async (error: unknown) => {
        if ((error as { code?: string }).code === LOST_MARK) await fence.close((error as Error).message);
        throw error;
      });
      marked = at;
    },
    onError,
  });
  return {
    lagSeconds: () => Math.max(0, (options.clock.now().getTime() - marked.getTime()) / 1_000),
    async stop() {
      await polling.stop();
      await db.close();
    },
  };
}
