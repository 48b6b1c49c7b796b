// Settling: what was learned of an operation is stored, and its poke goes in the same commit.
import { setTimeout as sleep } from 'node:timers/promises';
import { crashPoint } from '../crash-points.ts';
import type { Db } from '../db/db.ts';
import { openLane } from '../db/lane.ts';
import type { HeldPoke } from '../queue/pokes.ts';
import type { WorkQueue } from '../queue/queue.ts';
import { type News, type Settled, settleOperations } from './sql.ts';

/** What could not be stored is tried again so often. */
const STORE_AGAIN_MS = 1_000;

/** An outage that lasts for longer is told: what cannot be stored for any other reason must not stay a secret. */
const TELL_AFTER_MS = 10_000;

/** For so long: by then somebody else has taken the operation for lost, and a read will find out what we know. */
const STORE_FOR_MS = 120_000;

/** Settles an operation by what was learned of it, and drops the poke that led there. */
export type Settle = (news: News, poke?: HeldPoke) => Promise<Settled>;

/** Opens the settling of a process: whatever waits for the database shares a commit. */
export function openSettling(options: {
  db: Db;
  pokes: WorkQueue['pokes'];
  onError: (error: unknown) => void;
}): Settle {
  const { db, pokes, onError } = options;
  const lane = openLane<{ news: News; poke: HeldPoke | undefined }, Settled>({
    run: async (batch) => {
      const results = await db.writeUnscoped(async (tx) => {
        const held = batch.flatMap(({ poke }) => (poke === undefined ? [] : [poke]));
        const learned = batch.map(({ news }) => news);
        const [settled] = await Promise.all([settleOperations(tx, learned), pokes.drop(tx, held)]);
        crashPoint('before-settle-commit');
        return settled;
      });
      crashPoint('after-settle');
      return results;
    },
    ownerOf: ({ news }) => `${news.companyId} ${news.environment}`,
    identityOf: ({ news }) => news.operationId,
  });
  return (news, poke) => untilStored(() => lane({ news, poke }), onError);
}

/** An answer of the issuer exists only here until it is stored, so an outage of the database is waited for. */
export async function untilStored<Answer>(
  store: () => Promise<Answer>,
  onError: (error: unknown) => void,
): Promise<Answer> {
  const started = performance.now();
  let isTold = false;
  for (;;) {
    try {
      return await store();
    } catch (error) {
      const lasts = performance.now() - started;
      if (lasts > STORE_FOR_MS) throw error;
      if (lasts > TELL_AFTER_MS && !isTold) onError(error);
      isTold ||= lasts > TELL_AFTER_MS;
      await sleep(STORE_AGAIN_MS);
    }
  }
}
