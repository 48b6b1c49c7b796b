// What a bench is: a program that measures the product at work, side by side in one run, and holds it to its bars.
import type { PostgresVersion } from '@cardwright/stack/postgres.ts';

/** What the command line gave; each bench names the options it understands. */
export type Options = { small: boolean; seed: number; directory: string | undefined; sizes: Record<string, number> };

export type Bench = {
  /** What it measures, in a sentence. */
  measures: string;
  /** The sizes it understands, as it was made for and as CI can afford. */
  sizes: { full: Record<string, number>; small: Record<string, number> };
  run(context: Context): Promise<Result>;
};

export type Context = {
  version: PostgresVersion;
  sizes: Record<string, number>;
  seed: number;
  /** Where data is kept for the next run; undefined: nowhere. */
  directory: string | undefined;
  /** Says on stderr where the run is. */
  progress: (what: string) => void;
};

export type Result = {
  figures: Record<string, unknown>;
  /** What each bar demands, in words. */
  bars: Record<string, string>;
  /** Each bar that was missed, with the figures that missed it. */
  missed: string[];
};

/** A size by its name; a bench that asks for one it does not have is wrong. */
export function sizeOf(sizes: Record<string, number>, name: string): number {
  const size = sizes[name];
  if (size === undefined) throw new Error(`this bench has no size "${name}"`);
  return size;
}

/** The middle of some measurements. */
export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** A number as people read it: three digits behind the point are enough for every figure here. */
export const rounded = (value: number): number => Math.round(value * 1_000) / 1_000;
