// Times in the viewer's zone, with UTC on hover; recent ones as relative times.
import { createContext, useContext, useEffect, useState } from 'react';
import { t } from './words/t.ts';

const long = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });
const precise = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'long' });
const dayOnly = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });
const dayInUtc = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Within a day, "3 hours ago" says more than a clock time. */
const RECENT_MS = 24 * HOUR_MS;

/** The relative time, in the largest unit that fits. */
function agoText(at: Date, now: Date, ahead: boolean): string {
  const ms = at.getTime() - now.getTime();
  if (ahead && ms < MINUTE_MS) return t('frame.anyMoment');
  if (Math.abs(ms) < MINUTE_MS) return t('frame.justNow');
  if (Math.abs(ms) < HOUR_MS) return relative.format(Math.trunc(ms / MINUTE_MS), 'minute');
  return relative.format(Math.trunc(ms / HOUR_MS), 'hour');
}

/** A UTC day of the books: `2026-11-15` becomes `Nov 15`. */
export const utcDayText = (day: string): string => dayInUtc.format(new Date(`${day}T00:00:00Z`));

/** Lead of the shown times over the device's clock, in milliseconds: a sandbox clock may be days ahead. */
export const AheadMs = createContext(0);

/** The current time, updated every minute. */
export function useNow(everyMs: number = MINUTE_MS): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}

type Props = {
  at: string;
  /** `ago` for recent times (default), `full` for date and time, `day` for the date alone. */
  as?: 'ago' | 'full' | 'day';
  /** A future time: once reached, it shows "any moment" instead of "just now". */
  ahead?: boolean;
};

/** A time; its title has it to the second, in the viewer's zone and in UTC. */
export function Time({ at, as = 'ago', ahead = false }: Props) {
  const aheadMs = useContext(AheadMs);
  const now = new Date(useNow().getTime() + aheadMs);
  const date = new Date(at);
  const recent = as === 'ago' && Math.abs(now.getTime() - date.getTime()) < RECENT_MS;
  const text = recent ? agoText(date, now, ahead) : (as === 'day' ? dayOnly : long).format(date);
  return (
    <time
      dateTime={at}
      title={`${precise.format(date)} (${at.replace('T', ' ').replace(/\.\d+Z$/, ' UTC')})`}
      className="figures"
    >
      {text}
    </time>
  );
}
