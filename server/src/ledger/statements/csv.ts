// A statement as a CSV file: one row per entry.
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

/** The columns with user-provided text, which a spreadsheet could run as a formula. */
const texts = new Set<unknown>(['reference', 'description']);

/** Writes the entries of a statement. Text that a spreadsheet would run is escaped; amounts stay numbers. */
export function toCsv(scope: Scope, statement: BuiltStatement): string {
  const rows = statement.entries.map(showEntriesOf(scope));
  return stringify(rows, {
    header: true,
    columns,
    cast: { string: (value, { column }) => (texts.has(column) ? { value, escape_formulas: true } : value) },
  });
}

/** The header that makes a browser save a statement under a descriptive name. */
export const dispositionOf = ({ from, to }: { from: string; to: string }, ending: 'csv' | 'pdf'): string =>
  `attachment; filename="statement-${from}-${to}.${ending}"`;
