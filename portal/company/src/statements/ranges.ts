// Common ranges of a statement. Days are UTC, as in the books.
import type { Days } from '../../../shared/day-range.ts';

const DAY_MS = 86_400_000;

const dayText = (ms: number) => new Date(ms).toISOString().slice(0, 10);

export const presets = ['thisMonth', 'lastMonth', 'last30'] as const;

export type Preset = (typeof presets)[number];

/** The days of a preset at a given time. */
export function daysOfPreset(preset: Preset, now: Date): Days {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const today = dayText(now.getTime());
  switch (preset) {
    case 'thisMonth':
      return { from: dayText(Date.UTC(year, month, 1)), to: today };
    case 'lastMonth':
      return { from: dayText(Date.UTC(year, month - 1, 1)), to: dayText(Date.UTC(year, month, 0)) };
    case 'last30':
      return { from: dayText(now.getTime() - 29 * DAY_MS), to: today };
  }
}
