// Attacks: a client that pages through a list sees every row that existed when it began, once and in order.

import type { Environment } from '@cardwright/server/foundation/scope.ts';
import { sql } from '@cardwright/server/platform/db/sql.ts';
import { NO_RATE_LIMITS } from '@cardwright/stack/start.ts';
import { type Client, codeOf, openClient } from '../harness/ask.ts';
import { administratorDb, newCompany, newKey, operatorTools, type Tools } from '../harness/companies.ts';
import { type Context, type Counts, inParallel, type Proof, sizeOf } from '../harness/proof.ts';
import type { Random } from '../harness/random.ts';
import { pagingBugs } from './bugs.ts';
import { type Filter, filtersOf, limitOf, listsOf, type PagedList } from './lists.ts';
import { fillLists, startWriter, type Tenant } from './rows.ts';
import { type Asked, checkOrder, checkRows, type Page, pathOf, type Tally, type Walker, walk } from './walk.ts';

/** Clients that page side by side. */
const CLIENTS = 6;

/** Concurrent writers. */
const WRITERS = 2;

/** The measured company has most rows; another company and its own live environment have this share of them. */
const OTHERS_SHARE = 0.05;

/** Average number of walks between tries of a foreign cursor. */
const STRANGER_EVERY = 2;

/** Cursors kept to be tried by other callers. */
const CURSORS_KEPT = 500;

async function run(context: Context): Promise<Counts> {
  const tools = operatorTools(context.stack);
  const db = administratorDb(context.stack, CLIENTS + WRITERS);
  const clients = context.stack.baseUrls.map((url) => openClient(url, CLIENTS));
  const tally: Tally = { walks: 0, pages: 0, read: 0, arrived: 0, strangers: 0, refused: 0 };
  try {
    const tenants = await makeTenants(context, tools, db);
    const [main] = tenants;
    if (main === undefined) throw new Error('there is no company');
    const questions = chooseQuestions(context, listsOf(main.ids), sizeOf(context.sizes, 'walks'));
    const cursors: string[] = [];
    const walkerOf = (index: number): Walker => ({
      context,
      db,
      client: clients[index % clients.length] as Client,
      tally,
      onCursor: (cursor) => {
        cursors[cursors.length < CURSORS_KEPT ? cursors.length : tally.pages % CURSORS_KEPT] = cursor;
      },
    });
    const writers = Array.from({ length: WRITERS }, (_, index) =>
      startWriter(db, context.random.fork(`writer ${index}`), tenants),
    );
    let written = 0;
    try {
      await inParallel(questions.length, CLIENTS, async (index) => {
        const question = questions[index];
        if (question === undefined) return;
        const random = context.random.fork(`walk ${index}`);
        await walk(walkerOf(index), { tenant: main, ...question }, random);
        if (random.oneIn(STRANGER_EVERY)) await tryStrangers(walkerOf(index), tenants, cursors, random);
        context.progress(tally.walks, questions.length, 'walks');
      });
    } finally {
      for (const writer of writers) written += await writer.stop();
    }
    if (written === 0 || tally.arrived === 0 || tally.strangers === 0)
      context.violation('nothing was written while clients paged, or no stranger’s cursor was tried', { written });
    return { ...tally, written };
  } finally {
    await Promise.all(clients.map((client) => client.close()));
    await db.close();
    await tools.db.close();
  }
}

