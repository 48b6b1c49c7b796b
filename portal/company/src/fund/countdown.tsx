// The time left to pay an invoice, by the server's clock: a device's clock may be wrong.
import { useEffect, useState } from 'react';
import { useNow } from '../../../shared/time.tsx';
import { t } from '../words/t.ts';
import classes from './invoice.module.css';
import '../words/fund.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

/** Less time than this is shown as urgent. */
const URGENT_MS = 10 * MINUTE_MS;

/** The longest delay of setTimeout; the effect then sets the next timer. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The end, and the lead of the server's clock over the device's. */
export type Until = { expiresAt: string; aheadMs: number };

const leftOf = ({ expiresAt, aheadMs }: Until, now: number) => Date.parse(expiresAt) - (now + aheadMs);

/** Whether the time has expired; turns true at that moment. */
export function useIsOver(until: Until | undefined): boolean {
  const [, setLooked] = useState(0);
  const left = until === undefined ? Number.POSITIVE_INFINITY : leftOf(until, Date.now());
  const isOver = left <= 0;
  useEffect(() => {
    if (isOver || !Number.isFinite(left)) return;
    const timer = setTimeout(() => setLooked((times) => times + 1), Math.min(left + 50, LONGEST_TIMER_MS));
    return () => clearTimeout(timer);
  }, [isOver, left]);
  return isOver;
}

/** Hours, minutes and seconds: `59:07`, `1:02:33`. */
function clockText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / SECOND_MS));
  const two = (count: number) => String(Math.trunc(count)).padStart(2, '0');
  const hours = Math.trunc(seconds / 3_600);
  const minutes = (seconds % 3_600) / 60;
  return `${hours > 0 ? `${hours}:` : ''}${hours > 0 ? two(minutes) : Math.trunc(minutes)}:${two(seconds % 60)}`;
}

/** Announced at thirty, ten, five and one minute only. */
function spokenText(ms: number): string {
  if (ms <= MINUTE_MS) return t('fund.minuteLeft');
  const mark = [5, 10, 30].find((minutes) => ms <= minutes * MINUTE_MS);
  return mark === undefined ? '' : t('fund.minutesLeft', { minutes: mark });
}

/** The time left, updated every second. */
export function Countdown(until: Until) {
  const left = leftOf(until, useNow(SECOND_MS).getTime());
  return (
    <>
      <span role="timer" className={classes.clock} data-urgent={left < URGENT_MS}>
        {clockText(left)}
      </span>
      <span className="hidden-name" role="status">
        {spokenText(left)}
      </span>
    </>
  );
}
