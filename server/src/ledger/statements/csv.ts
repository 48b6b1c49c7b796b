// A statement as a CSV file: one row per entry, or one per operation or deposit.
import { stringify } from 'csv-stringify/sync';
import { formatUsd } from '../../foundation/money/usd.ts';
import type { Scope } from '../../foundation/scope.ts';
import { showEntriesOf } from '../book/entries.ts';
import { type ActivityRow, activityStatuses, activityTypes } from './activity.ts';
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

const activityColumns = [
  'date',
  'type',
  'detail',
  'status',
  'incoming',
  'outgoing',
  'fee',
  'onHold',
  'balance',
  'reference',
];

/** The columns with user-provided text, which a spreadsheet could run as a formula. */
const texts = new Set<unknown>(['reference', 'description', 'detail']);

/** Writes the entries of a statement. Text that a spreadsheet would run is escaped; amounts stay numbers. */
export function toCsv(scope: Scope, statement: BuiltStatement): string {
  const rows = statement.entries.map(showEntriesOf(scope));
  return write(columns, rows);
}

/** Writes the activity of a statement in the same way. */
export function toActivityCsv(activity: readonly ActivityRow[]): string {
  const rows = activity.map(({ at, type, detail, status, incoming, outgoing, fee, held, balance, reference }) => ({
    date: at.toISOString(),
    type: activityTypes[type],
    detail,
    status: activityStatuses[status],
    incoming: formatUsd(incoming),
    outgoing: formatUsd(outgoing),
    fee: formatUsd(fee),
    onHold: formatUsd(held),
    balance: formatUsd(balance),
    reference,
  }));
  return write(activityColumns, rows);
}

const write = (names: string[], rows: object[]): string =>
  stringify(rows, {
    header: true,
    columns: names,
    cast: { string: (value, { column }) => (texts.has(column) ? { value, escape_formulas: true } : value) },
  });

/** The header that makes a browser save a statement under a descriptive name. */
export const dispositionOf = (
  { from, to }: { from: string; to: string },
  ending: 'csv' | 'pdf' | 'ofx',
  name = 'statement',
): string => `attachment; filename="${name}-${from}-${to}.${ending}"`;
