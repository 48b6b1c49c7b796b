// The CSV of a statement, read back by an independent parser.
import type { Context } from '../harness/proof.ts';
import { cut, type Entry, isEntry, type Range, type Replay } from './replay.ts';

const columns = 'id,createdAt,kind,reference,description,amount,balance,availableDelta,heldDelta'.split(',');

/** Compares a CSV with the replay: the same entries, the same numbers, and no text that a spreadsheet would run. */
export function checkCsv(context: Context, replay: Replay, range: Range, text: string): void {
  const [header, ...rows] = parseCsv(text);
  const { start, end } = cut(replay, range);
  if (header?.join() !== columns.join()) return context.violation('a CSV has the wrong columns', header);
  if (rows.length !== end - start)
    return context.violation('a CSV has other rows than the ledger', { found: rows.length, expected: end - start });
  for (const [index, row] of rows.entries()) {
    const entry = Object.fromEntries(columns.map((column, at) => [column, row[at] ?? ''])) as Entry;
    if (/^[=+\-@\t\r]/.test(entry.description)) context.violation('a CSV would run in a spreadsheet', entry);
    const description = entry.description.replace(/^'(?=[=+\-@\t\r])/, '');
    if (row.length !== columns.length || !isEntry(replay, start + index, { ...entry, description }))
      return context.violation('a row of a CSV differs from the ledger', {
        row,
        expected: replay.entries[start + index],
      });
  }
}

/** Rows of fields: a quoted field may hold commas, line breaks and doubled quotes; a line ends with LF, CR or both. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\r|\n|$)/y;
  while (field.lastIndex < text.length) {
    const match = field.exec(text);
    if (match === null) return [...rows, ['this is not CSV']];
    row.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
    if (match[3] === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}
