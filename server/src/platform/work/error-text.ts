// The error text of a failed attempt, for operators.
import pg from 'pg';

/** Fits the column and one line of a screen. */
const LONGEST_TEXT = 300;

/**
 * Describes an error without the values that caused it: the database quotes them in its messages, and they may be a
 * client's text.
 */
export function describeError(error: unknown): string {
  if (error instanceof pg.DatabaseError) {
    const rule = error.constraint ?? error.routine ?? '';
    return `database error ${error.code ?? 'without a code'}${rule === '' ? '' : ` (${rule})`}`;
  }
  const text = error instanceof Error ? `${error.name}: ${error.message}` : 'an unknown error';
  return text.toWellFormed().replaceAll('\u0000', '').slice(0, LONGEST_TEXT);
}
