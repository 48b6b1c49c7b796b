// Attacks: a statement is exactly the ledger, for every range of days, to the millisecond at midnight.

import type { Environment } from '@cardwright/server/foundation/scope.ts';
import type { Db } from '@cardwright/server/platform/db/db.ts';
import { sql } from '@cardwright/server/platform/db/sql.ts';
import { NO_RATE_LIMITS } from '@cardwright/stack/start.ts';
import { type Client, codeOf, openClient } from '../harness/ask.ts';
import { dateOf, dayOf } from '../harness/calendar.ts';
import { administratorDb, newCompany, newKey, operatorTools, type Tools } from '../harness/companies.ts';
import { type Context, type Counts, inParallel, type Proof, sizeOf } from '../harness/proof.ts';
import type { Random } from '../harness/random.ts';
import { statementBugs } from './bugs.ts';
import { checkCsv } from './csv.ts';
import { type Book, historyDays, writeHistory } from './history.ts';
import { askStatement, checkLimits, readWhileWriting } from './limits.ts';
import { checkStatement, closenessOf, type Range, type Replay, replayStatements, type Statement } from './replay.ts';

const SANDBOX_BOOKS = 3;
const CLIENTS = 4;

/** Every time zone must give the same statement, so the processes and the database use unusual ones. */
const PROCESS_TIME_ZONE = 'Pacific/Auckland';
const DATABASE_TIME_ZONE = 'America/St_Johns';

type Tally = { statements: number; csv: number; adjacent: number; refused: number; shown: number };

async function run(context: Context): Promise<Counts> {
  const rounds = sizeOf(context.sizes, 'rounds');
  const tools = operatorTools(context.stack);
  const client = openClient(context.stack.baseUrl, CLIENTS);
  await setDatabaseTimeZone(context);
  const db = administratorDb(context.stack, SANDBOX_BOOKS + 2);
  try {
    const [crowded, moving, ...books] = await openBooks(tools);
    if (crowded === undefined || moving === undefined) throw new Error('there are no books');
    const replays = await buildHistories(context, db, books, Math.min(500, Math.max(60, rounds / 20)));
    const tally: Tally = { statements: 0, csv: 0, adjacent: 0, refused: 0, shown: 0 };
    await inParallel(rounds, CLIENTS, async (round) => {
      const random = context.random.fork(round);
      await checkSomeRange(context, client, random, random.pick(replays), tally);
      context.progress(round + 1, rounds, 'ranges');
    });
    replays.push(await checkLimits(context, client, db, crowded));
    const reads = Math.max(100, rounds / 10);
    replays.push(await readWhileWriting(context, { client, db, book: moving, random: context.random, reads }));
    checkIds(context, replays);
    return { ...countsOf(replays), ...tally, whileWriting: reads };
  } finally {
    await client.close();
    await db.close();
    await tools.db.close();
  }
}

async function setDatabaseTimeZone({ stack }: Context): Promise<void> {
  const db = administratorDb(stack, 1);
  await db.query(sql`select set_config('cardwright.zone', ${DATABASE_TIME_ZONE}, false)`);
  await db.query(sql`
    do $$ begin
      execute format('alter database %I set timezone = %L', current_database(), current_setting('cardwright.zone'));
    end $$`);
  await db.close();
}

/**
 * A book for the limits, one that is written, and those with a history: the last is a company's live one.
 */
async function openBooks(tools: Tools): Promise<Book[]> {
  const books: Book[] = [];
  const open = async (companyId: string, name: string, environment: Environment) => {
    const scope = { companyId, environment };
    books.push({ scope, name, apiKey: await newKey(tools, scope, ['balance:read']), open: [] });
  };
  for (let index = 0; index < SANDBOX_BOOKS + 2; index++) {
    const name = `Statements "${index}", Ltd`;
    const companyId = await newCompany(tools, name);
    await open(companyId, name, 'sandbox');
    if (index === SANDBOX_BOOKS + 1) await open(companyId, name, 'live');
  }
  return books;
}

async function buildHistories(context: Context, db: Db, books: readonly Book[], visits: number): Promise<Replay[]> {
  const days = historyDays(Date.now());
  let done = 0;
  const replays = await Promise.all(
    books.map(async (book, index) => {
      await writeHistory(db, context.random.fork(`book ${index}`), book, { ...days, visits });
      context.progress(++done, books.length, 'histories');
      return replayStatements(db, book);
    }),
  );
  for (const replay of replays) {
    const { midnights } = closenessOf(replay);
    if (midnights === 0)
      throw new Error('a history has no midnight with entries on both sides: it would prove nothing');
  }
  return replays;
}

