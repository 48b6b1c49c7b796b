// A restored chain lacks its end, and nothing else: what is there agrees with the heads that were exported later.
import { type Link, nextHash } from '@cardwright/server/ledger/seals/chain.ts';
import { fromLine, type Head } from '@cardwright/server/ledger/seals/heads.ts';
import { findRestoredBreak, mayBeLost } from '@cardwright/server/ledger/seals/restored.ts';
import { sealsOf } from '@cardwright/server/ledger/seals/seals-of.ts';
import type { NewSeal, SealRow } from '@cardwright/server/ledger/seals/sql.ts';
import { expect, test } from 'vitest';

const beginning: Buffer = Buffer.alloc(32);
const linksOf = (numbers: readonly number[]): Link[] =>
  numbers.map((number) => ({ number, texts: [`text ${number}`] }));
const at = (minute: number) => new Date(Date.UTC(2026, 10, 17, 12, minute));

/** Three seals of five entries, a minute apart. */
const links = linksOf(Array.from({ length: 15 }, (_, index) => index + 1));
const seals: NewSeal[] = [0, 1, 2].flatMap((index) => {
  const part = links.slice(5 * index, 5 * index + 5);
  const hash = links.slice(0, 5 * index).reduce((before, { texts }) => nextHash(before, texts), beginning);
  return sealsOf('chain', { number: 5 * index, hash }, part, { at: at(index), epoch: 0 });
});
const heads = seals.map(({ line }) => fromLine(line) as Head);
const toRow = ({ first, last, before, after, marks, at: sealedAt }: NewSeal): SealRow => ({
  first_sequence: BigInt(first),
  last_sequence: BigInt(last),
  hash_before: before,
  hash_after: after,
  marks,
  sealed_at: sealedAt,
});

/** Verifies the chain of a database with these links and seals, whose newest mark is of this minute. */
async function verify(kept: readonly Link[], sealed: readonly NewSeal[], mark: number) {
  let lost = 0;
  async function* pages(after = 0) {
    yield kept.filter(({ number }) => number > after);
  }
  const bad = await findRestoredBreak(
    { beginning, gapless: true, heads, seals: sealed.map(toRow), pages: pages(), linksAfter: pages },
    { holdsThrough: at(mark), onLost: (entries) => (lost += entries) },
  );
  return { bad: bad?.row, lost };
}

test('its newest seals and entries may be missing', async () => {
  expect(await verify(links, seals, 3)).toEqual({ bad: undefined, lost: 0 });
  expect(await verify(links.slice(0, 10), seals.slice(0, 2), 2)).toEqual({ bad: undefined, lost: 5 });
  expect(await verify(links.slice(0, 5), seals.slice(0, 1), 1)).toEqual({ bad: undefined, lost: 10 });
  expect(await verify([], [], 0)).toEqual({ bad: undefined, lost: 15 });
});

test('entries that were sealed after the restored point agree with their heads', async () => {
  expect(await verify(links.slice(0, 7), seals.slice(0, 1), 1)).toEqual({ bad: undefined, lost: 8 });
  expect(await verify(links.slice(0, 12), seals.slice(0, 1), 1)).toEqual({ bad: undefined, lost: 3 });
  const altered = links.map((link) => (link.number === 7 ? { ...link, texts: ['another'] } : link));
  expect((await verify(altered.slice(0, 9), seals.slice(0, 1), 1)).bad).toBe('entry 7');
  const without = links.filter(({ number }) => number !== 7);
  expect((await verify(without, seals.slice(0, 1), 1)).bad).toBe('entry 7');
});

test('a seal from before the newest restored mark is there, and so are its entries', async () => {
  expect((await verify(links.slice(0, 5), seals.slice(0, 1), 2)).bad).toBe('seal 6-10');
  expect((await verify(links.slice(0, 10), seals.slice(0, 1), 2)).bad).toBe('seal 6-10');
  expect((await verify(links.slice(0, 4), seals.slice(0, 1), 1)).bad).toBe('entry 5');
  const altered = links.map((link) => (link.number === 2 ? { ...link, texts: ['another'] } : link));
  expect((await verify(altered, seals, 3)).bad).toBe('entry 2');
});

test('a whole chain may be missing if it began after the restored point', () => {
  let lost = 0;
  const onLost = (entries: number) => (lost += entries);
  expect(mayBeLost(heads, { holdsThrough: at(0), onLost })).toBe(true);
  expect(lost).toBe(15);
  expect(mayBeLost(heads, { holdsThrough: at(1), onLost })).toBe(false);
});
