// Forgetting events, deliveries and attempts that are older than we keep them. Numbers go on: none is used again.

import { NOBODY } from '../../foundation/ids.ts';
import type { Db } from '../../platform/db/db.ts';
import { forgetEvents, type Place } from './sql.ts';

/** Books that one commit looks at: most of them have nothing to forget. */
const BOOKS_AT_ONCE = 500;

/** Rows that one commit forgets, of each kind: a second's work at most, beside everything else. */
const ROWS_AT_ONCE = 2_000;

/** Before every book there is. */
const BEGINNING: Place = { companyId: NOBODY, environment: 'sandbox' };

/** Forgets all that is kept no longer, a little at a time. Answers how much. */
export async function forgetOldEvents(
  db: Db,
  sizes: { books: number; rows: number } = { books: BOOKS_AT_ONCE, rows: ROWS_AT_ONCE },
): Promise<number> {
  let total = 0;
  for (let place: Place | undefined = BEGINNING; place !== undefined; ) {
    const reached = await forgetEvents(db, place, sizes);
    total += reached.forgotten;
    place = reached.place;
  }
  return total;
}
