// The expected content of every statement of a book, replayed in plain arithmetic from the ledger's rows.
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { toId } from '@cardwright/server/foundation/ids.ts';
import type { Scope } from '@cardwright/server/foundation/scope.ts';
import type { Db } from '@cardwright/server/platform/db/db.ts';
import { sql } from '@cardwright/server/platform/db/sql.ts';
import { DAY_MS, dateOf, dayOf, instantOf } from '../harness/calendar.ts';
import type { Context } from '../harness/proof.ts';
import type { Book } from './history.ts';

/** An entry this close to midnight counts as next to it. */
const NEAR_MS = 50;

const fields = [
  'reference',
  'kind',
  'description',
  'amount',
  'balance',
  'availableDelta',
  'heldDelta',
  'createdAt',
] as const;

/** An entry of a statement, all as text; the service chooses its id. */
export type Entry = Record<(typeof fields)[number] | 'id', string>;

export type Statement = {
  openingBalance: string;
  closingBalance: string;
  incoming: string;
  outgoing: string;
  generatedAt: string;
  data: Entry[];
};

/** A range of days, both included. */
export type Range = { from: number; to: number };

export type Replay = {
  book: Book;
  entries: Omit<Entry, 'id'>[];
  /** When each entry was posted. */
  moments: number[];
  /** Before the first entry and after each: the balance, and the totals of credits and debits until then. */
  balances: bigint[];
  incoming: bigint[];
  outgoing: bigint[];
  /** The id with which each entry was first shown. */
  ids: (string | undefined)[];
};

type Row = {
  sequence: bigint;
  kind: string;
  reference: string;
  description: string;
  available: bigint;
  held: bigint;
  ms: bigint;
};

/** Reads a book once and replays it. */
export async function replayStatements(db: Db, book: Book): Promise<Replay> {
  const replay: Replay = { book, entries: [], moments: [], balances: [0n], incoming: [0n], outgoing: [0n], ids: [] };
  for (const row of await listRows(db, book.scope)) {
    const amount = row.available + row.held;
    const [balance = 0n, incoming = 0n, outgoing = 0n] = [replay.balances, replay.incoming, replay.outgoing].map(
      (sums) => sums.at(-1),
    );
    replay.balances.push(balance + amount);
    replay.incoming.push(amount > 0n ? incoming + amount : incoming);
    replay.outgoing.push(amount < 0n ? outgoing - amount : outgoing);
    replay.moments.push(Number(row.ms));
    replay.entries.push({
      reference: row.reference,
      kind: row.kind,
      description: row.description,
      amount: dollars(amount),
      balance: dollars(balance + amount),
      availableDelta: dollars(row.available),
      heldDelta: dollars(row.held),
      createdAt: instantOf(Number(row.ms)),
    });
  }
  return replay;
}

const listRows = ({ query }: Db, { companyId, environment }: Scope) =>
  query<Row>(sql`
    select sequence, kind, reference, description, available_delta as available, held_delta as held,
           (extract(epoch from created_at) * 1000)::bigint as ms
      from ledger.entries
     where company_id = ${companyId} and environment = ${environment}
     order by sequence`);

/** The index of the first entry of a range, and of the first one after it. */
export function cut(replay: Replay, { from, to }: Range): { start: number; end: number } {
  return { start: firstOn(replay.moments, from), end: firstOn(replay.moments, to + 1) };
}

