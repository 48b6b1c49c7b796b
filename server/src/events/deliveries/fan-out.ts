// Handing events on: every event becomes a delivery for each endpoint that wants it, in the commit that says how far it
// has come. Whoever dies midway has done nothing, and somebody else does it.
import type { Clock } from '../../foundation/clock.ts';
import { NOBODY } from '../../foundation/ids.ts';
import type { Scope } from '../../foundation/scope.ts';
import type { Db } from '../../platform/db/db.ts';
import { fanOutEvents } from './sql.ts';

/** Books that one commit hands on: enough to share it, few enough to hold their endpoints for a moment only. */
const BOOKS_AT_ONCE = 32;

/** Events of a book that one commit hands on, to at most sixteen endpoints; the rest comes in the next. */
const EVENTS_AT_ONCE = 200;

/** Before every book there is. */
const BEGINNING: Scope = { companyId: NOBODY, environment: 'sandbox' };

/** Hands on what there is, every book once. Answers how many books had something: those may have more. */
export async function fanOut({ db, clock }: { db: Db; clock: Clock }): Promise<number> {
  let books = 0;
  for (let place: Scope | undefined = BEGINNING; place !== undefined; ) {
    const sizes = { at: clock.now(), books: BOOKS_AT_ONCE, events: EVENTS_AT_ONCE };
    const done: Scope[] = await fanOutEvents(db, place, sizes);
    books += done.length;
    place = done.length === BOOKS_AT_ONCE ? done.at(-1) : undefined;
  }
  return books;
}
