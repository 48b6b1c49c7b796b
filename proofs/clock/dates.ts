// Midnights that a sandbox jumps over: events before midnight belong to one day, events after it to the next.

import type { Scope } from '@cardwright/server/foundation/scope.ts';
import { type Db, inScope } from '@cardwright/server/platform/db/db.ts';
import { name, sql } from '@cardwright/server/platform/db/sql.ts';
import { DAY_MS, dateOf, dayOf } from '../harness/calendar.ts';
import type { Random } from '../harness/random.ts';
import { centsText } from '../money/reference.ts';
import {
  advance,
  advanceTo,
  checkClocks,
  expectDated,
  INVOICES,
  type Moving,
  nowOf,
  OPERATIONS,
  type Owner,
  post,
  read,
  until,
} from './owners.ts';

/** Minimum distance to midnight when leaving a day and when entering the next. */
const BEFORE_MS = 20_000;
const AFTER_SECONDS = 25;

/** How long an invoice can be paid, in milliseconds. */
const HOUR_MS = 3_600_000;

/** Clocks that are moved by one second at the same moment. */
const AT_ONCE = 8;

/** The ends of the next months, and of the days around leap days, within ten years: days whose next one is special. */
function specialDays(now: number): { months: number[]; years: number[]; leaps: number[] } {
  const days = { months: [] as number[], years: [] as number[], leaps: [] as number[] };
  for (let day = dayOf(now) + 1; day < dayOf(now) + 3_300; day++) {
    const [date, next] = [dateOf(day), dateOf(day + 1)];
    if (next.endsWith('-02-29') || date.endsWith('-02-29')) days.leaps.push(day);
    else if (next.endsWith('-01-01')) days.years.push(day);
    else if (next.endsWith('-01')) days.months.push(day);
  }
  return days;
}

/** The days at whose end something happens: a leap day, a year's end, and as many others as time allows. */
export function chooseDays(random: Random, now: number, count: number): number[] {
  const { months, years, leaps } = specialDays(now);
  const chosen = new Set([...leaps.slice(0, 2), ...years.slice(0, 1), ...months.slice(0, 1)]);
  while (chosen.size < count) chosen.add(random.pick([...months, ...years, ...leaps]));
  return [...chosen].toSorted((a, b) => a - b);
}

/** Runs a company's activity around the end of each of these days. */
export async function walk(moving: Moving, random: Random, owner: Owner, days: readonly number[]): Promise<void> {
  let cents = 1_000;
  await post(moving, owner, '/api/v1/sandbox/funding', { body: { amount: '100000.00' } });
  for (const day of days) {
    const midnight = (day + 1) * DAY_MS;
    await advanceTo(moving, owner, midnight - BEFORE_MS - random.integer(0, 5_000));
    if (nowOf(owner) > midnight - BEFORE_MS / 2) continue; // the machine slept: the day is already over
    await act(moving, owner, cents++);
    const isBefore = nowOf(owner) < midnight;
    await advance(moving, owner, AFTER_SECONDS + random.integer(0, 5));
    await act(moving, owner, cents++);
    if (isBefore) await compareStatements(moving, owner, day);
  }
  await moveAtOnce(moving, owner);
  await compareOrder(moving, owner);
}

/** Money, an operation and an invoice, each dated when it happens. */
async function act(moving: Moving, owner: Owner, cents: number): Promise<void> {
  const { db, serviceId } = moving;
  const funding = await post(moving, owner, '/api/v1/sandbox/funding', { body: { amount: centsText(BigInt(cents)) } });
  const [entry] = await db.query<{ created_at: Date }>(sql`
    select created_at from ledger.entries
     where company_id = ${owner.scope.companyId} and environment = 'sandbox' and kind = 'sandbox_credit' and available_delta = ${cents}`);
  expectDated(moving, 'an entry', entry?.created_at ?? '', funding.between);
  const order = await post<{ createdAt: string }>(moving, owner, OPERATIONS, {
    body: { type: 'service', productId: serviceId, recipient: 'ada', amount: '1.00' },
  });
  expectDated(moving, 'an operation', order.said.createdAt, order.between);
  await payInvoice(moving, owner);
}

type Invoice = { id: string; status: string; createdAt: string; expiresAt: string | null };

/** An invoice is created, expires an hour later by the issuer's clock, and is credited, all in the company's time. */
async function payInvoice(moving: Moving, owner: Owner): Promise<void> {
  const { context, db, counts } = moving;
  const created = await post<Invoice>(moving, owner, INVOICES, { body: { amount: '10' } });
  const { id, createdAt, expiresAt } = created.said;
  const { from, to } = created.between;
  counts.invoices++;
  expectDated(moving, 'an invoice', createdAt, created.between);
  if (expiresAt === null) return context.violation('an invoice has no address in time', created.said);
  expectDated(moving, 'the end of an invoice', expiresAt, { from: from + HOUR_MS, to: to + HOUR_MS });
  const paid = await post<Invoice>(moving, owner, `/api/v1/sandbox/invoices/${id}/complete`);
  if (paid.said.status !== 'completed') {
    const seen = await until(
      () => read<Invoice>(moving, owner, `${INVOICES}/${id}`),
      ({ status }) => status === 'completed',
    );
    if (seen === undefined) return context.violation('an invoice was not completed in time', paid.said);
  }
  const between = { from: paid.between.from, to: nowOf(owner) };
  const entries = await listEntries(db, owner.scope, id);
  if (entries.length !== 2) context.violation('an invoice has not two entries', { id, entries });
  for (const { created_at } of entries) expectDated(moving, 'a deposit', created_at, between);
  const [told] = await db.query<{ created_at: Date; shown: string }>(sql`
    select created_at, body::json ->> 'createdAt' as shown from events
     where company_id = ${owner.scope.companyId} and type = 'invoice.completed' and body::json #>> '{data,object,id}' = ${id}`);
  expectDated(moving, 'an event', told?.created_at ?? '', between);
  expectDated(moving, 'what an event shows', told?.shown ?? '', between);
}

