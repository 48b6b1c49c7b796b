// A proof is a program that tries to break one promise against the real stack, and can fail.
import type { Cluster, ClusterOptions } from '@cardwright/stack/cluster/start.ts';
import type { Postgres } from '@cardwright/stack/postgres.ts';
import type { Stack, StackOptions } from '@cardwright/stack/start.ts';
import type { Plant } from './plant.ts';
import type { Random } from './random.ts';

/** The size of a run; each proof defines the sizes it accepts. */
export type Sizes = Record<string, number>;

export type Proof = {
  /** The promise of docs/promises.md that this program attacks. */
  promise: string;
  /** The full size, and one that CI can afford. */
  sizes: { full: Sizes; small: Sizes };
  stack: StackOptions;
  /** Runs the product on a cluster of its own, and leaves the shared server to the issuer. */
  cluster?: ClusterOptions;
  run(context: Context): Promise<Counts>;
  /** Bugs that it must catch, each planted in its own run at the small size. */
  bugs: Record<string, Plant>;
};

/** Counts for the last line. */
export type Counts = Record<string, number | string>;

export type Context = {
  stack: Stack;
  /** The server that the stack uses, for proofs that take it down. */
  postgres: Pick<Postgres, 'crash'>;
  /** The cluster that the stack uses, for proofs that ask for one. */
  cluster: Cluster | undefined;
  sizes: Sizes;
  random: Random;
  /** The planted bug, for a proof that deploys files which no process of Node loads. */
  plant: Plant | undefined;
  /** Arguments for Node that load the planted bug, if there is one, into a process. */
  nodeArguments: readonly string[];
  /** Plants the bug, if there is one, in another database than the stack's. */
  plantIn: (databaseUrl: string) => Promise<void>;
  /** Shows progress on stderr, at most once a second. */
  progress: (done: number, of: number, what: string) => void;
  /** Reports something that must never happen. */
  violation: (what: string, details?: unknown) => void;
};

/** A size by its name. Throws when the proof or bench does not define it. */
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
