// Compares the totals of a book: its accounts against its entries and its undecided operations.
import { formatUsd } from '../../foundation/money/usd.ts';
import { type Book, differ, type Look } from './look.ts';
import { readTotals } from './rows.ts';

const BOOK = { subject: 'book', key: 'book' };

/** Compares the totals of a book, in one snapshot. */
export async function lookAtTotals({ db, scope }: Book): Promise<Look> {
  const totals = await db.read(scope, (tx) => readTotals(tx, scope));
  const nothing = { last: undefined, compared: 0, onTheirWay: [], asked: 0, unread: [] };
  if (totals === undefined) return { ...nothing, differences: [] };
  const { available, held, of_entries, undecided } = totals;
  const sides = (ours: bigint, theirs: bigint) => ({ ours: formatUsd(ours), theirs: formatUsd(theirs) });
  return {
    ...nothing,
    differences: [
      ...(available + held === of_entries ? [] : [differ('book_total', BOOK, sides(available + held, of_entries))]),
      ...(held === undecided ? [] : [differ('held_total', BOOK, sides(held, undecided))]),
    ],
  };
}
