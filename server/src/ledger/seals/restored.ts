// A chain in a database that was restored from a backup. Its newest entries and seals are lost, and exported heads name
// them: that is expected. Everything that was restored must agree with the heads.
import { type Link, MARK_BYTES, nextHash } from './chain.ts';
import type { Head } from './heads.ts';
import { type Break, type Chain, findBreak } from './walk.ts';

/** What a restored database must hold, and where to report what it lacks. */
export type Restored = {
  /** Heads that were sealed before this time must have their seals. */
  holdsThrough: Date;
  /** Called for each chain with lost entries. */
  onLost: (entries: number) => void;
};

type RestoredChain = Chain & {
  /** Links after a number, in order. */
  linksAfter: (number: number) => AsyncIterable<readonly Link[]>;
};

/** Returns the first break of a restored chain; undefined if everything that was restored is intact. */
export async function findRestoredBreak(chain: RestoredChain, restored: Restored): Promise<Break | undefined> {
  const newest = chain.seals.at(-1);
  const sealed = Number(newest?.last_sequence ?? 0n);
  const lost = chain.heads.filter(({ last }) => last > sealed);
  const broken = await findBreak({ ...chain, heads: chain.heads.filter(({ last }) => last <= sealed) });
  if (broken !== undefined) return broken;
  const unexpected = lost.find(({ first, at }) => first <= sealed || Date.parse(at) < restored.holdsThrough.getTime());
  if (unexpected !== undefined) return missingSeal(unexpected);
  if (lost.length === 0) return undefined;
  const { bad, compared } = await compareUnsealed(
    chain.linksAfter(sealed),
    newest?.hash_after ?? chain.beginning,
    lost,
  );
  restored.onLost(countOf(lost) - compared);
  return bad;
}

/** Whether all heads of a chain may be missing; reports them if so. */
export function mayBeLost(heads: readonly Head[], { holdsThrough, onLost }: Restored): boolean {
  if (heads.some(({ at }) => Date.parse(at) < holdsThrough.getTime())) return false;
  onLost(countOf(heads));
  return true;
}

const countOf = (heads: readonly Head[]): number => heads.reduce((sum, { first, last }) => sum + last - first + 1, 0);

const missingSeal = ({ first, last, at }: Head): Break => ({
  rule: 'a restored database has every seal from before its newest mark',
  row: `seal ${first}-${last}`,
  expected: `sealed at ${at}`,
  found: 'none',
});

/** Compares the restored links behind the newest seal with the heads that were exported for them later. */
async function compareUnsealed(
  pages: AsyncIterable<readonly Link[]>,
  beginning: Buffer,
  heads: readonly Head[],
): Promise<{ bad: Break | undefined; compared: number }> {
  let hash = beginning;
  let compared = 0;
  let index = 0;
  let expected = heads[0]?.first ?? 0;
  for await (const page of pages) {
    for (const { number, texts } of page) {
      const head = heads[index];
      if (head === undefined) return { bad: undefined, compared }; // the rest was never sealed
      hash = nextHash(hash, texts);
      const mark = head.marks.subarray((expected - head.first) * MARK_BYTES, (expected - head.first + 1) * MARK_BYTES);
      const isRight = number === expected && hash.subarray(0, MARK_BYTES).equals(mark);
      if (!isRight || (number === head.last && !hash.equals(head.hash))) {
        const found = number === expected ? hash.toString('hex', 0, MARK_BYTES) : `entry ${number}`;
        const rule = 'the entry is what was sealed and exported';
        return {
          bad: { rule, row: `entry ${expected}`, expected: mark.toString('hex'), found, number: expected },
          compared,
        };
      }
      compared++;
      if (number === head.last) index++;
      expected = number === head.last ? (heads[index]?.first ?? 0) : expected + 1;
    }
  }
  return { bad: undefined, compared };
}