type Entry = { sequence: bigint; reference: string; available_delta: bigint; held_delta: bigint; created_at: Date };

const listEntries = (db: Db, { companyId }: Scope, reference?: string) =>
  db.query<Entry>(sql`
    select sequence, reference, available_delta, held_delta, created_at from ledger.entries
     where company_id = ${companyId} and environment = 'sandbox' and (${reference ?? null}::text is null or reference = ${reference ?? null})
     order by sequence`);

type Statement = {
  openingBalance: string;
  closingBalance: string;
  data: { reference: string; amount: string; createdAt: string }[];
};

/** Each of the two days has its own entries, and the second opens with the closing balance of the first. */
async function compareStatements(moving: Moving, owner: Owner, day: number): Promise<void> {
  const { context, db, counts } = moving;
  const statements: Statement[] = [];
  for (const each of [day, day + 1]) {
    const path = `/api/v1/account-statements?from=${dateOf(each)}&to=${dateOf(each)}`;
    const statement = await read<Statement>(moving, owner, path);
    const entries = (await listEntries(db, owner.scope)).filter(
      ({ created_at }) => dayOf(created_at.getTime()) === each,
    );
    const expected = entries.map(({ reference, created_at }) => `${reference} ${created_at.toISOString()}`);
    const shown = statement.data.map(({ reference, createdAt }) => `${reference} ${createdAt}`);
    counts.statements++;
    // Earlier orders may be settled during the check: no entry may be missing or out of order.
    if (shown.join() !== expected.slice(0, shown.length).join() || shown.length < 3)
      context.violation('a statement has other entries than its day', { date: dateOf(each), expected, shown });
    statements.push(statement);
  }
  const [before, after] = statements;
  if (before?.closingBalance !== after?.openingBalance)
    context.violation('a day does not open where the one before closed', { date: dateOf(day), before, after });
}

/** Concurrent moves of a clock add up. */
async function moveAtOnce(moving: Moving, owner: Owner): Promise<void> {
  await Promise.all(
    Array.from({ length: AT_ONCE }, () =>
      post(moving, owner, '/api/v1/sandbox/clock/advance', { body: { seconds: 1 } }),
    ),
  );
  owner.aheadSeconds += AT_ONCE;
  await checkClocks(moving, owner);
  const moves = await moving.db.query<{ number: bigint; seconds: bigint; ahead_seconds: bigint }>(sql`
    select number, seconds, ahead_seconds from clock_advances where company_id = ${owner.scope.companyId} order by number`);
  let ahead = 0n;
  for (const [index, move] of moves.entries()) {
    ahead += move.seconds;
    if (move.number !== BigInt(index + 1) || move.ahead_seconds !== ahead)
      moving.context.violation('the moves of a clock do not add up', { move, ahead });
  }
}

/** Lists are in the order of events, and their dates agree with it. */
async function compareOrder(moving: Moving, { scope, key }: Owner): Promise<void> {
  const { client, context, db } = moving;
  const sorted = (what: string, dates: readonly string[]) => {
    if (dates.join() !== dates.toSorted().join())
      context.violation(`${what} are not in the order of their dates`, dates);
  };
  const shown = async (path: string) => {
    const { text } = await client.ask({ method: 'GET', path: `${path}?limit=100`, key });
    const { data } = JSON.parse(text) as { data: { id: string; createdAt: string }[] };
    sorted(path, data.map(({ createdAt }) => createdAt).toReversed());
  };
  // Real time, which jumps do not affect: both orders are the same.
  const accepted = async (table: 'operations' | 'invoices') => {
    const rows = await db.query<{ accepted_at: Date }>(sql`
      select accepted_at from ${name(table)} where ${inScope(scope)} order by created_at, accepted_at`);
    sorted(
      `real times of ${table}`,
      rows.map(({ accepted_at }) => accepted_at.toISOString()),
    );
  };
  await shown(INVOICES);
  await shown(OPERATIONS);
  await accepted('invoices');
  await accepted('operations');
  const events = await db.query<{ created_at: Date }>(sql`
    select created_at from events where company_id = ${scope.companyId} and environment = 'sandbox' order by sequence`);
  sorted(
    'events',
    events.map(({ created_at }) => created_at.toISOString()),
  );
  sorted(
    'entries',
    (await listEntries(db, scope)).map(({ created_at }) => created_at.toISOString()),
  );
}
