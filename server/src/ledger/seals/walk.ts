// Walks one chain in order and names the first link that differs from its seal. Exported heads are trusted; seals in
// the database are trusted only after the last head, and must otherwise equal the heads.
import { type Link, MARK_BYTES, nextHash } from './chain.ts';
import type { Head } from './heads.ts';
import type { SealRow } from './sql.ts';

/** What is wrong with a chain, and where. `number` is set if the row is a link. */
export type Break = { rule: string; row: string; expected: string; found: string; number?: number };

export type Chain = {
  beginning: Buffer;
  /** Whether numbers begin at 1 without gaps, as in a book. */
  gapless: boolean;
  heads: readonly Head[];
  seals: readonly SealRow[];
  /** Links in the order of their numbers, in pages of any size. */
  pages: AsyncIterable<readonly Link[]>;
};

/** A run of links that were sealed together, and the walk's results for it. */
type Run = {
  first: number;
  last: number;
  hash: Buffer;
  marks: Buffer;
  exported: Head | undefined;
  before: Buffer;
  after: Buffer;
  marksAreRight: boolean;
};

/** Returns the first break of a chain; undefined if it is intact. */
export async function findBreak(chain: Chain): Promise<Break | undefined> {
  const contradiction = findContradiction(chain);
  if (contradiction !== undefined) return contradiction;
  const runs = runsOf(chain);
  return (await walkLinks(chain, runs)) ?? compareSeals(chain, runs);
}

/** Heads must agree with each other before they can serve as a reference. */
function findContradiction({ heads, gapless }: Chain): Break | undefined {
  let last = 0;
  for (const head of heads) {
    if (head.first <= last)
      return {
        rule: 'exported heads agree with each other',
        row: nameOf(head),
        expected: `from ${last + 1}`,
        found: `from ${head.first}`,
      };
    if (gapless && head.first > last + 1)
      return {
        rule: 'every seal before an exported one was exported',
        row: nameOf({ first: last + 1, last: head.first - 1 }),
        expected: 'an exported head',
        found: 'none',
      };
    last = head.last;
  }
  return undefined;
}

const nameOf = ({ first, last }: { first: number | bigint; last: number | bigint }) => `seal ${first}-${last}`;

/** The reference runs: every head, then the seals after the last head while they are contiguous. */
function runsOf({ heads, seals, gapless }: Chain): Run[] {
  const computed = { before: Buffer.alloc(0), after: Buffer.alloc(0), marksAreRight: true };
  const runs: Run[] = heads.map((head) => ({
    first: head.first,
    last: head.last,
    hash: head.hash,
    marks: head.marks,
    exported: head,
    ...computed,
  }));
  let reached = runs.at(-1)?.last ?? 0;
  for (const seal of seals) {
    const [first, last] = [Number(seal.first_sequence), Number(seal.last_sequence)];
    if (last <= reached) continue; // an exported head covers these
    if (first <= reached || (gapless && first !== reached + 1)) break;
    if (last < first || seal.marks.length !== MARK_BYTES * (last - first + 1)) break;
    runs.push({ first, last, hash: seal.hash_after, marks: seal.marks, exported: undefined, ...computed });
    reached = last;
  }
  return runs;
}

