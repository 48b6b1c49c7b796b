// Plain tampering: one column, one row, two rows or a whole table, with triggers disabled.
import { type Bench, bySequence, nameOf, placeOf, type Row, type Table, type Tampering, tables } from './rows.ts';

/** A company that does not exist. */
const NOBODY = '0198c0de-0000-7000-8000-000000000000';

/** Ways to change a value of each type; `c` stands for the column. */
const changes: Record<string, readonly string[]> = {
  bigint: ['c + 1', 'c - 1', '-c - 1', 'c * 10 + 3', 'c + 1000000'],
  text: [`c || ' '`, `'x' || c`, 'upper(c)', 'reverse(c)', `''`, `c || U&'\\0301'`],
  'timestamp with time zone': [
    `coalesce(c, now()) + interval '1 millisecond'`,
    `coalesce(c, now()) - interval '1 millisecond'`,
    `coalesce(c, now()) + interval '1 day'`,
    `timestamptz 'infinity'`,
    `timestamptz '-infinity'`,
    `coalesce(c, now()) + interval '280000 years'`,
  ],
  uuid: [`uuid '${NOBODY}'`, `(select id from companies where id is distinct from c order by id limit 1)`],
  environment: [`case c when 'sandbox' then 'live' else 'sandbox' end::environment`],
  'ledger.account': [next('ledger.account', 6, 1), next('ledger.account', 6, 4)],
  'ledger.entry_kind': [next('ledger.entry_kind', 8, 1), next('ledger.entry_kind', 8, 5)],
  bytea: [
    'set_byte(c, 0, get_byte(c, 0) # 1)',
    'set_byte(c, length(c) - 1, get_byte(c, length(c) - 1) # 128)',
    'set_byte(c, length(c) / 2, get_byte(c, length(c) / 2) # 16)',
    'substring(c from 5)',
  ],
  jsonb: [`c || '{"reason": "none"}'`, `'{}'`, `jsonb_build_array(c)`],
};

function next(type: string, size: number, step: number): string {
  const all = `enum_range(null::${type})`;
  return `(${all})[1 + (array_position(${all}, c) - 1 + ${step}) % ${size}]`;
}

/** Changes one column of a row. */
const flip = (table: Table, column: { name: string; type: string }): Tampering => ({
  kind: 'flip',
  async apply(bench) {
    const row = bench.random.pick(bench.rows[table]);
    const choices = changes[column.type];
    if (choices === undefined) throw new Error(`no way to change ${table}.${column.name} of ${column.type}`);
    const value = bench.random.pick(choices).replaceAll(/\bc\b/g, `t.${column.name}`);
    const [changed] = await bench.query(
      `update ${table} t set ${column.name} = ${value}
        where tableoid::text || ctid::text = $1 and t.${column.name} is distinct from ${value} returning to_jsonb(t) as values`,
      [row.ctid],
    );
    if (changed === undefined) return undefined;
    const now = changed['values'] as Row['values'];
    const names = new Set([nameOf(table, row.values), nameOf(table, now)]);
    // An entry moved beyond the end of another book leaves a gap there, which begins at the first missing number.
    const place = placeOf(table, now);
    if (table === 'ledger.entries' && place !== placeOf(table, row.values))
      names.add(`${place} entry ${lengthOf(bench, place) + 1}`);
    return names;
  },
});

const lengthOf = ({ rows }: Bench, place: string) =>
  rows['ledger.entries'].filter(({ table, values }) => placeOf(table, values) === place).length;

const remove = (table: Table): Tampering => ({
  kind: 'delete',
  async apply({ query, random, rows }) {
    const row = random.pick(rows[table]);
    await query(`delete from ${table} where tableoid::text || ctid::text = $1`, [row.ctid]);
    return new Set([nameOf(table, row.values)]);
  },
});

/** Columns that identify a row; a swap exchanges everything else. */
const keys = new Set(['company_id', 'environment', 'sequence', 'account', 'first_sequence', 'last_sequence']);
const isKey = (table: Table, column: string) =>
  (keys.has(column) && !(table === 'audit_log' && column !== 'sequence')) ||
  (table === 'ledger.holds' && column === 'reference');

/** Exchanges one column of two rows, or all that do not identify them. */
const swap = (table: Table): Tampering => ({
  kind: 'swap',
  async apply({ query, random, rows, columns }) {
    const [one, other] = [random.pick(rows[table]), random.pick(rows[table])];
    if (one === other) return undefined;
    const values = columns[table].map(({ name }) => name).filter((name) => !isKey(table, name));
    const chosen = random.oneIn(3) ? values : [random.pick(values)];
    const changed = await query(
      `update ${table} a set ${chosen.map((name) => `${name} = b.${name}`).join(', ')}
         from ${table} b
        where ((a.tableoid::text || a.ctid::text, b.tableoid::text || b.ctid::text) in (($1, $2), ($2, $1)))
          and (${chosen.map((name) => `a.${name}`).join(', ')}) is distinct from (${chosen.map((name) => `b.${name}`).join(', ')})
        returning 1`,
      [one.ctid, other.ctid],
    );
    if (changed.length === 0) return undefined;
    const numbered = table === 'ledger.entries' || table === 'audit_log';
    const together = placeOf(table, one.values) === placeOf(table, other.values);
    const touched = numbered && together ? [one, other].toSorted(bySequence).slice(0, 1) : [one, other];
    return new Set(touched.map(({ values }) => nameOf(table, values)));
  },
});

