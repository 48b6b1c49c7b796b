// The rows of the eight tables that hold history, and how verification names each of them.
import { toId } from '@cardwright/server/foundation/ids.ts';
import type pg from 'pg';
import type { Random } from '../harness/random.ts';

export const tables = [
  'ledger.entries',
  'ledger.lines',
  'ledger.accounts',
  'ledger.books',
  'ledger.holds',
  'ledger.seals',
  'audit_log',
  'audit_seals',
] as const;
export type Table = (typeof tables)[number];

export type Values = Record<string, unknown>;

/** A row as it was sealed, its table or part and its ctid: a rolled-back transaction leaves it in place. */
export type Row = { table: Table; ctid: string; values: Values };

/** The input of every tampering. */
export type Bench = {
  query: (text: string, values?: readonly unknown[]) => Promise<Values[]>;
  random: Random;
  rows: Record<Table, Row[]>;
  columns: Record<Table, { name: string; type: string }[]>;
};

/** The rows that one tampering touched, by name: verification must name one of them. */
export type Touched = ReadonlySet<string>;

/** One way to tamper. Undefined: impossible for the drawn row, so another is drawn. */
export type Tampering = { kind: string; apply(bench: Bench): Promise<Touched | undefined> };

/** The owner of a row, as verification names it. */
export const placeOf = (table: Table, values: Values): string =>
  table.startsWith('ledger.')
    ? `${toId('company', String(values['company_id']))}/${String(values['environment'])}`
    : 'audit';

/** The name that verification gives a row. */
export function nameOf(table: Table, values: Values): string {
  const text = (column: string) => String(values[column]);
  const names: Record<Table, () => string> = {
    'ledger.entries': () => `entry ${text('sequence')}`,
    'ledger.lines': () => `line ${text('sequence')} of ${text('account')}`,
    'ledger.accounts': () => `account ${text('account')}`,
    'ledger.books': () => 'book',
    'ledger.holds': () => `hold ${text('reference')}`,
    'ledger.seals': () => `seal ${text('first_sequence')}-${text('last_sequence')}`,
    audit_log: () => `entry ${text('sequence')}`,
    audit_seals: () => `seal ${text('first_sequence')}-${text('last_sequence')}`,
  };
  return `${placeOf(table, values)} ${names[table]()}`;
}

/** Reads every row once. Books without entries are left out: no head covers them. */
export async function readRows(client: pg.Client): Promise<Pick<Bench, 'rows' | 'columns'>> {
  const [rows, columns] = [{} as Bench['rows'], {} as Bench['columns']];
  for (const table of tables) {
    const found = await client.query<{ ctid: string; values: Values }>(
      `select t.tableoid::text || t.ctid::text as ctid, to_jsonb(t) as values from ${table} t order by to_jsonb(t)::text`,
    );
    rows[table] = found.rows.map((row) => ({ table, ...row }));
    const described = await client.query<{ name: string; type: string }>(
      `select attname as name, atttypid::regtype::text as type from pg_attribute
        where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attnum`,
      [table],
    );
    columns[table] = described.rows.filter(({ name }) => name !== 'clock_offset'); // a setting, not history
  }
  const posted = new Set(rows['ledger.entries'].map(({ table, values }) => placeOf(table, values)));
  for (const table of ['ledger.books', 'ledger.accounts'] as const)
    rows[table] = rows[table].filter(({ values }) => posted.has(placeOf(table, values)));
  return { rows, columns };
}

/** The rows of one scope, by number. */
export const entriesOf = ({ rows }: Bench, place: string): Row[] =>
  rows['ledger.entries'].filter(({ table, values }) => placeOf(table, values) === place).toSorted(bySequence);

/** Sorts rows by number. */
export const bySequence = (a: Row, b: Row): number => Number(a.values['sequence']) - Number(b.values['sequence']);
