// Incoming and outgoing money and the closing balance of each recent day.

import { formatUsd } from '../../foundation/money/usd.ts';
import type { Scope } from '../../foundation/scope.ts';
import type { Tx } from '../../platform/db/db.ts';
import { listCorrections, listStands, type StandRow } from './sql.ts';

const DAY_MS = 86_400_000;

/** Two operators decide each correction, so three months have far fewer. Beyond this, the rest is netted. */
const MOST_CORRECTIONS = 1_000;

type Day = { day: string; in: string; out: string; closing: string };

export type Movement = { movement: Day[]; month: Pick<Day, 'in' | 'out'> };

/** The last UTC days, oldest first, and money in and out since the first day of the month, by the company's clock. */
export async function readMovement(tx: Tx, scope: Scope, now: Date, days: number): Promise<Movement> {
  const tomorrow = (Math.floor(now.getTime() / DAY_MS) + 1) * DAY_MS;
  const month = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1);
  const starts = Array.from({ length: days + 1 }, (_, index) => tomorrow + (index - days) * DAY_MS);
  const moments = [...new Set([month, ...starts])].toSorted((one, other) => one - other).map((at) => new Date(at));
  const stands = await listStands(tx, scope, moments);
  const [first] = stands;
  const last = stands.at(-1);
  if (first === undefined || last === undefined)
    return { movement: starts.slice(0, -1).map((at) => emptyDay(new Date(at))), month: { in: '0.00', out: '0.00' } };
  const corrections =
    last.adjustments === first.adjustments
      ? []
      : await listCorrections(tx, scope, {
          after: first.adjustments,
          through: last.adjustments,
          limit: MOST_CORRECTIONS,
        });
  const standAt = new Map(stands.map((stand) => [stand.before.getTime(), stand]));
  const between = (start: number, end: number) =>
    toDay(standAt.get(start) ?? first, standAt.get(end) ?? last, corrections);
  const { in: came, out } = between(month, tomorrow);
  return {
    movement: starts.slice(1).map((end, index) => between(starts[index] ?? end, end)),
    month: { in: came, out },
  };
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