/** The measured company, its live environment, and another company, all with rows of the same timestamps. */
async function makeTenants(context: Context, tools: Tools, db: ReturnType<typeof administratorDb>): Promise<Tenant[]> {
  const rows = sizeOf(context.sizes, 'rows');
  const products = (await db.query<{ id: string }>(sql`select id from products order by created_at`)).map(
    ({ id }) => id,
  );
  const [one, other] = [await newCompany(tools, 'Paging One'), await newCompany(tools, 'Paging Other')];
  const scopes: [string, Environment, number][] = [
    [one, 'sandbox', 1 - 2 * OTHERS_SHARE],
    [one, 'live', OTHERS_SHARE],
    [other, 'sandbox', OTHERS_SHARE],
  ];
  const tenants: Tenant[] = [];
  for (const [companyId, environment, share] of scopes) {
    const scope = { companyId, environment };
    const empty = { scope, key: await newKey(tools, scope), mark: tenants.length + 1, products };
    tenants.push(await fillLists(db, context.random.fork(`rows ${tenants.length}`), empty, rows * share));
    context.progress(tenants.length, scopes.length, 'companies filled');
  }
  return tenants;
}

/**
 * Every list with every filter, shuffled, the lists in turn; a smaller run takes as many as requested. It begins with
 * each whole list and each filter alone.
 */
function chooseQuestions(
  context: Context,
  lists: readonly PagedList[],
  walks: number,
): { list: PagedList; filter: Filter }[] {
  const random = context.random.fork('questions');
  const questions = lists.flatMap((list) =>
    filtersOf(list)
      .map((filter) => ({ list, filter, place: random.integer(0, 1_000_000_000) }))
      .sort((a, b) => a.place - b.place)
      .map((question, turn) => ({ ...question, turn })),
  );
  const alone = new Set<unknown>();
  const isFirst = ({ list, filter }: { list: PagedList; filter: Filter }): boolean => {
    const [parameter, ...others] = [...filter.values.keys()].map((field) => `${list.name} ${field.parameter}`);
    const what = parameter ?? list.name;
    if (others.length > 0 || filter.range !== 'none' || alone.has(what)) return false;
    alone.add(what);
    return true;
  };
  const first = questions.filter(isFirst);
  const others = questions.filter((question) => !first.includes(question)).sort((a, b) => a.turn - b.turn);
  return [...first, ...others].slice(0, walks);
}

/**
 * A cursor is a position and nothing else: in another list, with another filter or another company's key, it is refused
 * or returns the caller's own rows that pass the filter, in order. The same holds for a tampered cursor.
 */
async function tryStrangers(
  { context, client, tally }: Walker,
  tenants: readonly Tenant[],
  cursors: readonly string[],
  random: Random,
): Promise<void> {
  const [tenant, known] = [random.pick(tenants), cursors.length === 0 ? undefined : random.pick(cursors)];
  if (known === undefined) return;
  const list = random.pick(listsOf(tenant.ids));
  const asked: Asked = { tenant, list, filter: { ...random.pick(filtersOf(list)), range: 'none' } };
  const cursor = random.oneIn(4) ? tampered(known, random) : known;
  const path = pathOf(asked, {}, { limit: limitOf(random), cursor });
  const answer = await client.ask({ method: 'GET', path, key: tenant.key });
  tally.strangers++;
  if (answer.status === 400 && codeOf(answer) === 'request_invalid') {
    tally.refused++;
    if (cursor === known) context.violation('a genuine cursor is called invalid', { path });
    return;
  }
  if (answer.status !== 200)
    return context.violation('a stranger’s cursor is neither refused nor harmless', { path, status: answer.status });
  const { data } = JSON.parse(answer.text) as Page;
  checkRows(context, asked, data, {});
  checkOrder(context, asked, data);
}

/** A cursor with one character changed. */
function tampered(cursor: string, random: Random): string {
  const at = random.integer(0, cursor.length - 1);
  const letter = random.pick('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'.split(''));
  return cursor.slice(0, at) + letter + cursor.slice(at + 1);
}

export const paging: Proof = {
  promise: 'A client that pages through a list sees every row that existed when it began, once and in order.',
  sizes: { full: { rows: 100_000, walks: 4_000 }, small: { rows: 3_000, walks: 60 } },
  stack: { api: 2, workers: 0, env: NO_RATE_LIMITS },
  run,
  bugs: pagingBugs,
};
