// Verifies all immutable data: each book's chain, then its arithmetic; and the audit log's chain.

import { entryIdsOf, fromId, toId } from '../../foundation/ids.ts';
import type { Scope } from '../../foundation/scope.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { type EntryRow, showEntriesOf } from '../book/entries.ts';
import { countEntries, listBooks } from '../book/sql.ts';
import { type BadRow, findBadRow } from '../book/verify.ts';
import { AUDIT_CHAIN, beginningOf, beginningOfAudit, chainOf, type Link, textsOfEntry } from './chain.ts';
import { type Heads, NO_HEADS } from './heads.ts';
import { findRestoredBreak, mayBeLost, type Restored } from './restored.ts';
import { toLink } from './seal.ts';
import {
  type AuditEntryRow,
  listAuditEntriesAfter,
  listAuditSeals,
  listEntriesAfter,
  listSeals,
  listStrays,
} from './sql.ts';
import { type Break, findBreak } from './walk.ts';

export type Verification = { books: number; entries: bigint; bad: BadRow | undefined };

export type AuditVerification = { entries: bigint; bad: Break | undefined };

/** Books are listed in pages of this size; each is verified in its own transaction. */
const BOOKS_PER_PAGE = 500;

/** Most books are small and dominated by round trips, so this many are verified concurrently. */
const BOOKS_AT_ONCE = 4;

/** Links are read in pages of this size: few round trips, and about 5 MB of memory. */
const LINKS_PER_PAGE = 10_000;

type Options = {
  heads?: Heads;
  /** Given if the database was restored from a backup, and lacks the newest entries. */
  restored?: Restored;
  onProgress?: (soFar: Verification) => void;
};

/**
 * Verifies every book of the cell, or stops at the first bad row. Read the heads before it begins: then the database
 * has every seal that they name, unless it was restored.
 */
export async function verifyLedger(
  db: Db,
  { heads = NO_HEADS, restored, onProgress }: Options = {},
): Promise<Verification> {
  const total: Verification = { books: 0, entries: 0n, bad: undefined };
  const missing = new Set(heads.keys());
  missing.delete(AUDIT_CHAIN);
  let after: Scope | undefined;
  for (;;) {
    const page = await listBooks(db, after, BOOKS_PER_PAGE);
    for (const scope of page) missing.delete(chainOf(scope));
    for (const { entries, bad } of await verifyBooks(db, page, heads, restored)) {
      total.books += 1;
      total.entries += entries;
      if (bad !== undefined) return { ...total, bad };
    }
    onProgress?.(total);
    after = page.at(-1);
    if (page.length < BOOKS_PER_PAGE) break;
  }
  if (restored !== undefined) {
    for (const chain of missing) if (mayBeLost(heads.get(chain) ?? [], restored)) missing.delete(chain);
  }
  for (const scope of await listStrays(db)) missing.add(chainOf(scope));
  const [lost] = [...missing].toSorted();
  return lost === undefined ? total : { ...total, bad: missingBook(lost) };
}

type VerifiedBook = { entries: bigint; bad: BadRow | undefined };

/** Verifies books concurrently, so that a large one delays no other. Returns them in order, up to a bad one. */
async function verifyBooks(
  db: Db,
  scopes: readonly Scope[],
  heads: Heads,
  restored: Restored | undefined,
): Promise<VerifiedBook[]> {
  const verified: VerifiedBook[] = [];
  let next = 0;
  let isBad = false;
  const verifyNext = async (): Promise<void> => {
    for (let scope = scopes[next]; scope !== undefined && !isBad; scope = scopes[next]) {
      const index = next++;
      const book = await verifyBook(db, scope, heads, restored);
      verified[index] = book;
      isBad ||= book.bad !== undefined;
    }
  };
  await Promise.all(Array.from({ length: BOOKS_AT_ONCE }, verifyNext));
  return verified;
}

function missingBook(chain: string): BadRow {
  const [company = '', environment = ''] = chain.split('/');
  const known = fromId('company', company) !== undefined;
  const rule = known ? 'what was posted or exported has its book' : 'an exported chain has the name of a book';
  return { company, environment, rule, row: 'book', expected: 'a book', found: 'none' };
}

/** Verifies one book in one snapshot: its chain first, because everything else is derived from the entries. */
export async function verifyBook(
  db: Db,
  scope: Scope,
  heads: Heads = NO_HEADS,
  restored?: Restored,
): Promise<VerifiedBook> {
  return db.read(scope, async (tx) => {
    const [entries, seals] = await Promise.all([countEntries(tx, scope), listSeals(tx, scope)]);
    const chain = {
      beginning: beginningOf(scope),
      gapless: true,
      heads: heads.get(chainOf(scope)) ?? [],
      seals,
      pages: pagesOfEntries(tx, scope),
    };
    const linksAfter = (number: number) => pagesOfEntries(tx, scope, BigInt(number));
    const broken = await (restored ? findRestoredBreak({ ...chain, linksAfter }, restored) : findBreak(chain));
    return { entries, bad: broken === undefined ? await findBadRow(tx, scope) : toBadRow(scope, broken) };
  });
}

function toBadRow(scope: Scope, { number, row, ...what }: Break): BadRow {
  return {
    company: toId('company', scope.companyId),
    environment: scope.environment,
    ...what,
    row: number === undefined ? row : `${row} (${entryIdsOf(scope)(BigInt(number))})`,
  };
}

/** Verifies the chain of the audit log, or stops at the first bad entry. */
export async function verifyAudit(db: Db, heads: Heads = NO_HEADS, restored?: Restored): Promise<AuditVerification> {
  let entries = 0n;
  const pagesAfter = (number?: number) =>
    pagesOf(
      (after: AuditEntryRow | undefined) =>
        listAuditEntriesAfter(
          db,
          after?.sequence ?? (number === undefined ? undefined : BigInt(number)),
          LINKS_PER_PAGE,
        ),
      (entry) => {
        if (number === undefined) entries++;
        return toLink(entry);
      },
    );
  const chain = {
    beginning: beginningOfAudit(),
    gapless: false,
    heads: heads.get(AUDIT_CHAIN) ?? [],
    seals: await listAuditSeals(db),
    pages: pagesAfter(),
  };
  const bad = await (restored ? findRestoredBreak({ ...chain, linksAfter: pagesAfter }, restored) : findBreak(chain));
  return { entries, bad };
}

function pagesOfEntries(tx: Tx, scope: Scope, from?: bigint): AsyncIterable<Link[]> {
  const show = showEntriesOf(scope);
  return pagesOf(
    (after: EntryRow | undefined) => listEntriesAfter(tx, scope, after?.sequence ?? from, LINKS_PER_PAGE),
    (entry) => ({ number: Number(entry.sequence), texts: textsOfEntry(show(entry)) }),
  );
}

/** Reads page after page, prefetching the next one while this one is hashed. */
async function* pagesOf<Row>(
  read: (after: Row | undefined) => Promise<Row[]>,
  toLink: (row: Row) => Link,
): AsyncIterable<Link[]> {
  let page = await read(undefined);
  while (page.length > 0) {
    const next = page.length < LINKS_PER_PAGE ? Promise.resolve([]) : read(page.at(-1));
    next.catch(() => undefined); // the error surfaces where it is awaited
    yield page.map(toLink);
    page = await next;
  }
}