/** How many entries were posted before a day. */
function firstOn(moments: readonly number[], day: number): number {
  let [low, high] = [0, moments.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (dayOf(moments[middle] ?? 0) < day) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Compares a statement with the replay, field by field. */
export function checkStatement(context: Context, replay: Replay, range: Range, statement: Statement): void {
  const { start, end } = cut(replay, range);
  const asked = { from: dateOf(range.from), to: dateOf(range.to) };
  const { data, generatedAt, ...head } = statement;
  const { scope, name } = replay.book;
  const expected = {
    company: { id: toId('company', scope.companyId), name },
    environment: scope.environment,
    currency: 'USD',
    account: 'card_account',
    ...asked,
    openingBalance: dollars(replay.balances[start] ?? 0n),
    closingBalance: dollars(replay.balances[end] ?? 0n),
    incoming: dollars((replay.incoming[end] ?? 0n) - (replay.incoming[start] ?? 0n)),
    outgoing: dollars((replay.outgoing[end] ?? 0n) - (replay.outgoing[start] ?? 0n)),
    chain: unsealedChain(scope, start, end),
  };
  if (!isDeepStrictEqual(head, expected)) context.violation('a statement differs from the ledger', { head, expected });
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(generatedAt))
    context.violation('a statement does not say when it was generated', { generatedAt });
  if (data.length !== end - start)
    return context.violation('a statement has other entries than the ledger', {
      ...asked,
      found: data.length,
      expected: end - start,
    });
  const wrong = data.findIndex((entry, index) => !isEntry(replay, start + index, entry));
  if (wrong >= 0)
    context.violation('an entry differs from the ledger', {
      ...asked,
      found: data[wrong],
      expected: replay.entries[start + wrong],
    });
}

/** The chain of a statement while nothing is sealed (no worker runs in this proof): only the start of its book. */
function unsealedChain({ companyId, environment }: Scope, start: number, end: number) {
  const text = `cardwright chain 1\n${toId('company', companyId)}\n${environment}`;
  const beginning = start === 0 ? createHash('sha256').update(text).digest('hex') : null;
  return { before: beginning, after: start === end ? beginning : null, sealedThrough: null };
}

/** Whether this is that entry of the book, under the same id as always. */
export function isEntry(replay: Replay, index: number, entry: Entry): boolean {
  const expected = replay.entries[index];
  if (expected === undefined || Object.keys(entry).length !== fields.length + 1) return false;
  replay.ids[index] ??= entry.id;
  return replay.ids[index] === entry.id && fields.every((field) => entry[field] === expected[field]);
}

/** Whether a statement adds up on its own: each balance follows from the previous one, and the totals from entries. */
export function addsUp(statement: Statement): boolean {
  const [opening, closing] = [cents(statement.openingBalance), cents(statement.closingBalance)];
  let [balance, incoming, outgoing] = [opening, 0n, 0n];
  for (const entry of statement.data) {
    const amount = cents(entry.amount);
    balance += amount;
    if (amount > 0n) incoming += amount;
    else outgoing -= amount;
    if (cents(entry.balance) !== balance) return false;
    if (cents(entry.availableDelta) + cents(entry.heldDelta) !== amount) return false;
  }
  return balance === closing && cents(statement.incoming) === incoming && cents(statement.outgoing) === outgoing;
}

/** Cents as dollars, with two decimals. */
function dollars(amount: bigint): string {
  const size = amount < 0n ? -amount : amount;
  return `${amount < 0n ? '-' : ''}${size / 100n}.${String(size % 100n).padStart(2, '0')}`;
}

/** Dollars as cents. */
export const cents = (text: string): bigint => BigInt(text.replace('.', ''));

export type Closeness = {
  entries: number;
  days: number;
  midnights: number;
  onMidnight: number;
  lastMillisecond: number;
};

/** How close a history comes to midnight: the number of midnights with entries within 50 ms on both sides. */
export function closenessOf({ moments }: Replay): Closeness {
  const days = new Set(moments.map(dayOf));
  const before = new Set<number>();
  const after = new Set<number>();
  let [onMidnight, lastMillisecond] = [0, 0];
  for (const ms of moments) {
    const midnight = dayOf(ms + DAY_MS / 2);
    const distance = ms - midnight * DAY_MS;
    if (distance === 0) onMidnight++;
    if (distance === -1) lastMillisecond++;
    if (distance < 0 && distance >= -NEAR_MS) before.add(midnight);
    if (distance >= 0 && distance <= NEAR_MS) after.add(midnight);
  }
  const midnights = [...before].filter((midnight) => after.has(midnight)).length;
  return { entries: moments.length, days: days.size, midnights, onMidnight, lastMillisecond };
}
