// The instant at which an invoice expires: a transfer of the millisecond before is in time, one of the instant is late,
// no matter when we are notified.
import { setTimeout as sleep } from 'node:timers/promises';
import { fromId } from '@cardwright/server/foundation/ids.ts';
import { sql } from '@cardwright/server/platform/db/sql.ts';
import type { Random } from '../harness/random.ts';
import { advance, advanceTo, INVOICES, type Moving, nowOf, type Owner, post, read, until } from './owners.ts';

/** How long before its instant an invoice is left alone, so that it expires without a jump. */
const BEFORE_MS = 4_000;

/** How long to watch that nothing happens. */
const STILL_MS = 1_500;

const DAY = 86_400;

/** When a transfer happened, and when we are notified of it. */
const transfers = [
  { what: 'a millisecond before, told in time', distanceMs: -1, isToldLate: false, isPaid: true },
  { what: 'a millisecond before, told late', distanceMs: -1, isToldLate: true, isPaid: true },
  { what: 'at the instant, told before', distanceMs: 0, isToldLate: false, isPaid: false },
  { what: 'at the instant, told late', distanceMs: 0, isToldLate: true, isPaid: false },
  { what: 'a millisecond after, told late', distanceMs: 1, isToldLate: true, isPaid: false },
] as const;

type Invoice = {
  id: string;
  status: string;
  payAmount: string;
  expiresAt: string;
  observedTransfers: { amount: string; occurredAt: string }[];
};

/** Lets a company's invoices expire in every possible way, once per season. */
export async function expire(moving: Moving, random: Random, owner: Owner, seasons: number): Promise<void> {
  await passBySelf(moving, owner);
  for (let season = 0; season < seasons; season++) {
    await advance(moving, owner, random.integer(1, 300) * DAY);
    for (const transfer of transfers) await tell(moving, random, owner, transfer);
  }
}

const create = async (moving: Moving, owner: Owner): Promise<Invoice> => {
  moving.counts.invoices++;
  const { said } = await post<Invoice>(moving, owner, INVOICES, { body: { amount: '20' } });
  if (said.status !== 'pending') moving.context.violation('an invoice has no address in time', said);
  return said;
};

const see = (moving: Moving, owner: Owner, { id }: Invoice) => read<Invoice>(moving, owner, `${INVOICES}/${id}`);

/** Waits for an invoice to reach a status; reports a violation if it does not. */
async function becomes(moving: Moving, owner: Owner, invoice: Invoice, status: string, what: string): Promise<void> {
  const seen = await until(
    () => see(moving, owner, invoice),
    (now) => now.status === status,
  );
  if (seen === undefined)
    moving.context.violation(`an invoice is not ${status} in time: ${what}`, await see(moving, owner, invoice));
}

/** No jump crosses the instant: it passes in real time, and the invoice stays open until then. */
async function passBySelf(moving: Moving, owner: Owner): Promise<void> {
  const { context, db } = moving;
  const invoice = await create(moving, owner);
  const instant = Date.parse(invoice.expiresAt);
  await advanceTo(moving, owner, instant - BEFORE_MS);
  while (nowOf(owner) < instant) {
    const { status } = await see(moving, owner, invoice);
    if (status !== 'pending' && nowOf(owner) < instant)
      context.violation('an invoice is over before its instant', { invoice, status });
    await sleep(100);
  }
  await becomes(moving, owner, invoice, 'expired', 'its instant passed by itself');
  const [row] = await db.query<{ decided_at: Date | null }>(sql`
    select decided_at from invoices where id = ${fromId('invoice', invoice.id) ?? ''}`);
  if ((row?.decided_at?.getTime() ?? 0) < instant) context.violation('an invoice expired before its instant', { row });
}

/** A transfer around the instant of an invoice, and the expected outcome of both. */
async function tell(
  moving: Moving,
  random: Random,
  owner: Owner,
  { what, distanceMs, isToldLate, isPaid }: (typeof transfers)[number],
): Promise<void> {
  const invoice = await create(moving, owner);
  const instant = Date.parse(invoice.expiresAt);
  const beyond = () => advanceTo(moving, owner, instant + random.pick([0, 1, 60, 10 * DAY]) * 1_000);
  if (isToldLate) {
    await beyond();
    await becomes(moving, owner, invoice, 'expired', what);
  }
  const occurredAt = new Date(instant + distanceMs).toISOString();
  const body = { amount: invoice.payAmount, occurredAt };
  await post(moving, owner, `/api/v1/sandbox/invoices/${invoice.id}/transfers`, { body });
  if (isPaid) await becomes(moving, owner, invoice, 'completed', what);
  else if (isToldLate) await sleep(STILL_MS);
  else {
    await sleep(STILL_MS);
    await becomes(moving, owner, invoice, 'pending', what);
    await beyond();
    await becomes(moving, owner, invoice, 'expired', what);
  }
  await checkTold(moving, owner, invoice, { what, occurredAt, isPaid });
}

async function checkTold(
  moving: Moving,
  owner: Owner,
  invoice: Invoice,
  { what, occurredAt, isPaid }: { what: string; occurredAt: string; isPaid: boolean },
): Promise<void> {
  const { context, db } = moving;
  const seen = await see(moving, owner, invoice);
  const [facts] = await db.query<{ cases: number; entries: number }>(sql`
    select (select count(*) from cases where subject_id = ${fromId('invoice', invoice.id) ?? ''} and kind = 'late_payment')::integer as cases,
           (select count(*) from ledger.entries where company_id = ${owner.scope.companyId} and reference = ${invoice.id})::integer as entries`);
  const expected = isPaid ? { status: 'completed', cases: 0, entries: 2 } : { status: 'expired', cases: 1, entries: 0 };
  const [transfer] = seen.observedTransfers;
  const isSeen = transfer?.occurredAt === occurredAt && transfer.amount === invoice.payAmount;
  const isRight =
    seen.status === expected.status && facts?.cases === expected.cases && facts.entries === expected.entries;
  if (!isRight || !isSeen) context.violation(`a transfer was not judged by when it happened: ${what}`, { seen, facts });
}
