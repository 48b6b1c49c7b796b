// Books with years of history: posted by the real functions while the administrator moves the company's time.
import { randomUUID } from 'node:crypto';
import { usd } from '@cardwright/server/foundation/money/usd.ts';
import type { Scope } from '@cardwright/server/foundation/scope.ts';
import { adjust, capture, creditSandbox, deposit, release, reserve } from '@cardwright/server/ledger/book/postings.ts';
import type { Db, Tx } from '@cardwright/server/platform/db/db.ts';
import { sql } from '@cardwright/server/platform/db/sql.ts';
import { DAY_MS, dateOf, dayOf, isSpecial } from '../harness/calendar.ts';
import type { Random } from '../harness/random.ts';

const HISTORY_DAYS = 3 * 365 + 1;

/** Distance from midnight at which the entries around it begin and end. */
const AROUND_MIDNIGHT_MS = 8;

type Hold = { reference: string; amount: bigint; fee: bigint };

/** A book that a proof writes history into. */
export type Book = { scope: Scope; name: string; apiKey: string; open: Hold[] };

/** Texts that break a careless table, or that a spreadsheet would execute. */
const descriptions = [
  'Card funds',
  'a, b and "c"',
  'two\nlines',
  '=1+1',
  '+1',
  '-1',
  '@home',
  '\tindented',
  'a\rb',
  'Zoë',
  '',
];

/** The days of the history: from tomorrow, three years or more, including a leap day. */
export function historyDays(now: number): { first: number; last: number } {
  const first = dayOf(now) + 1;
  let last = first + HISTORY_DAYS;
  const hasLeapDay = () => {
    for (let day = first; day < last; day++) if (dateOf(day).endsWith('-02-29')) return true;
    return false;
  };
  while (!hasLeapDay()) last += 30;
  return { first, last };
}

/**
 * Writes the history of a book: a few entries on many days, and around midnight of every special day and some others.
 */
export async function writeHistory(
  db: Db,
  random: Random,
  book: Book,
  { first, last, visits }: { first: number; last: number; visits: number },
): Promise<void> {
  const midnights = new Set<number>();
  const days = new Set<number>();
  for (let day = first; day <= last; day++) if (isSpecial(day)) midnights.add(day);
  for (let visit = 0; visit < visits; visit++) days.add(random.integer(first, last));
  for (let visit = 0; visit < visits / 10; visit++) midnights.add(random.integer(first, last));
  for (const day of [...new Set([...days, ...midnights])].sort((a, b) => a - b)) {
    if (days.has(day)) await visitDay(db, random, book, day);
    if (midnights.has(day)) await visitMidnight(db, random, book, (day + 1) * DAY_MS);
  }
}

async function visitDay(db: Db, random: Random, book: Book, day: number): Promise<void> {
  await db.write(book.scope, async (tx) => {
    await setTime(tx, book.scope, day * DAY_MS + random.integer(0, DAY_MS - 1_000));
    for (let entry = random.integer(1, 8); entry > 0; entry--) await postSomething(tx, random, book);
  });
}

/**
 * Sandbox time runs, so entries are posted in a row from just before midnight until just after it. Live time is set
 * manually and stands still in between, so entries get exactly the last millisecond of the day, midnight, and the next
 * millisecond.
 */
async function visitMidnight(db: Db, random: Random, book: Book, midnight: number): Promise<void> {
  await db.write(book.scope, async (tx) => {
    if (book.scope.environment === 'sandbox') {
      await setTime(tx, book.scope, midnight - AROUND_MIDNIGHT_MS);
      const until = performance.now() + 2 * AROUND_MIDNIGHT_MS;
      while (performance.now() < until) await postSomething(tx, random, book);
      return;
    }
    for (const distance of [-999, -50, -1, 0, 1, 50]) {
      await setTime(tx, book.scope, midnight + distance);
      await payIn(tx, random, book);
      await postSomething(tx, random, book);
    }
  });
}

