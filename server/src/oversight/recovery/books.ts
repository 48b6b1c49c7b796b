// Compares each book with its exported heads: which seals are missing, and where its chain goes on after a loss.
import { fromId } from '../../foundation/ids.ts';
import type { Environment, Scope } from '../../foundation/scope.ts';
import { showEntriesOf } from '../../ledger/book/entries.ts';
import { AUDIT_CHAIN, beginningOf, MARK_BYTES, nextHash, textsOfEntry } from '../../ledger/seals/chain.ts';
import type { ForkedChain } from '../../ledger/seals/forks.ts';
import type { Head, Heads } from '../../ledger/seals/heads.ts';
import { findLatestSeal, listEntriesAfter } from '../../ledger/seals/sql.ts';
import type { Db } from '../../platform/db/db.ts';

/** Books are compared concurrently: most have nothing to compare, and take one round trip. */
const BOOKS_AT_ONCE = 4;

/** The database contradicts what was exported: it was not only restored, it was changed. Nobody may recover it. */
export class ContradictsHeads extends Error {}

/** A book that is behind its exported heads. */
export type BookBehind = Scope & {
  /** Exported seals over entries that are here, and that the database lost. */
  lostSeals: readonly (Head & { before: Buffer })[];
  /** Undefined if every sealed entry is here. */
  fork: ForkedChain | undefined;
};

/** The books that are behind their heads, in the order of the heads. */
export async function findBooksBehind(db: Db, heads: Heads): Promise<BookBehind[]> {
  const chains = [...heads].filter(([chain, its]) => chain !== AUDIT_CHAIN && its.length > 0);
  const behind: (BookBehind | undefined)[] = [];
  let next = 0;
  const compareNext = async (): Promise<void> => {
    for (let index = next++; index < chains.length; index = next++) {
      const [chain, its] = chains[index] ?? ['', []];
      behind[index] = await compareBook(db, chain, its);
    }
  };
  await Promise.all(Array.from({ length: BOOKS_AT_ONCE }, compareNext));
  return behind.filter((book) => book !== undefined);
}

async function compareBook(db: Db, chain: string, heads: readonly Head[]): Promise<BookBehind | undefined> {
  const scope = scopeOf(chain);
  const newest = heads.at(-1)?.last ?? 0;
  return db.read(scope, async (tx) => {
    const seal = await findLatestSeal(tx, scope);
    const sealed = Number(seal?.last_sequence ?? 0n);
    if (sealed >= newest) return undefined;
    const show = showEntriesOf(scope);
    const entries = await listEntriesAfter(tx, scope, seal?.last_sequence, newest - sealed);
    const texts = entries.map((entry) => textsOfEntry(show(entry)));
    return judgeBook({ scope, chain, heads, sealed, hash: seal?.hash_after ?? beginningOf(scope) }, texts);
  });
}

type Position = { scope: Scope; chain: string; heads: readonly Head[]; sealed: number; hash: Buffer };

/** Hashes the entries after the last seal here, as far as they go, and compares them with the heads. */
function judgeBook({ scope, chain, heads, sealed, hash }: Position, texts: readonly string[][]): BookBehind {
  const lostSeals: (Head & { before: Buffer })[] = [];
  const last = sealed + texts.length;
  let reached = hash;
  for (const head of heads.filter((each) => each.last > sealed)) {
    const before = reached;
    const first = Math.max(head.first, sealed + 1); // a replay seals the book in the middle of a head
    for (let number = first; number <= Math.min(head.last, last); number++) {
      reached = nextHash(reached, texts[number - sealed - 1] ?? []);
      const mark = head.marks.readUInt32BE((number - head.first) * MARK_BYTES);
      if (reached.readUInt32BE(0) !== mark)
        throw new ContradictsHeads(`${chain}, entry ${number}: it is not what was exported`);
    }
    if (head.first > sealed && head.last <= last) lostSeals.push({ ...head, before });
  }
  const lost = (heads.at(-1)?.last ?? 0) - last;
  const fork = lost > 0 ? { chain, after: last, hash: reached.toString('hex'), lost } : undefined;
  return { ...scope, lostSeals, fork };
}

function scopeOf(chain: string): Scope {
  const [company = '', environment = ''] = chain.split('/');
  const companyId = fromId('company', company);
  if (companyId === undefined || !['sandbox', 'live'].includes(environment))
    throw new ContradictsHeads(`${chain}: an exported chain has the name of a book`);
  return { companyId, environment: environment as Environment };
}
