// Tables that are split by month: the next months are added ahead of time, and months past their retention time are
// dropped as a whole.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Retain } from '../../foundation/worker-config.ts';
import type { Db } from '../db/db.ts';
import { isTransient } from '../db/errors.ts';
import { addMonths, dropMonth } from './sql.ts';

/** Dropping locks the whole table, so it gives up after a second. A long statement may be over by the next try. */
const RETRY_MS = 60_000;

/** An hour of tries: the next night continues. */
const MOST_TRIES = 60;

type Kept = Pick<Retain, 'eventsDays' | 'notificationBodiesDays'>;

/** Adds the months to come, and drops those past their retention time. */
export async function keepMonths(db: Db, kept: Kept): Promise<{ added: number; dropped: string[] }> {
  return { added: await prepareMonths(db), dropped: await dropMonths(db, kept) };
}

/** Adds the missing parts of this month and the next three. Returns how many. */
export async function prepareMonths(db: Db, retryMs: number = RETRY_MS): Promise<number> {
  return persist(() => addMonths(db), retryMs);
}

/** Drops the months past their retention time. Returns the names of the dropped parts. */
export async function dropMonths(
  db: Db,
  { eventsDays, notificationBodiesDays }: Kept,
  retryMs: number = RETRY_MS,
): Promise<string[]> {
  const dropped: string[] = [];
  for (;;) {
    const part = await persist(() => dropMonth(db, { eventsDays, bodiesDays: notificationBodiesDays }), retryMs);
    if (part === null) return dropped;
    dropped.push(part);
  }
}

async function persist<Result>(act: () => Promise<Result>, retryMs: number): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await act();
    } catch (error) {
      if (!isTransient(error) || tries === MOST_TRIES) throw error;
    }
    await sleep(retryMs, undefined, { ref: false });
  }
}