/** Hashes every sealed link again. */
async function walkLinks({ beginning, pages }: Chain, runs: readonly Run[]): Promise<Break | undefined> {
  let hash = beginning;
  let index = 0;
  let run = runs[0];
  let expected = run?.first ?? 0;
  let suspect: Break | undefined; // the first link of this run with a different mark
  const missing = (run: Run): Break =>
    suspect ?? { rule: covered(run), row: `entry ${expected}`, expected: 'entry', found: 'none', number: expected };
  if (run !== undefined) run.before = hash;
  for await (const page of pages) {
    for (const { number, texts } of page) {
      if (run === undefined) return undefined; // the rest is not sealed yet
      if (number > expected) return missing(run);
      if (number < expected) {
        const rule = 'no entry stands where none was sealed';
        return { rule, row: `entry ${number}`, expected: `from ${expected}`, found: String(number), number };
      }
      hash = nextHash(hash, texts);
      const offset = (number - run.first) * MARK_BYTES;
      if (suspect === undefined && hash.readUInt32BE(0) !== run.marks.readUInt32BE(offset)) {
        const mark = (bytes: Buffer, start: number) => bytes.toString('hex', start, start + MARK_BYTES);
        const row = `entry ${number}`;
        suspect = { rule: kept(run), row, expected: mark(run.marks, offset), found: mark(hash, 0), number };
      }
      expected++;
      if (number < run.last) continue;
      const broken = endRun(run, hash, suspect);
      if (broken !== undefined) return broken;
      suspect = undefined;
      run = runs[++index];
      expected = run?.first ?? 0;
      if (run !== undefined) run.before = hash;
    }
  }
  return run === undefined ? undefined : missing(run);
}

const covered = (run: Run) =>
  run.exported === undefined ? 'a seal covers this row' : 'an exported head covers this row';
const kept = (run: Run) =>
  run.exported === undefined ? 'the entry is what was sealed' : 'the entry is what was sealed and exported';

/**
 * At the end of a run the full hash decides. If it matches, all links are right, whatever the marks say; if not, the
 * first link with a different mark is the wrong one. A forger can copy a mark, but not the hash.
 */
function endRun(run: Run, hash: Buffer, suspect: Break | undefined): Break | undefined {
  run.after = hash;
  run.marksAreRight = suspect === undefined;
  if (run.hash.equals(hash)) {
    if (suspect === undefined || run.exported === undefined) return undefined; // a seal is compared later
    const rule = 'the marks of an exported head agree with its hash';
    return { rule, row: nameOf(run), expected: suspect.found, found: suspect.expected };
  }
  if (suspect !== undefined) return suspect;
  if (run.exported === undefined) return undefined;
  return { rule: kept(run), row: nameOf(run), expected: run.hash.toString('hex'), found: hash.toString('hex') };
}

/** Every head has exactly one seal in the database, and every seal equals the walk's result. */
function compareSeals({ seals }: Chain, runs: readonly Run[]): Break | undefined {
  const unmatched = new Map(seals.map((seal) => [Number(seal.first_sequence), seal]));
  for (const run of runs) {
    const seal = unmatched.get(run.first);
    if (seal === undefined)
      return { rule: 'an exported head has its seal', row: nameOf(run), expected: 'a seal', found: 'none' };
    const row = nameOf({ first: seal.first_sequence, last: seal.last_sequence });
    if (Number(seal.last_sequence) !== run.last)
      return { rule: 'a seal is what was exported', row, expected: nameOf(run), found: row };
    const differs = differenceOf(seal, run);
    if (differs !== undefined) return { rule: 'a seal is what the chain says', row, ...differs };
    unmatched.delete(run.first);
  }
  const [extra] = unmatched.values();
  if (extra === undefined) return undefined;
  const row = nameOf({ first: extra.first_sequence, last: extra.last_sequence });
  return { rule: 'seals follow each other without a gap', row, expected: 'no seal here', found: row };
}

function differenceOf(seal: SealRow, run: Run): { expected: string; found: string } | undefined {
  const hex = (what: string, bytes: Buffer) => `${what} ${bytes.toString('hex')}`;
  if (!seal.hash_before.equals(run.before))
    return { expected: hex('hash before', run.before), found: hex('hash before', seal.hash_before) };
  if (!seal.hash_after.equals(run.after))
    return { expected: hex('hash after', run.after), found: hex('hash after', seal.hash_after) };
  if (!run.marksAreRight || !seal.marks.equals(run.marks))
    return { expected: 'the marks of the chain', found: 'others' };
  const { exported } = run;
  if (exported !== undefined && Date.parse(exported.at) !== Number(seal.sealed_at))
    return { expected: `sealed at ${exported.at}`, found: `sealed at ${String(seal.sealed_at)}` };
  return undefined;
}
