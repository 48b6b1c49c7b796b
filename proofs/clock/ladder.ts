// The review schedule on which the issuer is polled, followed by moving the clock: no poll comes before a step, and one
// comes after it.
import { setTimeout as sleep } from 'node:timers/promises';
import { fromId } from '@cardwright/server/foundation/ids.ts';
import type { Db } from '@cardwright/server/platform/db/db.ts';
import { sql } from '@cardwright/server/platform/db/sql.ts';
import {
  advanceTo,
  type Between,
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

/** The steps in seconds, repeated here: the proof must not ask the product what it promised. */
const STEPS = [60, 300, 900, 3_600, 21_600, 86_400, 172_800, 259_200, 345_600, 432_000, 518_400, 604_800];

/** The clock approaches a step up to here, and nothing happens; then it passes the step. */
const BEFORE_MS = 15_000;
const STILL_MS = 2_500;
const BEYOND_MS = 1_000;

/** The next poll is rounded to whole seconds, and is written a little later. */
const ROUNDED_MS = 2_500;

/** An object that is polled on the schedule. */
type Climber = {
  what: string;
  /** The start of its schedule. */
  from: number;
  /** How often the issuer was polled, when it was last, and when it will be next. */
  look: () => Promise<{ reads: number; lastAt: Date | null; nextAt: number | null }>;
};

/**
 * Follows the schedule of an operation and an invoice in review, both unknown to the issuer, and that of an expired
 * invoice of another company, which is still watched.
 */
export async function climb(moving: Moving, owners: readonly [Owner, Owner], every: number): Promise<void> {
  const [inReview, watching] = owners;
  const visited = STEPS.filter((_, index) => index % every === 0 || index === STEPS.length - 1);
  await Promise.all([
    (async () => {
      const climbers = [await operationInReview(moving, inReview), await invoiceInReview(moving, inReview)];
      for (const step of visited) await pass(moving, inReview, climbers, step);
    })(),
    (async () => {
      const climbers = [await expiredInvoice(moving, watching)];
      for (const step of visited) await pass(moving, watching, climbers, step);
    })(),
  ]);
}

/** Just before the step there is no poll; after it there is one, and the next poll is scheduled. */
async function pass(moving: Moving, owner: Owner, climbers: readonly Climber[], step: number): Promise<void> {
  const { context, counts } = moving;
  const earliest = Math.min(...climbers.map(({ from }) => from)) + step * 1_000;
  const latest = Math.max(...climbers.map(({ from }) => from)) + step * 1_000;
  await advanceTo(moving, owner, earliest - BEFORE_MS);
  // Polls that were due on the way happen first.
  for (const { look } of climbers) await until(look, ({ nextAt }) => nextAt === null || nextAt > nowOf(owner));
  await sleep(STILL_MS);
  const before = await Promise.all(climbers.map(({ look }) => look()));
  await sleep(STILL_MS);
  for (const [index, climber] of climbers.entries()) {
    const seen = await climber.look();
    if (seen.reads !== before[index]?.reads && nowOf(owner) < earliest)
      context.violation(`the issuer was polled before the step: ${climber.what}`, {
        step,
        seen,
        before: before[index],
      });
  }
  await advanceTo(moving, owner, latest + BEYOND_MS);
  for (const [index, { what, from, look }] of climbers.entries()) {
    const seen = await until(look, ({ reads }) => reads > (before[index]?.reads ?? 0));
    counts.steps++;
    if (seen === undefined) {
      context.violation(`the issuer was not polled after the step: ${what}`, { step, seen: await look() });
      continue;
    }
    const between: Between = { from: from + step * 1_000 - ROUNDED_MS, to: nowOf(owner) };
    if (seen.lastAt !== null) expectDated(moving, `a look at ${what}`, seen.lastAt, between);
    const next = STEPS.find((each) => each > step);
    const expected = next === undefined ? null : from + next * 1_000;
    const isRight =
      expected === null ? seen.nextAt === null : seen.nextAt !== null && Math.abs(seen.nextAt - expected) <= ROUNDED_MS;
    if (!isRight) context.violation(`the next poll of ${what} is not at the next step`, { step, seen, expected });
  }
}

type Review = { openedAt: string; lastCheckedAt: string | null; nextCheckAt: string | null };

async function operationInReview(moving: Moving, owner: Owner): Promise<Climber> {
  await post(moving, owner, '/api/v1/sandbox/funding', { body: { amount: '100.00' } });
  const { said } = await post<{ id: string }>(moving, owner, OPERATIONS, {
    body: { type: 'service', productId: moving.serviceId, recipient: 'ada', amount: '1.00' },
    headers: { 'sandbox-scenario': 'error_before_effect' },
  });
  const see = () => read<{ status: string; review?: Review }>(moving, owner, `${OPERATIONS}/${said.id}`);
  const opened = (await until(see, ({ review }) => review !== undefined))?.review;
  if (opened === undefined) throw new Error('an operation did not go to review');
  return {
    what: 'an operation in review',
    from: Date.parse(opened.openedAt),
    async look() {
      const reads = await countReads(moving.db, 'operation_attempts', fromId('operation', said.id));
      const { review } = await see(); // written in the commit of the counted poll
      const [lastAt, nextAt] = [review?.lastCheckedAt ?? null, review?.nextCheckAt ?? null];
      return {
        reads,
        lastAt: lastAt === null ? null : new Date(lastAt),
        nextAt: nextAt === null ? null : Date.parse(nextAt),
      };
    },
  };
}

async function invoiceInReview(moving: Moving, owner: Owner): Promise<Climber> {
  const { said } = await post<{ id: string }>(moving, owner, INVOICES, {
    body: { amount: '10' },
    headers: { 'sandbox-scenario': 'error_before_effect' },
  });
  const see = () => read<{ review?: Review }>(moving, owner, `${INVOICES}/${said.id}`);
  const opened = (await until(see, ({ review }) => review !== undefined))?.review;
  if (opened === undefined) throw new Error('an invoice did not go to review');
  return { what: 'an invoice in review', ...climberOf(moving, owner, said.id, Date.parse(opened.openedAt)) };
}

/** An invoice that was not paid in time: it is watched for a payment that is reported late. */
async function expiredInvoice(moving: Moving, owner: Owner): Promise<Climber> {
  const { said } = await post<{ id: string; expiresAt: string }>(moving, owner, INVOICES, { body: { amount: '10' } });
  const instant = Date.parse(said.expiresAt);
  await advanceTo(moving, owner, instant);
  const seen = await until(
    () => read<{ status: string }>(moving, owner, `${INVOICES}/${said.id}`),
    ({ status }) => status === 'expired',
  );
  if (seen === undefined) moving.context.violation('an invoice is not expired in time', said);
  return { what: 'an invoice that expired', ...climberOf(moving, owner, said.id, instant) };
}

/** The time of the next poll is in real time; the steps of an invoice count in the company's time. */
function climberOf({ db }: Moving, owner: Owner, shownId: string, from: number): Omit<Climber, 'what'> {
  const id = fromId('invoice', shownId);
  return {
    from,
    async look() {
      const reads = await countReads(db, 'invoice_attempts', id);
      const [row] = await db.query<{ next_at: Date | null; review_checked_at: Date | null }>(sql`
        select next_at, review_checked_at from invoices where id = ${id ?? ''}`);
      const nextAt = row?.next_at == null ? null : row.next_at.getTime() + owner.aheadSeconds * 1_000;
      return { reads, lastAt: row?.review_checked_at ?? null, nextAt };
    },
  };
}

async function countReads(db: Db, table: 'operation_attempts' | 'invoice_attempts', id = ''): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    table === 'invoice_attempts'
      ? sql`select (select count(*) from invoice_attempts where invoice_id = ${id} and kind = 'read')::integer + repeated_reads as count
              from invoices where id = ${id}`
      : sql`select count(*)::integer from operation_attempts where operation_id = ${id} and kind = 'read'`,
  );
  return row?.count ?? 0;
}
