// One walk through a list, page by page, while others write into it: rows that existed at its start are seen once, in
// order.

import { fromId, toId } from '@cardwright/server/foundation/ids.ts';
import type { Db } from '@cardwright/server/platform/db/db.ts';
import { allOf, Sql, sql } from '@cardwright/server/platform/db/sql.ts';
import type { Answer, Client } from '../harness/ask.ts';
import type { Context } from '../harness/proof.ts';
import type { Random } from '../harness/random.ts';
import { type Filter, limitOf, type PagedList, shownValue } from './lists.ts';
import type { Tenant } from './rows.ts';

export type Row = Record<string, string>;
export type Page = { data: Row[]; nextCursor?: string | null };

/** The subject of a walk. */
export type Asked = { tenant: Tenant; list: PagedList; filter: Filter };

export type Tally = { walks: number; pages: number; read: number; arrived: number; strangers: number; refused: number };

type Bounds = { from?: Date; to?: Date };

/** The largest limit that the API accepts. */
const LARGEST_LIMIT = 100;

/** Shared tools. */
export type Walker = { context: Context; db: Db; client: Client; tally: Tally; onCursor: (cursor: string) => void };

/** Walks through a list once. */
export async function walk(walker: Walker, asked: Asked, random: Random): Promise<void> {
  const { context, db, tally } = walker;
  const bounds = await boundsOf(db, asked, random);
  const expected = await readExpected(db, asked, bounds);
  const seen = await readPages(walker, asked, bounds, { random, limit: firstLimit(random, expected.length) });
  tally.walks++;
  tally.read += seen.length;
  const what = { path: asked.list.path, ...parametersOf(asked, bounds) };
  const ids = seen.map((row) => row['id'] ?? '');
  if (new Set(ids).size !== ids.length) context.violation('a row is on two pages', what);
  const there = new Set(expected);
  const met = ids.filter((id) => there.has(id));
  tally.arrived += ids.length - met.length;
  const skipped = expected.find((id, index) => met[index] !== id);
  if (skipped !== undefined) {
    const isLost = !new Set(ids).has(skipped);
    context.violation(isLost ? 'a row was skipped' : 'rows are in another order', { ...what, id: skipped });
  }
}

/** Bounds on timestamps of rows, where mistakes happen. */
async function boundsOf(db: Db, { tenant, list, filter }: Asked, random: Random): Promise<Bounds> {
  if (filter.range === 'none') return {};
  const time = new Sql([list.time], []);
  const moments = await db.query<{ at: Date }>(sql`
    select distinct ${time} as at from ${new Sql([list.name], [])}
     where company_id = ${tenant.scope.companyId} and environment = ${tenant.scope.environment} order by 1 limit 500`);
  const [one, other] = [random.pick(moments).at, random.pick(moments).at].sort((a, b) => a.getTime() - b.getTime());
  return {
    ...(filter.range === 'to' || one === undefined ? {} : { from: one }),
    ...(filter.range === 'from' || other === undefined ? {} : { to: other }),
  };
}

/** The ids of all current rows, in the order in which the list must show them. */
async function readExpected(db: Db, { tenant, list, filter }: Asked, { from, to }: Bounds): Promise<string[]> {
  const time = new Sql([list.time], []);
  const conditions = [
    sql`company_id = ${tenant.scope.companyId} and environment = ${tenant.scope.environment}`,
    ...[...filter.values].map(([{ column }, value]) => sql`${new Sql([column], [])}::text = ${value}`),
    ...(from === undefined ? [] : [sql`${time} >= ${from}`]),
    ...(to === undefined ? [] : [sql`${time} < ${to}`]),
  ];
  const rows = await db.query<{ id: string }>(sql`
    select id from ${new Sql([list.name], [])} where ${allOf(conditions)} order by ${time} desc, id desc`);
  return rows.map(({ id }) => toId(list.named, id));
}

/** The limit of a first page: sometimes exactly the length of the list, so that no other page may follow. */
const firstLimit = (random: Random, rows: number) =>
  rows > 0 && rows <= LARGEST_LIMIT && random.oneIn(2) ? rows : limitOf(random);

async function readPages(
  walker: Walker,
  asked: Asked,
  bounds: Bounds,
  { random, limit: first }: { random: Random; limit: number | undefined },
): Promise<Row[]> {
  const { context, client, tally, onCursor } = walker;
  const { list, tenant } = asked;
  const seen: Row[] = [];
  let path = pathOf(asked, bounds, { limit: first });
  for (;;) {
    const answer = await client.ask({ method: 'GET', path, key: tenant.key });
    tally.pages++;
    if (answer.status !== 200) {
      context.violation('a page was not answered', { path, status: answer.status });
      return seen;
    }
    const page = JSON.parse(answer.text) as Page;
    const isFirst = seen.length === 0;
    seen.push(...page.data);
    const next = checkPage(context, asked, { path, answer, page, isFirst });
    checkRows(context, asked, page.data, bounds);
    checkOrder(context, asked, seen.slice(-page.data.length - 1));
    if (next === undefined) return seen;
    onCursor(next);
    const link = linkIn(answer);
    const limit = limitOf(random);
    path =
      list.isShort && link !== undefined && random.oneIn(2) ? link : pathOf(asked, bounds, { limit, cursor: next });
  }
}

