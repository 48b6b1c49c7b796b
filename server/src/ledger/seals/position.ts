// The chain at the edges of a statement: its holder can compare it without our help.

import { entryIdsOf } from '../../foundation/ids.ts';
import type { Scope } from '../../foundation/scope.ts';
import type { Tx } from '../../platform/db/db.ts';
import { showEntriesOf } from '../book/entries.ts';
import { beginningOf, MOST_LINKS, nextHash, textsOfEntry } from './chain.ts';
import { findSealOver, listEntriesBetween, listForks } from './sql.ts';

/** Hashes in hex; null if not sealed yet. */
export type ChainPart = {
  before: string | null;
  after: string | null;
  sealedThrough: string | null;
  /** Absent if the chain never went on from an earlier entry. */
  forks?: ShownFork[];
};

/** Where the chain went on after a loss. `after` is null if no entry was left. */
type ShownFork = { after: string | null; hash: string; lost: number; at: string };

/**
 * The hashes around the entries after `before` through `through`, as far as they are sealed. It reads two seals and at
 * most 128 entries, regardless of how many lie between.
 */
export async function findChainPart(
  tx: Tx,
  scope: Scope,
  entries: { before: bigint; through: bigint; sealed: bigint },
): Promise<ChainPart> {
  const [hashes, forks] = await Promise.all([findHashes(tx, scope, entries), listForks(tx, scope)]);
  if (forks.length === 0) return hashes;
  const shown = forks.map(({ after, hash, lost, at }) => ({
    after: after === 0n ? null : entryIdsOf(scope)(after),
    hash: hash.toString('hex'),
    lost: Number(lost),
    at: at.toISOString(),
  }));
  return { ...hashes, forks: shown };
}

async function findHashes(
  tx: Tx,
  scope: Scope,
  { before, through, sealed }: { before: bigint; through: bigint; sealed: bigint },
): Promise<ChainPart> {
  if (before > sealed) return { before: null, after: null, sealedThrough: null };
  const last = through < sealed ? through : sealed;
  if (last === before) {
    const hash = await hashAfter(tx, scope, before);
    return { before: hash, after: through === before ? hash : null, sealedThrough: null };
  }
  const [hashBefore, after] = await Promise.all([hashAfter(tx, scope, before), hashAfter(tx, scope, last)]);
  return { before: hashBefore, after, sealedThrough: entryIdsOf(scope)(last) };
}

/** The hash after a sealed entry; for no entry, the initial hash of the chain. */
async function hashAfter(tx: Tx, scope: Scope, sequence: bigint): Promise<string | null> {
  if (sequence === 0n) return beginningOf(scope).toString('hex');
  // The seal begins at most this far back, and reading both together takes one round trip.
  const [seal, entries] = await Promise.all([
    findSealOver(tx, scope, sequence),
    listEntriesBetween(tx, scope, sequence - BigInt(MOST_LINKS) + 1n, sequence),
  ]);
  if (seal === undefined) return null;
  const show = showEntriesOf(scope);
  return entries
    .filter((entry) => entry.sequence >= seal.first_sequence)
    .reduce((hash, entry) => nextHash(hash, textsOfEntry(show(entry))), seal.hash_before)
    .toString('hex');
}
