// Incoming and outgoing money and the closing balance of each recent day.

import { formatUsd } from '../../foundation/money/usd.ts';
import type { Scope } from '../../foundation/scope.ts';
import type { Tx } from '../../platform/db/db.ts';
import { listCorrections, listStands, type StandRow } from './sql.ts';

const DAYS = 30;

const DAY_MS = 86_400_000;

/** Two operators decide each correction, so a month has far fewer. Beyond this, the rest is netted. */
const MOST_CORRECTIONS = 1_000;

export type Day = { day: string; in: string; out: string; closing: string };

/** The last thirty UTC days by the company's clock, oldest first. */
export async function readMovement(tx: Tx, scope: Scope, now: Date): Promise<Day[]> {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  const moments = Array.from({ length: DAYS + 1 }, (_, index) => new Date(today + (index - DAYS + 1) * DAY_MS));
  const stands = await listStands(tx, scope, moments);
  const [first] = stands;
  const last = stands.at(-1);
  if (first === undefined || last === undefined) return moments.slice(0, DAYS).map(emptyDay);
  const corrections =
    last.adjustments === first.adjustments
      ? []
      : await listCorrections(tx, scope, {
          after: first.adjustments,
          through: last.adjustments,
          limit: MOST_CORRECTIONS,
        });
  return stands.slice(1).map((end, index) => toDay(stands[index] ?? end, end, corrections));
}

function toDay(start: StandRow, end: StandRow, corrections: readonly { sequence: bigint; amount: bigint }[]): Day {
  // Incoming money is drawn from `deposits`, which goes negative by it; outgoing money goes to the issuer and to us.
  let came = start.deposits - end.deposits;
  let went = end.issuer - start.issuer + (end.fees - start.fees);
  for (const { sequence, amount } of corrections) {
    if (sequence <= start.adjustments || sequence > end.adjustments) continue;
    if (amount < 0n) came -= amount;
    else went += amount;
  }
  const rest = end.closing - start.closing - (came - went); // not zero only beyond MOST_CORRECTIONS
  if (rest > 0n) came += rest;
  else went -= rest;
  return { day: dayOf(start.before), in: formatUsd(came), out: formatUsd(went), closing: formatUsd(end.closing) };
}

const dayOf = (moment: Date) => moment.toISOString().slice(0, 10);

const emptyDay = (moment: Date): Day => ({ day: dayOf(moment), in: '0.00', out: '0.00', closing: '0.00' });