/**
 * Moves the time of a book, forward only. An entry's time is the company's, and never before the previous entry's: in
 * the sandbox the former is moved; in live, where time is real, the latter.
 */
export async function setTime(tx: Tx, scope: Scope, ms: number): Promise<void> {
  const where = sql`company_id = ${scope.companyId} and environment = ${scope.environment}`;
  const moment = sql`to_timestamp(${ms}::double precision / 1000)`;
  // Whole seconds and no days: a day in an interval has 23 or 25 hours where clocks change.
  const ahead = sql`make_interval(secs => extract(epoch from ${moment} - clock_timestamp())::double precision)`;
  if (scope.environment === 'sandbox') {
    await tx.query(sql`update ledger.books set clock_offset = greatest(clock_offset, ${ahead}) where ${where}`);
  } else {
    await tx.query(sql`update ledger.books set last_entry_at = greatest(last_entry_at, ${moment}) where ${where}`);
  }
}

/** Posts one or two entries of a random kind. Entries that the book cannot afford are skipped. */
export async function postSomething(tx: Tx, random: Random, book: Book): Promise<void> {
  const amount = BigInt(random.integer(1, random.oneIn(4) ? 1_000_000 : 5_000));
  const reference = randomUUID();
  switch (random.integer(1, 8)) {
    case 1:
    case 2:
      return payIn(tx, random, book);
    case 3: {
      const signed = usd(random.oneIn(2) ? amount : -amount);
      await adjust(tx, book.scope, { reference, amount: signed, description: random.pick(descriptions) });
      return;
    }
    case 4:
    case 5: {
      const fee = BigInt(random.integer(0, 300));
      const hold = { reference, amount: usd(amount + fee), reason: random.pick(descriptions) };
      if (await reserve(tx, book.scope, hold)) book.open.push({ reference, amount, fee });
      return;
    }
    case 6:
      return returnFromCard(tx, book.scope, { reference, amount });
    default:
      return settleOldestHold(tx, random, book);
  }
}

async function payIn(tx: Tx, random: Random, { scope }: Book): Promise<void> {
  const amount = BigInt(random.integer(1, 500_000));
  const reference = randomUUID();
  if (scope.environment === 'sandbox' && random.oneIn(2)) {
    return creditSandbox(tx, scope, { reference, amount: usd(amount) });
  }
  await deposit(tx, scope, { reference, amount: usd(amount), fee: usd(amount / 66n) });
}

/** Returns the balance of a closed card, as its close does. */
export async function returnFromCard(
  tx: Tx,
  { companyId, environment }: Scope,
  { reference, amount }: { reference: string; amount: bigint },
): Promise<void> {
  await tx.query(sql`
    select ledger.return_from_cards(
      array[${companyId}]::uuid[], array[${environment}]::environment[], array[${reference}]::text[], array[${amount}]::bigint[])`);
}

async function settleOldestHold(tx: Tx, random: Random, book: Book): Promise<void> {
  const hold = book.open.shift();
  if (hold === undefined) return;
  const { reference, amount, fee } = hold;
  if (random.oneIn(3)) await release(tx, book.scope, { reference, amount: usd(amount + fee) });
  else await capture(tx, book.scope, { reference, amount: usd(amount), fee: usd(fee) });
}

/** Posts many entries of one moment at once, directly into the posting function. */
export async function postMany(db: Db, { scope }: Book, count: number): Promise<void> {
  await db.write(scope, (tx) =>
    tx.query(sql`
      select ledger.post(
        array_fill(${scope.companyId}::uuid, array[${count}::integer]),
        array_fill(${scope.environment}::environment, array[${count}::integer]),
        array_fill('adjustment'::ledger.entry_kind, array[${count}::integer]),
        array(select gen_random_uuid()::text from generate_series(1, ${count}::integer)),
        array_fill('One of many'::text, array[${count}::integer]), array_fill(1::bigint, array[${count}::integer]))`),
  );
}
