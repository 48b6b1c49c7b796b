// One page of a list, newest first. Its cost does not grow with the table: every part of it is one index range.
import type { Scope } from '../../foundation/scope.ts';
import { inScope, type Tx } from './db.ts';
import { allOf, name, type Sql, sql } from './sql.ts';

/** A position in a list: everything after it is older. */
export type Position = { at: Date; id: string };

export type PageRequest = { limit: number; after?: Position; from?: Date; until?: Date };

/** A filter: the wanted value, or every possible value. */
export type Filter = { column: string; wanted: string | undefined; values: readonly string[] };

/** A list's table, its time column and its columns. */
export type List = { table: string; time: string; columns: string };

/** An object of a list as the API shows it, with its position. */
export type Shown = { id: string; at: Date; text: string };

/** A list whose objects the database writes: `text` is an expression over `p.whole`, a row of the table. */
export type ShownList = { table: string; time: string; text: Sql };

type Filters = { exact?: readonly { column: string; value: string }[]; oneOf?: readonly Filter[] };

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

/** Reads one page of objects as the API shows them. Only the rows of the page are written as text. */
export async function readShownPage(
  tx: Tx,
  scope: Scope,
  { table, time, text }: ShownList,
  page: PageRequest,
  filters: Filters = {},
): Promise<Shown[]> {
  const rows = pageOf(scope, { table, time, columns: `t as whole, t.${time}, t.id` }, page, filters);
  return tx.query<Shown>(sql`
    select p.id, ${name(`p.${time}`)} as at, ${text} as text from (${rows}) p order by ${name(`p.${time}`)} desc, p.id desc`);
}

/** The statement of one page. */
function pageOf(scope: Scope, list: List, page: PageRequest, filters: Filters): Sql {
  const time = name(`t.${list.time}`);
  const exact = filters.exact ?? [];
  const isFiltered = exact.length > 0 || (filters.oneOf ?? []).some((filter) => filter.wanted !== undefined);
  const each = isFiltered ? (filters.oneOf ?? []) : [];

  const within = allOf([
    inScope(scope, 't'),
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
    .map(({ column, wanted, values }) => {
      const list = wanted === undefined ? values : [wanted];
      return sql`unnest(${list}::text[]) as ${name(`each_${column}`)} (value)`;
    })
    .reduce((all, next) => sql`${all} cross join ${next}`);
  return sql`
    select t.* from ${values} cross join lateral (${range}) t order by ${time} desc, t.id desc limit ${page.limit}`;
}
