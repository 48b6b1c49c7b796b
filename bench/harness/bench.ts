// A bench is a program that measures the product under load, side by side in one run, and compares it with its bars.
import type { Sizes } from '@cardwright/proofs/harness/proof.ts';
import type { PostgresVersion } from '@cardwright/stack/postgres.ts';

export type Bench = {
  /** What it measures, in one sentence. */
  measures: string;
  /** The sizes it accepts: full, and one that CI can afford. */
  sizes: { full: Sizes; small: Sizes };
  /** Whether it accepts `--profile`. */
  hasProfile?: true;
  run(context: Context): Promise<Result>;
};

export type Context = {
  version: PostgresVersion;
  sizes: Sizes;
  seed: number;
  /** Where data is kept for the next run; undefined: not kept. */
  directory: string | undefined;
  /** Shows where processor time goes, instead of comparing with bars. */
  profile: boolean;
  /** Shows the progress of the run on stderr. */
  progress: (what: string) => void;
};

export type Result = {
  figures: Record<string, unknown>;
  bars: Bar[];
};

/** What was measured, what was found, and the bar it is held against. */
export type Bar = { what: string; found: string; bar: string; isMet: boolean };

/** Holds a figure against its bar. */
export type Limit = (found: number) => Bar;

const limitOf =
  (words: string, holds: (found: number, bar: number) => boolean) =>
  (bar: number, unit: string, what: string): Limit =>
  (found) => ({ what, found: `${rounded(found)} ${unit}`, bar: `${words} ${bar} ${unit}`, isMet: holds(found, bar) });

/** A bar that a figure reaches. */
export const atLeast = limitOf('at least', (found, least) => found >= least);

/** A bar that a figure does not exceed. */
export const atMost = limitOf('at most', (found, most) => found <= most);

/** The median of some measurements. */
export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** The median of a rate divided by another, measured in the same rounds. */
export function ratioOf(rates: readonly number[], others: readonly number[]): number {
  return medianOf(rates.map((rate, round) => rate / (others[round] ?? Number.NaN)));
}

/** A number rounded for people: three decimals are enough for every figure here. */
export const rounded = (value: number): number => Math.round(value * 1_000) / 1_000;
