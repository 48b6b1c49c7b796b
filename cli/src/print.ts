// Output: tables for people, JSON for programs.
import Table from 'cli-table3';
import pc from 'picocolors';

/** Columns of a list, if its rows have them. `get` and `--json` show the other fields. */
const COLUMNS = [
  'id',
  'sequence',
  'type',
  'eventType',
  'kind',
  'status',
  'name',
  'last4',
  'amount',
  'balance',
  'total',
  'fee',
  'depositAmount',
  'payAmount',
  'merchant',
  'url',
  'endpointId',
  'attempts',
  'price',
  'cardId',
  'holderId',
  'expiresAt',
  'occurredAt',
  'createdAt',
];

/** Fits most terminals beside an id and a time. */
const MOST_COLUMNS = 7;

/** A list as a table without borders, so that a line can be copied. */
function toTable(rows: readonly object[]): string {
  const [first] = rows;
  if (first === undefined) return 'No results.';
  const columns = COLUMNS.filter((name) => name in first).slice(0, MOST_COLUMNS);
  const shown = columns.length === 0 ? Object.keys(first).slice(0, MOST_COLUMNS) : columns;
  return draw(
    shown,
    rows.map((row) => shown.map((name) => toCell((row as Record<string, unknown>)[name]))),
  );
}

/** An object: one line for each field, and for each field of an object within it. */
function toFacts(value: object): string {
  return draw(
    [],
    flatten(value, '').map(([name, text]) => [pc.bold(name), text]),
  );
}

function flatten(value: object, prefix: string): [string, string][] {
  return Object.entries(value).flatMap(([name, each]): [string, string][] => {
    const path = `${prefix}${name}`;
    const isObject = typeof each === 'object' && each !== null && !Array.isArray(each);
    return isObject && Object.keys(each).length > 0 ? flatten(each, `${path}.`) : [[path, toCell(each)]];
  });
}

function toCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value))
    return value.every((each) => typeof each !== 'object') ? value.join(', ') : `${value.length}`;
  return inOneLine(typeof value === 'string' ? value : JSON.stringify(value));
}

/** Removes control characters and bidirectional overrides: names are untrusted input. */
export const inOneLine = (text: string): string => text.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, ' ');

const SIDES = [
  'top',
  'top-mid',
  'top-left',
  'top-right',
  'bottom',
  'bottom-mid',
  'bottom-left',
  'bottom-right',
  'left',
  'left-mid',
  'mid',
  'mid-mid',
  'right',
  'right-mid',
];

function draw(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const table = new Table({
    ...(head.length === 0 ? {} : { head: head.map((name) => pc.bold(name)) }),
    chars: { ...Object.fromEntries(SIDES.map((side) => [side, ''])), middle: '  ' },
    style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [] },
  });
  table.push(...rows.map((row) => [...row]));
  return table.toString().replaceAll(/ +$/gm, '');
}

/** Prints a value in the requested form. */
export function print(value: unknown, { json = false }: { json?: boolean }): void {
  if (json) console.log(JSON.stringify(value));
  else if (typeof value === 'string') console.log(value);
  else console.log(Array.isArray(value) ? toTable(value as object[]) : toFacts(value as object));
}
