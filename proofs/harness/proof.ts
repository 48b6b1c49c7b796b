// What a proof is: a program that tries to break one promise against the real stack, and can fail.
import type { Postgres } from '@cardwright/stack/postgres.ts';
import type { Stack, StackOptions } from '@cardwright/stack/start.ts';
import type { Plant } from './plant.ts';
import type { Random } from './random.ts';

/** How large a run is; each proof names the sizes it understands. */
export type Sizes = Record<string, number>;

export type Proof = {
  /** The sentence of docs/promises.md that this program attacks. */
  promise: string;
  /** The size it was made for, and one that CI can afford. */
  sizes: { full: Sizes; small: Sizes };
  stack: StackOptions;
  run(context: Context): Promise<Counts>;
  /** Bugs that it must catch when they are planted, each in a run of its own at the small size. */
  bugs: Record<string, Plant>;
};

/** What was done, for the last line. */
export type Counts = Record<string, number | string>;

export type Context = {
  stack: Stack;
  /** The server that the stack uses, for proofs that take it away. */
  postgres: Pick<Postgres, 'crash'>;
  sizes: Sizes;
  random: Random;
  /** Arguments for Node with which a process carries the planted bug, if one is planted. */
  nodeArguments: readonly string[];
  /** Shows where the run is, on stderr, at most once a second. */
  progress: (done: number, of: number, what: string) => void;
  /** Something that must never happen did. */
  violation: (what: string, details?: unknown) => void;
};

/** A size by its name; a proof or a bench that asks for one it does not have is wrong. */
export function sizeOf(sizes: Sizes, name: string): number {
  const size = sizes[name];
  if (size === undefined) throw new Error(`there is no size "${name}"`);
  return size;
}

/** Runs `work` for every index, at most `width` at a time. */
export async function inParallel(count: number, width: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: Math.min(width, count) }, async () => {
      while (next < count) await work(next++);
    }),
  );
}
