// Retention: deletes events, deliveries and attempts past their retention time. Event numbers are never reused.

import { NOBODY } from '../../foundation/ids.ts';
import type { Db } from '../../platform/db/db.ts';
import { forgetEvents, type Place } from './sql.ts';

/** Books checked per commit: most have nothing to delete. */
const BOOKS_AT_ONCE = 500;

/** Rows deleted per commit, of each kind: at most a second of work. */
const ROWS_AT_ONCE = 2_000;

/** Sorts before every book. */
const BEGINNING: Place = { companyId: NOBODY, environment: 'sandbox' };

/** Deletes events and deliveries older than `days`, in small commits. Returns the number of rows. */
export async function forgetOldEvents(
  db: Db,
  days: number,
  sizes: { books: number; rows: number } = { books: BOOKS_AT_ONCE, rows: ROWS_AT_ONCE },
): Promise<number> {
  let total = 0;
  for (let place: Place | undefined = BEGINNING; place !== undefined; ) {
    const reached = await forgetEvents(db, place, { ...sizes, days });
    total += reached.forgotten;
    place = reached.place;
  }
  return total;
}
