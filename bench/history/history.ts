// The shape of the loaded history: the amount of everything, and when it happened. It depends only on the number of
// entries, so the same number always produces the same rows.
import { createHash } from 'node:crypto';

const DAY_MS = 86_400_000;

/**
 * A week of the measured company has as many entries as one statement may show: a quiet Sunday, then six busy days.
 * Days are equally full in short and long histories, so a one-day statement costs the same in both.
 */
export const WEEK_ENTRIES = 10_000;
const SUNDAY_ENTRIES = 100;
const BUSY_DAY_ENTRIES = 1_650;

/** Histories end here, on a Saturday, and begin as early as they must. Never in the future. */
const END_MS = Date.UTC(2026, 5, 28);

/** With fewer entries, a company could not have one whole cycle. */
const FEWEST_ENTRIES = 5_000;

export type History = {
  entries: number;
  seed: number;
  /** Entries of the measured company: half of all. */
  measured: number;
  /** The companies that share the other half. */
  others: number;
  startMs: number;
  /** Length of its days in milliseconds: more than a day where a month must fit into one statement. */
  dayMs: number;
  measuredId: string;
  busiestHolderId: string;
  busiestCardId: string;
  /** Rows in all, half of them the measured company's. */
  holders: number;
  cards: number;
  operations: number;
  transactions: number;
  invoices: number;
  /** Each is delivered to the one endpoint that every company has. */
  events: number;
  idempotencyKeys: number;
};

/** The history with this number of entries. It ends in June unless another end is given. */
export function historyOf(entries: number, seed: number, { endMs = END_MS, dayMs = DAY_MS } = {}): History {
  if (entries < FEWEST_ENTRIES || entries % 2 === 1) {
    throw new Error(`a history has an even number of entries, at least ${FEWEST_ENTRIES}`);
  }
  const measured = entries / 2;
  const others = clamp(entries / 1_000, 50, 2_000);
  const startMs = endMs - Math.ceil(measured / WEEK_ENTRIES) * 7 * dayMs;
  return {
    entries,
    seed,
    measured,
    others,
    startMs,
    dayMs,
    // Created in the middle of the others, so that it is neither the first nor the last in any index.
    measuredId: uuidAt(companyCreatedMs(startMs, others / 2) + 500, 'the measured company'),
    busiestHolderId: uuidAt(startMs, 'holder 0'),
    busiestCardId: uuidAt(startMs, 'card 0'),
    // The minimum fills a page of every filter, so that both histories answer with equally many rows. The maximum is
    // what one company plausibly has (holders, cards) or what keeps loading short (the others).
    holders: 2 * clamp(entries / 40, 1_200, 5_000),
    cards: 2 * clamp(entries / 25, 1_200, 10_000),
    operations: clamp(entries / 4, 10_000, 1_000_000),
    transactions: clamp(entries / 2, 20_000, 1_000_000),
    invoices: clamp(entries / 10, 10_000, 250_000),
    events: clamp(entries / 4, 10_000, 1_000_000),
    // The minimum keeps the smallest index at two levels: from one level to two, the block count doubles.
    idempotencyKeys: Math.max(10_000, Math.floor(entries / 4)),
  };
}

const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, Math.round(value)));

/** When the company with this number was created: one a second, the day before the history begins. */
export const companyCreatedMs = (startMs: number, number: number): number =>
  startMs - DAY_MS + Math.floor(number) * 1_000;

/** The Idempotency-Key with this number, in the form of a client that uses UUIDs. */
export const idempotencyKeyOf = (number: number): string => asUuid(md5(`key ${number}`));

/** A UUID, version 7, of a moment; the salt determines the rest of it. */
export const uuidAt = (ms: number, salt: string): string =>
  asUuid(`${ms.toString(16).padStart(12, '0')}7${md5(salt).slice(0, 3)}8${md5(salt).slice(3, 18)}`);

const md5 = (text: string) => createHash('md5').update(text).digest('hex');
const asUuid = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** SQL: the uuid of `uuidAt`. */
export const uuidAtSql = (ms: string, salt: string): string =>
  `(lpad(to_hex(${ms}), 12, '0') || '7' || substr(md5(${salt}), 1, 3) || '8' || substr(md5(${salt}), 4, 15))::uuid`;

/** SQL: the time in milliseconds of the measured company's entry with this number, counted from 0. */
export const msOfSql = ({ startMs, dayMs }: History, number: string): string => `(
  ${startMs} + ${number} / ${WEEK_ENTRIES} * ${7 * dayMs} + case
    when ${number} % ${WEEK_ENTRIES} < ${SUNDAY_ENTRIES} then ${number} % ${WEEK_ENTRIES} * ${dayMs / SUNDAY_ENTRIES}
    else (${number} % ${WEEK_ENTRIES} - ${SUNDAY_ENTRIES}) / ${BUSY_DAY_ENTRIES} * ${dayMs} + ${dayMs}
       + (${number} % ${WEEK_ENTRIES} - ${SUNDAY_ENTRIES}) % ${BUSY_DAY_ENTRIES} * ${Math.floor(dayMs / BUSY_DAY_ENTRIES)} end)`;

/** SQL: milliseconds as a time. */
export const timeSql = (ms: string): string => `to_timestamp(${ms} / 1000.0)`;

/** A moment in the history as a fraction: 0 is the beginning, 1 is the end of its last day. */
export const momentOf = (history: History, share: number): string =>
  new Date(history.startMs + Math.floor(share * (lastDayOf(history) + 1) * history.dayMs)).toISOString();

/** The day of the last entry, counted from 0. */
const lastDayOf = ({ measured }: History): number =>
  Math.floor((measured - 1) / WEEK_ENTRIES) * 7 + dayInWeek((measured - 1) % WEEK_ENTRIES);

/** Ranges of days that are equally full in every history. */
export function daysOf(history: History): Record<'quiet' | 'early' | 'late', { from: string; to: string }> {
  const weeks = Math.ceil(history.measured / WEEK_ENTRIES);
  const lastDay = lastDayOf(history);
  // The day of the last entry may be half full, and a Sunday is never busy.
  const lateDay = [lastDay - 1, lastDay - 2].find((day) => day % 7 !== 0) ?? 1;
  return {
    quiet: oneDay(history, Math.floor((weeks - 1) / 2) * 7),
    early: oneDay(history, 1),
    late: oneDay(history, lateDay),
  };
}

/** The dates of a week in the middle of the history; its statement has the largest allowed size. */
export function fullWeekOf(history: History): { from: string; to: string } {
  const week = Math.floor((Math.floor(history.measured / WEEK_ENTRIES) - 1) / 2);
  if (week < 0) throw new Error('a history this short has no full week');
  return { from: dateOf(history, week * 7), to: dateOf(history, week * 7 + 6) };
}

const dayInWeek = (number: number) =>
  number < SUNDAY_ENTRIES ? 0 : 1 + Math.floor((number - SUNDAY_ENTRIES) / BUSY_DAY_ENTRIES);
const dateOf = (history: History, day: number) =>
  new Date(history.startMs + day * history.dayMs).toISOString().slice(0, 10);
const oneDay = (history: History, day: number) => ({ from: dateOf(history, day), to: dateOf(history, day) });
