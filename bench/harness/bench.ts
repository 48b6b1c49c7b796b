// What a bench is: a program that measures the product at work, side by side in one run, and holds it to its bars.
import type { Sizes } from '@cardwright/proofs/harness/proof.ts';
import type { PostgresVersion } from '@cardwright/stack/postgres.ts';

export type Bench = {
  /** What it measures, in a sentence. */
  measures: string;
  /** The sizes it understands, as it was made for and as CI can afford. */
  sizes: { full: Sizes; small: Sizes };
  run(context: Context): Promise<Result>;
};

export type Context = {
  version: PostgresVersion;
  sizes: Sizes;
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

/** The middle of some measurements. */
export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** A number as people read it: three digits behind the point are enough for every figure here. */
export const rounded = (value: number): number => Math.round(value * 1_000) / 1_000;
