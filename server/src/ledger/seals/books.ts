// Seals many books at a time: one statement reads them all, and one appends all their seals.
import type { Clock } from '../../foundation/clock.ts';
import type { Scope } from '../../foundation/scope.ts';
import type { Db } from '../../platform/db/db.ts';
import { isConflict, isOfStorage, isTransient } from '../../platform/db/errors.ts';
import { readServer } from '../../platform/fence/sql.ts';
import { showEntriesOf } from '../book/entries.ts';
import { beginningOf, chainOf, MOST_LINKS, textsOfEntry } from './chain.ts';
import { sealsOf } from './seals-of.ts';
import { appendSeals, type NewSeal, readUnsealed, type UnsealedBook } from './sql.ts';

/** Books of one turn: more would save little, hold one snapshot longer, and leave more to repeat after an error. */
const BOOKS_AT_ONCE = 64;

/**
 * Entries of one turn: a few megabytes and some ten milliseconds of hashing. Each book may fill its share, at least one
 * seal, so no book takes the room of another.
 */
const ENTRIES_AT_ONCE = BOOKS_AT_ONCE * MOST_LINKS;

/** No further books are listed while as many wait: memory stays bounded, also when every book is far behind. */
const MOST_WAITING = 500;

type BookSealer = {
  db: Db;
  clock: Clock;
  /** Called with the error of each book that could not be sealed; the other books are sealed. */
  onError: (error: unknown) => void;
};

/**
 * Seals the listed books through their last entries. Books take turns: one with more entries than a turn takes goes
 * behind all that wait.
 */
export async function sealBooks(
  sealer: BookSealer,
  pages: Iterable<readonly Scope[]> | AsyncIterable<readonly Scope[]>,
): Promise<void> {
  const waiting: Scope[] = [];
  const takeTurn = async () => {
    waiting.push(...(await sealTogether(sealer, waiting.splice(0, BOOKS_AT_ONCE))));
  };
  for await (const page of pages) {
    waiting.push(...page);
    while (waiting.length >= MOST_WAITING) await takeTurn();
  }
  while (waiting.length > 0) await takeTurn();
}

/**
 * Gives some books a turn; returns those with more entries. A turn that fails is repeated in halves, until the book
 * that fails stands alone. Repeating is safe: a seal that was appended is not appended again.
 */
async function sealTogether(sealer: BookSealer, scopes: readonly Scope[]): Promise<Scope[]> {
  try {
    const { unfinished, errors } = await sealTurn(sealer, scopes);
    for (const error of errors) sealer.onError(error);
    return unfinished;
  } catch (error) {
    if (scopes.length === 1 || (isTransient(error) && !isConflict(error) && !isOfStorage(error))) {
      sealer.onError(error);
      return [];
    }
    const half = Math.ceil(scopes.length / 2);
    const first = await sealTogether(sealer, scopes.slice(0, half));
    return [...first, ...(await sealTogether(sealer, scopes.slice(half)))];
  }
}

const unsealable = (scope: Scope) => `${chainOf(scope)} is not sealed any further`;

type Turn = { unfinished: Scope[]; errors: unknown[] };

async function sealTurn({ db, clock }: BookSealer, scopes: readonly Scope[]): Promise<Turn> {
  const { epoch } = await readServer(db);
  const mostEach = Math.floor(ENTRIES_AT_ONCE / MOST_LINKS / scopes.length) * MOST_LINKS;
  const unsealed = await readUnsealed(db, scopes, mostEach);
  const stamp = { at: clock.now(), epoch: Number(epoch) };
  const unfinished: Scope[] = [];
  const errors: unknown[] = [];
  const books = unsealed.flatMap((book) => {
    try {
      return [{ ...book, seals: sealsOfBook(book, stamp) }];
    } catch (error) {
      errors.push(error);
      return [];
    }
  });
  const offered = books.flatMap(({ scope, seals }) => seals.map((seal) => ({ scope, seal })));
  const verdicts = await appendSeals(db, offered);
  for (const { scope, seals, entries } of books) {
    const its = verdicts.splice(0, seals.length);
    if (its.includes('beyond')) errors.push(new Error(`${unsealable(scope)}: its book counts fewer entries`));
    // After a stale seal, another sealer continues with this book.
    else if (!its.includes('stale') && entries.length === mostEach) unfinished.push(scope);
  }
  return { unfinished, errors };
}

/** The seals over the new entries of a book. */
function sealsOfBook({ scope, latest, entries }: UnsealedBook, stamp: { at: Date; epoch: number }): NewSeal[] {
  const show = showEntriesOf(scope);
  const links = entries.map((entry) => ({ number: Number(entry.sequence), texts: textsOfEntry(show(entry)) }));
  const position = { number: Number(latest?.last_sequence ?? 0n), hash: latest?.hash_after ?? beginningOf(scope) };
  const seals = sealsOf(chainOf(scope), position, links, stamp);
  if (seals.some(({ first }, index) => first !== (seals[index - 1]?.last ?? position.number) + 1))
    throw new Error(`${unsealable(scope)}: its entries are not numbered without a gap`);
  return seals;
}