/** Values of a forged copy of a row, so that its key is free. */
const forgeries: Record<Table, (bench: Bench, row: Row) => Row['values']> = {
  'ledger.entries': ({ random }) => ({ sequence: -random.integer(0, 3), reference: 'forged' }),
  'ledger.lines': ({ rows }, { table, values }) => ({
    sequence:
      1 +
      rows[table].filter(
        (other) =>
          placeOf(table, other.values) === placeOf(table, values) && other.values['account'] === values['account'],
      ).length,
  }),
  'ledger.accounts': () => ({ company_id: NOBODY }),
  'ledger.books': () => ({ company_id: NOBODY }),
  'ledger.holds': ({ random }) => ({ reference: random.pick(['a_forged_hold', 'z_forged_hold']) }),
  'ledger.seals': ({ random }, { values }) =>
    random.oneIn(2) ? { first_sequence: 100_000, last_sequence: 100_000 } : inside(values),
  audit_log: ({ random, rows }) => {
    const taken = new Set(rows.audit_log.map(({ values }) => Number(values['sequence'])));
    const free = Array.from({ length: Math.max(...taken) }, (_, number) => number).filter(
      (number) => !taken.has(number),
    );
    return { sequence: random.pick(free) };
  },
  audit_seals: (_, { values }) => inside(values),
};

/** A seal within another, which no exported head covers. */
const inside = (values: Row['values']) => ({
  first_sequence: Number(values['first_sequence']) + 1,
  last_sequence: Number(values['last_sequence']) - 1,
});

const insert = (table: Table): Tampering => ({
  kind: 'insert',
  async apply(bench) {
    const row = bench.random.pick(bench.rows[table]);
    const forged = { ...row.values, ...forgeries[table](bench, row) };
    await bench.query(
      `insert into ${table} overriding system value
       select (jsonb_populate_record(t, $2)).* from ${table} t where tableoid::text || ctid::text = $1`,
      [row.ctid, JSON.stringify(forged)],
    );
    // Rows of an unknown book are named by the book.
    if (table === 'ledger.accounts') return new Set([`${placeOf(table, forged)} book`]);
    return new Set([nameOf(table, forged)]);
  },
});

/** Deletes the newest rows of a numbered list. */
const cutTail = (table: Table): Tampering => ({
  kind: 'truncate tail',
  async apply({ query, random, rows }) {
    const row = random.pick(rows[table]);
    const number = table.endsWith('seals') ? 'last_sequence' : 'sequence';
    const same = ['company_id', 'environment', 'account'].filter(
      (column) => column in row.values && table !== 'audit_log',
    );
    await query(
      `delete from ${table} t using ${table} r
        where r.tableoid::text || r.ctid::text = $1 and t.${number} >= r.${number} ${same.map((column) => `and t.${column} = r.${column}`).join(' ')}`,
      [row.ctid],
    );
    return new Set([nameOf(table, row.values)]);
  },
});

/** Deletes every row of a table. Verification may name the first row of each book, in any order. */
const empty = (table: Table): Tampering => ({
  kind: 'truncate table',
  async apply({ query, rows }) {
    await query(table === 'ledger.books' ? `delete from ${table}` : `truncate ${table}`);
    const first = rows[table].filter(
      ({ values }) =>
        (values['sequence'] === undefined || values['sequence'] === lowest(rows[table], 'sequence')) &&
        (values['first_sequence'] === undefined || values['first_sequence'] === lowest(rows[table], 'first_sequence')),
    );
    return new Set(first.map(({ values }) => nameOf(table, values)));
  },
});

const lowest = (rows: readonly Row[], column: string) => Math.min(...rows.map(({ values }) => Number(values[column])));

/** Every company has both books and every book all accounts, so the key that such a row would move to is taken. */
const immovable = new Set(['ledger.accounts environment', 'ledger.accounts account', 'ledger.books environment']);

/** Every plain tampering: each column of each table, and each table in every other way. */
export const plainTamperings = ({ columns }: Pick<Bench, 'columns'>): Tampering[] => [
  ...tables.flatMap((table) =>
    columns[table].filter(({ name }) => !immovable.has(`${table} ${name}`)).map((column) => flip(table, column)),
  ),
  ...tables.map(remove),
  ...tables.map(swap),
  ...tables.map(insert),
  ...(['ledger.entries', 'ledger.lines', 'ledger.seals', 'audit_log', 'audit_seals'] as const).map(cutTail),
  ...tables.map(empty),
];
