// One page of a list, newest first. Its cost does not grow with the table: every part of it is one index range.
import type { Scope } from '../../foundation/scope.ts';
import { inScope, type Tx } from './db.ts';
import { allOf, name, type Sql, sql } from './sql.ts';

/** A position in a list: everything after it is older. */
export type Position = { at: Date; id: string };

export type PageRequest = { limit: number; after?: Position; from?: Date; until?: Date };

/** A filter: the wanted value, or every possible value. Several wanted values are a statement that selects them. */
export type Filter = { column: string; wanted: string | undefined; values: readonly string[] } | ValuesOf;
type ValuesOf = { column: string; each: Sql };

/** A list's table, its time column and its columns. */
export type List = { table: string; time: string; columns: string };

/** An object of a list as the API shows it, with its position. */
export type Shown = { id: string; at: Date; text: string };

/** A list whose objects the database writes: `text` is an expression over `p.whole`, a row of the table. */
export type ShownList = { table: string; time: string; text: Sql };

/** `covered` repeats the condition of a partial index, which values in parameters cannot prove. */
export type Filters = {
  exact?: readonly { column: string; value: string }[];
  oneOf?: readonly Filter[];
  covered?: Sql;
};

/**
 * Reads one page. Without a filter it walks the table's time index. With one, it walks the index of the filters, which
 * must be given in the index's column order. An omitted filter becomes one short range for each possible value, and the
 * ranges are merged. `exact` filters have values that cannot be listed, such as an id.
 */
export async function readPage<Row extends object>(
  tx: Tx,
  scope: Scope,
  list: List,
  page: PageRequest,
  filters: Filters = {},
): Promise<Row[]> {
  return tx.query<Row>(pageOf(scope, list, page, filters));
}

/**
 * Reads one page of objects as the API shows them. Only the rows of the page are written as text. A list whose rows are
 * covered by different indexes has one set of filters for each part; no row may be in two parts.
 */
export async function readShownPage(
  tx: Tx,
  scope: Scope,
  { table, time, text }: ShownList,
  page: PageRequest,
  ...parts: readonly Filters[]
): Promise<Shown[]> {
  const list = { table, time, columns: `t as whole, t.${time}, t.id` };
  const rows = mergeOf(
    list,
    page,
    parts.map((filters) => pageOf(scope, list, page, filters)),
  );
  return tx.query<Shown>(sql`
    select p.id, ${name(`p.${time}`)} as at, ${text} as text from (${rows}) p order by ${name(`p.${time}`)} desc, p.id desc`);
}

/** An order of its own: by the key, an expression over `p.whole`, then by id. Only the newest rows are sorted. */
export type Sorting = { key: Sql; among: number };

/**
 * Reads one page of the newest rows in another order. Its cost is that of one page of `among` rows. A cursor names the
 * last row shown; the next page begins behind the place that this row has now.
 */
export async function readSortedPage(
  tx: Tx,
  scope: Scope,
  list: ShownList & Sorting,
  page: PageRequest,
  ...parts: readonly Filters[]
): Promise<Shown[]> {
  const { table, time, text, key, among } = list;
  const columns = `t as whole, t.${time}, t.id`;
  const all = { limit: among };
  const rows = mergeOf(
    { table, time, columns },
    all,
    parts.map((filters) => pageOf(scope, { table, time, columns }, all, filters)),
  );
  const behind =
    page.after === undefined
      ? sql`true`
      : sql`(k.key, k.id) > (select x.key, x.id from keyed x where x.id = ${page.after.id})`;
  return tx.query<Shown>(sql`
    with keyed as materialized (select p.*, ${key} as key from (${rows}) p)
    select p.id, ${name(`p.${time}`)} as at, ${text} as text
      from (select k.* from keyed k where ${behind} order by k.key, k.id limit ${page.limit}) p
     order by p.key, p.id`);
}

/** The statement of one page of all parts. */
function mergeOf({ time }: List, page: PageRequest, parts: readonly Sql[]): Sql {
  const [only, ...others] = parts.map((part) => sql`(${part})`);
  if (only === undefined) throw new Error('a list has at least one part');
  const all = others.reduce((some, next) => sql`${some} union all ${next}`, only);
  return others.length === 0
    ? all
    : sql`select t.* from (${all}) t order by ${name(`t.${time}`)} desc, t.id desc limit ${page.limit}`;
}

/** The statement of one page. */
function pageOf(scope: Scope, list: List, page: PageRequest, filters: Filters): Sql {
  const time = name(`t.${list.time}`);
  const exact = filters.exact ?? [];
  const isFiltered =
    exact.length > 0 || (filters.oneOf ?? []).some((filter) => 'each' in filter || filter.wanted !== undefined);
  const each = isFiltered ? (filters.oneOf ?? []) : [];

  const within = allOf([
    inScope(scope, 't'),
    ...(filters.covered === undefined ? [] : [filters.covered]),
    ...exact.map(({ column, value }) => sql`${name(`t.${column}`)} = ${value}`),
    ...each.map(({ column }) => name(`t.${column} = each_${column}.value`)),
    ...(page.from === undefined ? [] : [sql`${time} >= ${page.from}`]),
    ...(page.until === undefined ? [] : [sql`${time} < ${page.until}`]),
    ...(page.after === undefined ? [] : [sql`(${time}, t.id) < (${page.after.at}, ${page.after.id})`]),
  ]);
  const range = sql`
    select ${name(list.columns)} from ${name(list.table)} t where ${within} order by ${time} desc, t.id desc limit ${page.limit}`;
  if (each.length === 0) return range;

  const values = each
    .map((filter) => sql`${valuesOf(filter)} as ${name(`each_${filter.column}`)} (value)`)
    .reduce((all, next) => sql`${all} cross join ${next}`);
  return sql`
    select t.* from ${values} cross join lateral (${range}) t order by ${time} desc, t.id desc limit ${page.limit}`;
}

/** The values of a filter as a table. */
function valuesOf(filter: Filter): Sql {
  if ('each' in filter) return sql`(${filter.each})`;
  const { wanted, values } = filter;
  return sql`unnest(${wanted === undefined ? values : [wanted]}::text[])`;
}
