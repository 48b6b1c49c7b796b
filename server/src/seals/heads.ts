// Heads: the lines that leave the database. Each says how far a chain was and what its hash was there. They are the
// trusted side of every verification, because whoever rewrites the database cannot reach them.
import { MARK_BYTES } from './chain.ts';

/** One exported line: the run of a chain from `first` to `last`, and the hash after it. */
export type Head = {
  chain: string;
  first: number;
  last: number;
  hash: Buffer;
  /** The first 4 bytes of the hash after each link. */
  marks: Buffer;
  /** When it was sealed, to the millisecond, UTC. */
  at: string;
};

/** Where heads are kept, out of reach of whoever administers the database. */
export type HeadStore = {
  /** Keeps lines; when it resolves they survive a crash. */
  append(lines: readonly string[]): Promise<void>;
  /** Every head that was ever kept. One may come twice, and order is not promised. */
  read(): AsyncIterable<Head>;
};

/** The heads of each chain, in order. */
export type Heads = ReadonlyMap<string, readonly Head[]>;

/** A place without heads: then only what the database says about itself can be verified. */
export const NO_HEADS: Heads = new Map();

/** A store that cannot be believed. Its message says where. */
export class DamagedHeads extends Error {}

/** The line of a head. */
export const toLine = ({ chain, first, last, hash, marks, at }: Head): string =>
  JSON.stringify({ chain, first, last, hash: hash.toString('hex'), marks: marks.toString('base64'), at });

/** The head of a line, or undefined when the line is not one. */
export function fromLine(line: string): Head | undefined {
  let parsed: Record<keyof Head, unknown>;
  try {
    parsed = JSON.parse(line) as Record<keyof Head, unknown>;
  } catch {
    return undefined;
  }
  const { chain, first, last, hash, marks, at } = parsed;
  if (typeof chain !== 'string' || typeof hash !== 'string' || typeof marks !== 'string' || typeof at !== 'string')
    return undefined;
  if (!Number.isSafeInteger(first) || !Number.isSafeInteger(last)) return undefined;
  const head = {
    chain,
    first: Number(first),
    last: Number(last),
    hash: Buffer.from(hash, 'hex'),
    marks: Buffer.from(marks, 'base64'),
    at,
  };
  return toLine(head) === line && head.marks.length === MARK_BYTES * (head.last - head.first + 1) ? head : undefined;
}

/**
 * Reads a store and groups it by chain. A line that stands there twice counts once. All heads are in memory at once:
 * about 10 MB for a million entries in full seals of 64, up to 500 MB if every seal held a single entry.
 */
export async function gatherHeads(store: HeadStore): Promise<Heads> {
  const chains = new Map<string, Head[]>();
  for await (const head of store.read()) {
    const known = chains.get(head.chain);
    if (known === undefined) chains.set(head.chain, [head]);
    else known.push(head);
  }
  for (const [chain, heads] of chains) {
    heads.sort((a, b) => a.first - b.first || a.last - b.last);
    const apart = heads.filter((head, index) => index === 0 || toLine(head) !== toLine(heads[index - 1] ?? head));
    chains.set(chain, apart);
  }
  return chains;
}
