// Common ranges of a statement: whole months, quarters and years, up to today. Days are UTC, as in the books.
import type { Days } from '../../../shared/day-range.ts';

export const presets = ['thisMonth', 'lastMonth', 'lastQuarter', 'thisYear', 'lastYear'] as const;

export type Preset = (typeof presets)[number];

/** The days of a preset at a given time. */
export function daysOfPreset(preset: Preset, now: Date): Days {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const quarter = month - (month % 3); // its first month
  switch (preset) {
    case 'thisMonth':
      return { from: dayText(year, month, 1), to: now.toISOString().slice(0, 10) };
    case 'lastMonth':
      return { from: dayText(year, month - 1, 1), to: dayText(year, month, 0) };
    case 'lastQuarter':
      return { from: dayText(year, quarter - 3, 1), to: dayText(year, quarter, 0) };
    case 'thisYear':
      return { from: dayText(year, 0, 1), to: now.toISOString().slice(0, 10) };
    case 'lastYear':
      return { from: dayText(year - 1, 0, 1), to: dayText(year - 1, 11, 31) };
  }
}

/** A day, by the number of its month from 0. Months and days count on beyond their ends; day 0 ends a month. */
const dayText = (year: number, month: number, day: number) =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);
