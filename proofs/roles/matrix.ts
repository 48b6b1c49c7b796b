// The matrix: every caller at every endpoint, for every company and environment. First all refused cells, which
// must leave every table unchanged; then the allowed ones.

import type { Environment } from '@cardwright/server/foundation/scope.ts';
import type { Db } from '@cardwright/server/platform/db/db.ts';
import { Sql, sql } from '@cardwright/server/platform/db/sql.ts';
import type { Answer, Ask } from '../harness/ask.ts';
import { stateOf } from '../harness/catalogue.ts';
import type { Tools } from '../harness/companies.ts';
import { type Context, inParallel } from '../harness/proof.ts';
import type { Caller } from './callers.ts';
import { askOf, type Cell, check, refusalOf, successOf } from './cells.ts';
import type { Door } from './people.ts';
import { idIn, newTarget, type Place } from './places.ts';
import type { Row } from './row.ts';
import { apiRows, ownRows } from './table.ts';

/** Concurrent cells. */
const CLIENTS = 8;

const environments: readonly Environment[] = ['sandbox', 'live'];
const rows: readonly Row[] = [...ownRows, ...apiRows];

export type World = {
  tools: Tools;
  db: Db;
  door: Door;
  places: readonly Place[];
  foreign: Place;
  callers: readonly Caller[];
};

/** Compares the table with the running portal's description. Returns its number of endpoints. */
export async function compareWithPortal(context: Context, { client }: Door): Promise<number> {
  const known = new Set(rows.map(({ method, path }) => `${method} ${path}`));
  const count = known.size;
  for (const at of ['/portal/openapi.json', '/openapi.json']) {
    for (const name of await describedAt(context, client, at)) {
      if (!known.delete(name)) context.violation('an endpoint is not in the table', name);
    }
  }
  for (const name of known) context.violation('the portal lacks an endpoint that is in the table', name);
  return count;
}

