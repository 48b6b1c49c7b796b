// A statement as a CSV file: one row an entry.
import { stringify } from 'csv-stringify/sync';
import type { Scope } from '../../foundation/scope.ts';
import { showEntriesOf } from '../book/entries.ts';
import type { BuiltStatement } from './build.ts';

const columns = [
  'id',
  'createdAt',
  'kind',
  'reference',
  'description',
  'amount',
  'balance',
  'availableDelta',
  'heldDelta',
];

/** The columns that hold texts of people, where a spreadsheet would run a formula. */
const texts = new Set<unknown>(['reference', 'description']);

/** Writes the entries of a statement. A text that a spreadsheet would run is made text; amounts stay numbers. */
export function toCsv(scope: Scope, statement: BuiltStatement): string {
  const rows = statement.entries.map(showEntriesOf(scope));
  return stringify(rows, {
    header: true,
    columns,
    cast: { string: (value, { column }) => (texts.has(column) ? { value, escape_formulas: true } : value) },
  });
}

/** The header that makes a browser save a statement under a name that says what it is. */
export const dispositionOf = ({ from, to }: { from: string; to: string }, ending: 'csv' | 'pdf'): string =>
  `attachment; filename="statement-${from}-${to}.${ending}"`;
