// Fan-out: creates a delivery of every event for each subscribed endpoint, in the commit that advances the book's
// position. A process that dies midway leaves nothing behind, and another one repeats the work.
import type { Clock } from '../../foundation/clock.ts';
import { NOBODY } from '../../foundation/ids.ts';
import type { Scope } from '../../foundation/scope.ts';
import type { Db } from '../../platform/db/db.ts';
import { fanOutEvents } from './sql.ts';

/** Books per commit: enough to share its cost, few enough to lock their endpoints only briefly. */
const BOOKS_AT_ONCE = 32;

/** Events of a book per commit, for at most sixteen endpoints. The next commit takes the rest. */
const EVENTS_AT_ONCE = 200;

/** Sorts before every book. */
const BEGINNING: Scope = { companyId: NOBODY, environment: 'sandbox' };

/** Fans out once for every book. Returns the number of books that had events: they may have more. */
export async function fanOut(
  { db, clock }: { db: Db; clock: Clock },
  onCommit: () => void = () => undefined,
): Promise<number> {
  let books = 0;
  for (let place: Scope | undefined = BEGINNING; place !== undefined; ) {
    const sizes = { at: clock.now(), books: BOOKS_AT_ONCE, events: EVENTS_AT_ONCE };
    const done: Scope[] = await fanOutEvents(db, place, sizes);
    books += done.length;
    if (done.length > 0) onCommit();
    place = done.length === BOOKS_AT_ONCE ? done.at(-1) : undefined;
  }
  return books;
}