/** A page that is not the last is full, and its link to the next one is right. Returns the next cursor. */
function checkPage(
  context: Context,
  { list }: Asked,
  { path, answer, page, isFirst }: { path: string; answer: Answer; page: Page; isFirst: boolean },
): string | undefined {
  const asked = new URL(path, 'http://localhost').searchParams.get('limit');
  const limit = asked === null ? list.whole : Number(asked);
  const { data, nextCursor } = page;
  if (nextCursor === undefined && (!list.isShort || asked !== null))
    context.violation('a page does not say whether another follows', { path });
  if (data.length > limit || (nextCursor != null && data.length !== limit))
    context.violation('a page does not have the requested length', { path, rows: data.length, limit });
  if (!isFirst && data.length === 0) context.violation('a page that was promised is empty', { path });
  const link = linkIn(answer);
  if (list.isShort && (link !== undefined) !== (nextCursor != null))
    context.violation('the Link header and nextCursor disagree', { path });
  if (link !== undefined && nextCursor != null && !isLinkTo(link, path, nextCursor))
    context.violation('the Link header leads somewhere else', { path, link });
  return nextCursor ?? undefined;
}

const linkIn = ({ headers }: Answer) => /^<([^>]+)>; rel="next"$/.exec(headers['link'] ?? '')?.[1];

/** The same request, after the cursor. */
function isLinkTo(link: string, path: string, cursor: string): boolean {
  const [there, here] = [new URL(link, 'http://localhost'), new URL(path, 'http://localhost')];
  here.searchParams.set('cursor', cursor);
  there.searchParams.sort();
  here.searchParams.sort();
  return there.href === here.href;
}

/** Every row belongs to the caller and passes the filter. */
export function checkRows(
  context: Context,
  { tenant, list, filter }: Asked,
  rows: readonly Row[],
  bounds: Bounds,
): void {
  for (const row of rows) {
    if (markOf(list, row) !== tenant.mark)
      context.violation('a row belongs to somebody else', { path: list.path, row });
    for (const [field, value] of filter.values) {
      if ((row[field.parameter] ?? holderOf(tenant, row)) !== shownValue(field, value))
        context.violation('a row does not pass the filter', { path: list.path, parameter: field.parameter, row });
    }
    const at = list.shownTime === undefined ? undefined : new Date(row[list.shownTime] ?? '');
    if (at !== undefined && ((bounds.from && at < bounds.from) || (bounds.to && at >= bounds.to)))
      context.violation('a row is outside of the range', { path: list.path, row, ...bounds });
  }
}

/** The holder of a row's card, for a payment, which does not show it. */
function holderOf({ ids }: Tenant, row: Row): string | undefined {
  const owner = ids.owners.get(fromId('card', row['cardId'] ?? '') ?? '');
  return owner === undefined ? undefined : toId('holder', String(owner.holder_id));
}

/** The digit that identifies the owner of a row. */
function markOf(list: PagedList, row: Row): number {
  if (list.name !== 'invoices' && list.name !== 'transactions') return Number((row['name'] ?? '').at(-1));
  const amount = list.name === 'invoices' ? (row['depositAmount'] ?? '').slice(0, -3) : (row['amount'] ?? '');
  return Number(amount.at(-1));
}

/** Newest first, and rows of the same timestamp by id. */
export function checkOrder(context: Context, { list }: Asked, rows: readonly Row[]): void {
  const { shownTime } = list;
  if (shownTime === undefined) return; // cardholders show no time: their order is compared with the database
  for (const [index, row] of rows.entries()) {
    const before = rows[index - 1];
    if (before === undefined) continue;
    const [later, earlier] = [before, row].map((each) => `${each[shownTime]} ${each['id']}`);
    if (later !== undefined && earlier !== undefined && later <= earlier)
      context.violation('a list is not in order', { path: list.path, before: later, after: earlier });
  }
}

const parametersOf = ({ list, filter }: Asked, { from, to }: Bounds): Record<string, string> => ({
  ...Object.fromEntries([...filter.values].map(([field, value]) => [field.parameter, shownValue(field, value)])),
  ...(list.range === undefined || from === undefined ? {} : { [list.range.from]: from.toISOString() }),
  ...(list.range === undefined || to === undefined ? {} : { [list.range.to]: to.toISOString() }),
});

/** The request for a page. */
export function pathOf(
  asked: Asked,
  bounds: Bounds,
  { limit, cursor }: { limit: number | undefined; cursor?: string },
): string {
  const parameters = new URLSearchParams(parametersOf(asked, bounds));
  if (limit !== undefined) parameters.set('limit', String(limit));
  if (cursor !== undefined) parameters.set('cursor', cursor);
  const query = parameters.toString();
  return query === '' ? asked.list.path : `${asked.list.path}?${query}`;
}