/** One random range; sometimes also as CSV, with the following range, or one day too long. */
async function checkSomeRange(
  context: Context,
  client: Client,
  random: Random,
  replay: Replay,
  tally: Tally,
): Promise<void> {
  const range = someRange(random, replay);
  if (random.oneIn(50)) {
    const long = { from: range.from, to: range.from + 366 + random.integer(0, 3) };
    const answer = await askStatement(client, replay.book, long);
    if (answer.status !== 400 || codeOf(answer) !== 'statement_range_too_large')
      context.violation('a range of more than 366 days was not refused as such', { ...long, status: answer.status });
    tally.refused++;
  }
  const statement = await readStatement(context, client, replay, range, tally);
  if (random.oneIn(10)) await readCsv(context, client, replay, range, tally);
  if (random.oneIn(5)) {
    const next = { from: range.to + 1, to: range.to + 1 + random.integer(0, 30) };
    const following = await readStatement(context, client, replay, next, tally);
    if (statement?.closingBalance !== following?.openingBalance)
      context.violation('a statement does not open with the previous closing balance', { range, next });
    tally.adjacent++;
  }
}

async function readStatement(
  context: Context,
  client: Client,
  replay: Replay,
  range: Range,
  tally: Tally,
): Promise<Statement | undefined> {
  const answer = await askStatement(client, replay.book, range);
  tally.statements++;
  if (answer.status !== 200 || answer.headers['content-type'] !== 'application/json; charset=utf-8') {
    context.violation('a statement was not answered', { ...range, status: answer.status });
    return undefined;
  }
  const statement = JSON.parse(answer.text) as Statement;
  tally.shown += statement.data.length;
  checkStatement(context, replay, range, statement);
  return statement;
}

async function readCsv(context: Context, client: Client, replay: Replay, range: Range, tally: Tally): Promise<void> {
  const answer = await askStatement(client, replay.book, range, 'csv');
  tally.csv++;
  const file = `attachment; filename="statement-${dateOf(range.from)}-${dateOf(range.to)}.csv"`;
  if (answer.status !== 200 || answer.headers['content-type'] !== 'text/csv; charset=utf-8')
    return context.violation('a CSV was not answered', { ...range, status: answer.status });
  if (answer.headers['content-disposition'] !== file)
    context.violation('a CSV has the wrong file name', answer.headers);
  checkCsv(context, replay, range, answer.text);
}

/** A range that begins or ends on a day with entries, or next to one: mostly short, sometimes the maximum. */
function someRange(random: Random, { moments }: Replay): Range {
  const anchor = dayOf(random.pick(moments)) + random.integer(-1, 1);
  const days = [
    random.integer(0, 6),
    random.integer(0, 6),
    random.integer(0, 62),
    random.oneIn(2) ? 365 : random.integer(63, 365),
  ];
  const length = random.pick([0, ...days]);
  return random.oneIn(2) ? { from: anchor, to: anchor + length } : { from: anchor - length, to: anchor };
}

/** No two entries of any book have the same id. */
function checkIds(context: Context, replays: readonly Replay[]): void {
  const ids = replays.flatMap((replay) => replay.ids.filter((id) => id !== undefined));
  if (new Set(ids).size !== ids.length) context.violation('two entries have one id', { ids: ids.length });
}

function countsOf(replays: readonly Replay[]): Counts {
  const counts = { books: replays.length, entries: 0, days: 0, midnights: 0, onMidnight: 0, lastMillisecond: 0 };
  for (const closeness of replays.map(closenessOf)) {
    for (const name of ['entries', 'days', 'midnights', 'onMidnight', 'lastMillisecond'] as const)
      counts[name] += closeness[name];
  }
  return counts;
}

export const statements: Proof = {
  promise:
    'A statement is exactly the ledger: opening plus movements is closing, for every range, ' +
    'to the millisecond at midnight.',
  sizes: { full: { rounds: 10_000 }, small: { rounds: 300 } },
  stack: { api: 1, workers: 0, env: { ...NO_RATE_LIMITS, TZ: PROCESS_TIME_ZONE } },
  run,
  bugs: statementBugs,
};
