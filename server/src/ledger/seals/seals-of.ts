// Computes the seals over links.
import { type Link, MARK_BYTES, MOST_LINKS, nextHash } from './chain.ts';
import { toLine } from './heads.ts';
import type { NewSeal } from './sql.ts';

/** The seals over links after a position: each as long as allowed, and none across a missing number. */
export function sealsOf(
  chain: string,
  position: { number: number; hash: Buffer },
  links: readonly Link[],
  { at, epoch }: { at: Date; epoch: number },
): NewSeal[] {
  const seals: NewSeal[] = [];
  let hash = position.hash;
  for (let start = 0; start < links.length; ) {
    const first = links[start]?.number ?? 0;
    let end = start;
    while (end < links.length && end - start < MOST_LINKS && links[end]?.number === first + (end - start)) end++;
    const before = hash;
    const marks = Buffer.alloc((end - start) * MARK_BYTES);
    for (let index = start; index < end; index++) {
      hash = nextHash(hash, links[index]?.texts ?? []);
      hash.copy(marks, (index - start) * MARK_BYTES, 0, MARK_BYTES);
    }
    const last = first + (end - start) - 1;
    const line = toLine({ chain, first, last, hash, marks, at: at.toISOString(), epoch });
    seals.push({ first, last, before, after: hash, marks, at, line });
    start = end;
  }
  return seals;
}
