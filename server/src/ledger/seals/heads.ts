// The lines that leave the database: heads, each with the position and hash of a chain, and the full entries of the
// audit log. Every verification trusts them, because an attacker who rewrites the database cannot reach them.
import type { MarkStore } from '../../platform/fence/marks.ts';
import { AUDIT_CHAIN, beginningOfAudit, MARK_BYTES, nextHash } from './chain.ts';
import type { DrillStore } from './drills.ts';
import { type Fork, forkFromLine, heldAfter, isFork } from './forks.ts';

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
  /** How many recoveries from a loss came before it. */
  epoch: number;
};

/** An exported audit entry: its number, and the texts that its chain hashes. */
export type ExportedEntry = { entry: number; texts: readonly string[] };

/** Storage for lines, out of reach of the database's administrators. */
export type HeadStore = {
  /** Stores lines durably: once it resolves, they survive a crash. */
  append(lines: readonly string[]): Promise<void>;
  /** Every stored line, in no particular order and possibly repeated. */
  read(): AsyncIterable<Line>;
};

/** A stored line. */
export type Line = Head | ExportedEntry | Fork;

/** Storage for everything that is exported. */
export type ExportStore = HeadStore & MarkStore & DrillStore;

/** The heads of each chain, in order. */
export type Heads = ReadonlyMap<string, readonly Head[]>;

/** Without heads, only the database's own seals can be verified. */
export const NO_HEADS: Heads = new Map();

/** An untrustworthy store. The message says where. */
export class DamagedHeads extends Error {}

/** The line of a head. */
export const toLine = ({ chain, first, last, hash, marks, at, epoch }: Head): string =>
  JSON.stringify({
    chain,
    first,
    last,
    hash: hash.toString('hex'),
    marks: marks.toString('base64'),
    at,
    ...(epoch === 0 ? {} : { epoch }),
  });

/** Parses the head of a line; undefined if the line is not one. */
export function fromLine(line: string): Head | undefined {
  let parsed: Record<keyof Head, unknown>;
  try {
    parsed = JSON.parse(line) as Record<keyof Head, unknown>;
  } catch {
    return undefined;
  }
  const { chain, first, last, hash, marks, at, epoch = 0 } = parsed;
  if (typeof chain !== 'string' || typeof hash !== 'string' || typeof marks !== 'string' || typeof at !== 'string')
    return undefined;
  if (![first, last, epoch].every(Number.isSafeInteger)) return undefined;
  const head = {
    chain,
    first: Number(first),
    last: Number(last),
    hash: Buffer.from(hash, 'hex'),
    marks: Buffer.from(marks, 'base64'),
    at,
    epoch: Number(epoch),
  };
  return toLine(head) === line && head.marks.length === MARK_BYTES * (head.last - head.first + 1) ? head : undefined;
}

/** Whether the database may export a line: only the desk writes forks, and not through the database. */
export const isOfDatabase = (line: string): boolean => isEntry(line) || fromLine(line) !== undefined;

/** Whether a line is an audit entry. The database writes them (`seal_audit`). */
export const isEntry = (line: string): boolean => line.startsWith('{"entry":');

/** The fields of an audit entry, in the order in which they are hashed after its number. */
const fieldsOfEntry = ['at', 'operator', 'action', 'company', 'environment', 'subject', 'details'] as const;

/** Parses the audit entry of a line; undefined if the line is not one. */
function entryFromLine(line: string): ExportedEntry | undefined {
  let parsed: Record<'entry' | (typeof fieldsOfEntry)[number], unknown>;
  try {
    parsed = JSON.parse(line) as typeof parsed;
  } catch {
    return undefined;
  }
  const fields = fieldsOfEntry.map((field) => parsed[field] ?? (field === 'at' ? '' : undefined)); // no time: empty
  if (!Number.isSafeInteger(parsed.entry) || !fields.every((field) => typeof field === 'string')) return undefined;
  return { entry: Number(parsed.entry), texts: [String(parsed.entry), ...fields] };
}

/** Parses any stored line; undefined if the line is none. */
export function fromAnyLine(line: string): Line | undefined {
  if (isEntry(line)) return entryFromLine(line);
  return isFork(line) ? forkFromLine(line) : fromLine(line);
}

/**
 * Reads a store and groups its heads by chain, without duplicates. All heads are held in memory: about 10 MB for a
 * million entries in full seals of 64, up to 500 MB if every seal held a single entry. If exported entries contradict
 * the heads, the store is damaged. Heads that a fork left behind are not among them.
 */
export async function gatherHeads(store: ExportStore): Promise<Heads> {
  return (await gatherExports(store)).heads;
}

/** The heads of each chain, and all audit entries by number. */
export async function gatherExports(
  store: ExportStore,
): Promise<{ heads: Heads; entries: ReadonlyMap<number, ExportedEntry> }> {
  const chains = new Map<string, Head[]>();
  const entries = new Map<number, ExportedEntry>();
  const forks: Fork[] = [];
  const [newest] = await store.newestMarks();
  for await (const line of store.read()) {
    if ('entry' in line) {
      entries.set(line.entry, line);
      continue;
    }
    if ('fork' in line) {
      if (line.fork <= (newest?.epoch ?? 0)) forks.push(line); // otherwise it was exported and not approved
      continue;
    }
    const known = chains.get(line.chain);
    if (known === undefined) chains.set(line.chain, [line]);
    else known.push(line);
  }
  for (const [chain, heads] of chains) {
    heads.sort((a, b) => a.first - b.first || a.last - b.last);
    const apart = heads.filter((head, index) => index === 0 || toLine(head) !== toLine(heads[index - 1] ?? head));
    chains.set(chain, heldAfter(forks, chain, apart));
  }
  compareEntries(chains.get(AUDIT_CHAIN) ?? [], entries);
  return { heads: chains, entries };
}

/** Hashes the exported entries again. Heads before the first exported entry have no entries. */
function compareEntries(heads: readonly Head[], entries: ReadonlyMap<number, ExportedEntry>): void {
  const begin = entries.keys().reduce((first, entry) => Math.min(first, entry), Number.POSITIVE_INFINITY);
  for (const [index, head] of heads.entries()) {
    const before = heads[index - 1];
    if (head.first < begin) continue;
    if (head.first <= (before?.last ?? 0)) continue; // contradicting heads are reported later
    let hash = before?.hash ?? beginningOfAudit();
    for (let number = head.first; number <= head.last; number++) {
      const entry = entries.get(number);
      if (entry === undefined)
        throw new DamagedHeads(`The exported audit entries are damaged: entry ${number} is missing.`);
      hash = nextHash(hash, entry.texts);
      if (hash.readUInt32BE(0) === head.marks.readUInt32BE((number - head.first) * MARK_BYTES)) continue;
      throw new DamagedHeads(`The exported audit entries are damaged: entry ${number} is not what its head says.`);
    }
    if (!hash.equals(head.hash)) {
      throw new DamagedHeads(
        `The exported audit entries are damaged: ${head.first} to ${head.last} are not what their head says.`,
      );
    }
  }
}
