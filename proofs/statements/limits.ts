// The limits of a statement, and statements of a book that is being written.
import type { Db } from '@cardwright/server/platform/db/db.ts';
import { type Client, codeOf } from '../harness/ask.ts';
import { DAY_MS, dateOf, dayOf } from '../harness/calendar.ts';
import { type Context, inParallel } from '../harness/proof.ts';
import type { Random } from '../harness/random.ts';
import { type Book, postMany, postSomething, setTime } from './history.ts';
import {
  addsUp,
  cents,
  checkStatement,
  cut,
  isEntry,
  type Range,
  type Replay,
  replayStatements,
  type Statement,
} from './replay.ts';

const MOST_DAYS = 366;
const MOST_ENTRIES = 10_000;
const BATCH = 1_000;
const READERS = 4;

/** Requests the statement of a book. */
export const askStatement = (client: Client, book: Book, { from, to }: Range, format?: 'csv') =>
  client.ask({
    method: 'GET',
    path: `/api/v1/account-statements?from=${dateOf(from)}&to=${dateOf(to)}${format === undefined ? '' : `&format=${format}`}`,
    key: book.apiKey,
  });

/** The maximum number of days or entries is answered, and one more is refused, in every format. */
export async function checkLimits(context: Context, client: Client, db: Db, book: Book): Promise<Replay> {
  const full = dayOf(Date.now()) + 10;
  await db.write(book.scope, (tx) => setTime(tx, book.scope, full * DAY_MS + 1));
  for (let posted = 0; posted < MOST_ENTRIES; posted += BATCH) await postMany(db, book, BATCH);
  await db.write(book.scope, (tx) => setTime(tx, book.scope, (full + 1) * DAY_MS));
  await postMany(db, book, 1);
  const replay = await replayStatements(db, book);

  for (const range of [
    { from: full, to: full },
    { from: full - MOST_DAYS + 1, to: full },
    { from: full + 1, to: full + MOST_DAYS },
  ]) {
    const answer = await askStatement(client, book, range);
    if (answer.status === 200) checkStatement(context, replay, range, JSON.parse(answer.text) as Statement);
    else context.violation('a statement within the limits was refused', { ...range, status: answer.status });
  }
  for (const range of [
    { from: full, to: full + 1 },
    { from: full - 1, to: full + 1 },
    { from: full + 1, to: full + 1 + MOST_DAYS },
    { from: full - MOST_DAYS, to: full },
  ]) {
    for (const format of [undefined, 'csv'] as const) {
      const answer = await askStatement(client, book, range, format);
      if (answer.status !== 400 || codeOf(answer) !== 'statement_range_too_large')
        context.violation('a statement beyond the limits was not refused as such', { ...range, status: answer.status });
    }
  }
  await checkMalformed(context, client, book);
  return replay;
}

/** An invalid range of days is refused, and never guessed. */
async function checkMalformed(context: Context, client: Client, book: Book): Promise<void> {
  const impossible = ['2027-02-29', '2100-02-29', '2027-13-01', '2027-00-10', '2027-04-31', '2027-01-00', '2027-1-1'];
  const odd = ['', '20270101', '2027-01-01T00:00:00Z', '+002027-01-01', '2027-01-01%0A', 'today', '٢٠٢٧-01-01'];
  const queries = [
    ...[...impossible, ...odd].flatMap((date) => [`from=${date}&to=2027-12-31`, `from=2026-12-31&to=${date}`]),
    'from=2027-01-02&to=2027-01-01',
    'from=2027-01-01',
    'to=2027-01-01',
    '',
    'from=2027-01-01&from=2027-01-01&to=2027-01-01',
    'from=2027-01-01&to=2027-01-01&days=1',
    'from=2027-01-01&to=2027-01-01&format=xml',
  ];
  for (const query of queries) {
    const answer = await client.ask({
      method: 'GET',
      path: `/api/v1/account-statements?${encodeURI(query).replaceAll('%25', '%')}`,
      key: book.apiKey,
    });
    if (answer.status !== 400 || codeOf(answer) !== 'request_invalid')
      context.violation('a malformed range was not refused as such', { query, status: answer.status });
  }
  for (const date of ['0001-01-01', '1969-12-31', '2028-02-29', '9999-12-31']) {
    const path = `/api/v1/account-statements?from=${date}&to=${date}`;
    const answer = await client.ask({ method: 'GET', path, key: book.apiKey });
    const statement = answer.status === 200 ? (JSON.parse(answer.text) as Statement) : undefined;
    if (statement === undefined || statement.data.length > 0 || !addsUp(statement))
      context.violation('a day without entries has no empty statement', { date, status: answer.status });
  }
}

/**
 * A writer crosses midnight repeatedly while statements that begin or end there are read. Each must add up on its own,
 * and afterwards each is compared with the ledger: it must show the ledger at one moment.
 */
export async function readWhileWriting(
  context: Context,
  { client, db, book, random, reads }: { client: Client; db: Db; book: Book; random: Random; reads: number },
): Promise<Replay> {
  let today = dayOf(Date.now()) + 1;
  const reading = new AbortController();
  const writing = (async () => {
    for (; !reading.signal.aborted; today++) {
      await db.write(book.scope, (tx) => setTime(tx, book.scope, (today + 1) * DAY_MS - 2));
      for (let entry = 0; entry < 4; entry++) await db.write(book.scope, (tx) => postSomething(tx, random, book));
    }
  })();
  const seen: { range: Range; statement: Statement }[] = [];
  try {
    await inParallel(reads, READERS, async (index) => {
      const random = context.random.fork(`reader ${index}`);
      const from = today + random.integer(-2, 3);
      const range = { from, to: from + random.integer(0, 30) };
      const answer = await askStatement(client, book, range);
      if (answer.status === 200) seen.push({ range, statement: JSON.parse(answer.text) as Statement });
      else context.violation('a statement failed while its book was written', { status: answer.status });
      context.progress(index + 1, reads, 'statements of a book that is being written');
    });
  } finally {
    reading.abort();
    await writing;
  }
  const replay = await replayStatements(db, book);
  for (const { range, statement } of seen) checkMoment(context, replay, range, statement);
  return replay;
}

/** A statement of a book that was being written: the entries of its range up to some moment, without gaps. */
function checkMoment(context: Context, replay: Replay, range: Range, statement: Statement): void {
  const { data, openingBalance } = statement;
  const { start, end } = cut(replay, range);
  if (!addsUp(statement)) return context.violation('a statement does not add up', { ...statement, data: data.length });
  const known =
    data.length > 0
      ? replay.balances[start] === cents(openingBalance)
      : replay.balances.slice(0, start + 1).includes(cents(openingBalance));
  if (!known)
    context.violation('a statement opens with a balance that the ledger never had', {
      ...statement,
      data: data.length,
    });
  if (data.length > end - start || !data.every((entry, index) => isEntry(replay, start + index, entry)))
    context.violation('a statement does not show the ledger at one moment', { ...statement, data: data.length });
}