/** The endpoints that a process describes, each with its method. */
export async function describedAt(context: Context, client: Door['client'], path: string): Promise<string[]> {
  const { status, text } = await client.ask({ method: 'GET', path });
  if (status !== 200) {
    context.violation('a process does not describe itself', { path, status });
    return [];
  }
  const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, unknown>> };
  return Object.entries(paths).flatMap(([each, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${each}`),
  );
}

/**
 * Every cell with the table's verdict, separated into refused and allowed. Of the cells refused to non-members, only
 * one in `oneIn` is kept: each of them at each endpoint, but not everywhere.
 */
function cellsOf({ callers, places, foreign }: World, oneIn: number): { refused: Cell[]; allowed: Cell[] } {
  const refused: Cell[] = [];
  const allowed: Cell[] = [];
  for (const [who, caller] of callers.entries()) {
    for (const [index, place] of [...places, foreign].entries()) {
      for (const [where, environment] of environments.entries()) {
        for (const [what, row] of rows.entries()) {
          // Personal endpoints are the same for every company.
          if (row.person && (index > 0 || environment === 'live')) continue;
          const isMember = caller.signedIn && caller.roles.has(place.companyId);
          if (!isMember && !row.person && (who + what + 2 * index + where) % oneIn !== 0) continue;
          const refusal = refusalOf(row, caller, place, environment);
          const expected = refusal ?? successOf(row, caller, place);
          (refusal === undefined ? allowed : refused).push({ caller, row, place, environment, expected });
        }
      }
    }
  }
  return { refused, allowed };
}

/** Tables that do not belong to companies. */
const others = [
  'people.users',
  'people.accounts',
  'people.two_factors',
  'people.passkeys',
  'desk.users',
  'desk.accounts',
  'operators',
  'send_pauses',
  'product_prices',
];

async function contentOf(db: Db): Promise<Map<string, string>> {
  const content = await stateOf(db);
  for (const table of others) {
    const [row] = await db.query<{ state: string | null }>(sql`
      select count(*) || ' ' || sum(hashtextextended(to_jsonb(t)::text, 0)) as state from ${new Sql([table], [])} t`);
    content.set(table, row?.state ?? '');
  }
  return content;
}

/** Runs work that must have no effect, and checks that every table is unchanged. */
export async function withoutEffect(context: Context, db: Db, work: () => Promise<void>): Promise<void> {
  const before = await contentOf(db);
  await work();
  for (const [table, state] of await contentOf(db)) {
    if (before.get(table) !== state) context.violation('a refused request changed something', { table });
  }
}

/** Runs the whole matrix. Returns the numbers of refused and allowed cells. */
export async function askMatrix(
  context: Context,
  world: World,
  oneIn: number,
): Promise<{ refused: number; allowed: number }> {
  const { db, door } = world;
  const { refused, allowed } = cellsOf(world, oneIn);
  await withoutEffect(context, db, async () => {
    await inParallel(refused.length, CLIENTS, async (index) => {
      const cell = refused[index] as Cell;
      await check(context, door.client, cell, askOf(door, cell, ownIdOf(cell)));
      context.progress(index + 1, refused.length, 'refused cells');
    });
  });
  const byPlace = Map.groupBy(allowed, ({ place }) => place);
  let done = 0;
  await Promise.all(
    [...byPlace.values()].map(async (cells) => {
      for (const cell of cells) {
        await askAllowed(context, world, cell);
        context.progress(++done, allowed.length, 'allowed cells');
      }
    }),
  );
  return { refused: refused.length, allowed: allowed.length };
}

const ownIdOf = ({ row, place, environment }: Cell) =>
  row.target === undefined ? '' : idIn(place, environment, row.target);

/** Sends an allowed request about an existing object; then about another company's, which must not exist. */
async function askAllowed(context: Context, { tools, db, door, foreign, places }: World, cell: Cell): Promise<void> {
  const { row, place, environment, caller } = cell;
  const { companyId } = place;
  const isTaken = row.method !== 'GET' && !row.person; // by the first caller
  const { target } = row;
  const isNew = isTaken && (target === 'member' || target === 'invitation' || target === 'key');
  const id = isNew ? await newTarget(tools, db, { companyId, target, environment }) : ownIdOf(cell);
  const answer = await check(context, door.client, cell, askOf(door, cell, row.absent ? 'absent' : id));
  if (row.method === 'GET') expectOwn(context, cell, answer, [...places, foreign]);
  const other = place === foreign ? places[0] : foreign;
  const { missing } = row;
  if (target === undefined || missing === undefined || other === undefined || caller.factor !== 'fresh') return;
  const foreignAsk = askOf(door, cell, idIn(other, environment, target));
  await check(context, door.client, { ...cell, expected: missing }, foreignAsk);
}

/** An answer contains nothing of another company, nor of the other environment. */
function expectOwn(context: Context, { row, place, environment }: Cell, { text }: Answer, all: readonly Place[]): void {
  const strangers = all
    .filter((each) => each !== place)
    .flatMap(({ member, invitation, keys, tenants }) => [
      ...(row.person ? [] : [member, invitation, keys.sandbox, keys.live]),
      tenants.sandbox.word,
      tenants.live.word,
    ]);
  const other = place.tenants[environment === 'live' ? 'sandbox' : 'live'].word;
  const found = [...strangers, ...(row.environment ? [other] : [])].find((word) => text.includes(word));
  if (found !== undefined)
    context.violation('an answer holds what belongs to others', { endpoint: row.path, environment, found });
}

/** Changes that make a request look as if it did not come from the portal's own pages. */
export const crossings: readonly Record<string, string | undefined>[] = [
  { 'cardwright-portal': undefined },
  { 'cardwright-portal': '0' },
  { origin: undefined },
  { origin: 'https://evil.example' },
  { origin: 'null' },
];

/** A request with some of its headers changed or left out. */
export function withHeaders(ask: Ask, changes: Record<string, string | undefined>): Ask {
  const headers = Object.entries({ ...ask.headers, ...changes }).filter(([, value]) => value !== undefined);
  return { ...ask, headers: Object.fromEntries(headers) as Record<string, string> };
}

/**
 * Even an owner with a fresh code is refused when a request comes from another site, or does not name its company or
 * its environment. Returns the number of requests.
 */
export async function askCrossed(context: Context, world: World): Promise<number> {
  const { db, door, places, callers } = world;
  const [place] = places;
  const caller = callers.find(
    ({ factor, roles }) => factor === 'fresh' && roles.get(place?.companyId ?? '') === 'owner',
  );
  if (place === undefined || caller === undefined) throw new Error('nobody owns the first company');
  let asked = 0;
  await withoutEffect(context, db, async () => {
    await inParallel(rows.length, CLIENTS, async (index) => {
      const row = rows[index] as Row;
      const cell: Cell = { caller, row, place, environment: 'sandbox', expected: '403 cross_site' };
      const ask = askOf(door, cell, ownIdOf(cell));
      const wrong = row.method === 'GET' ? [] : crossings.map((changes) => ({ changes, expected: '403 cross_site' }));
      for (const { changes, expected } of [...wrong, ...unnamed(row)]) {
        asked++;
        await check(context, door.client, { ...cell, expected }, withHeaders(ask, changes));
      }
    });
  });
  return asked;
}

const unnamed = (row: Row): { changes: Record<string, string | undefined>; expected: string }[] => {
  if (row.person) return [];
  const company = { changes: { 'cardwright-company': undefined }, expected: '400 company_not_named' };
  const absent = { changes: { 'cardwright-company': 'com_absent' }, expected: '404 company_not_found' };
  const environment = { changes: { 'cardwright-environment': undefined }, expected: '400 environment_not_named' };
  const neither = { changes: { 'cardwright-environment': 'LIVE' }, expected: '400 environment_not_named' };
  return [company, absent, ...(row.environment ? [environment, neither] : [])];
};
