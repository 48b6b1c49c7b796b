// Sealing: reads the rows since the last seal, hashes them, appends the seal, and exports its line from the database.
// It runs beside requests, never within one.
import type { Clock } from '../../foundation/clock.ts';
import type { Scope } from '../../foundation/scope.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Fence } from '../../platform/fence/fence.ts';
import type { MarkStore } from '../../platform/fence/marks.ts';
import { readServer } from '../../platform/fence/sql.ts';
import { markEverything } from '../../platform/fence/write.ts';
import { sealBooks } from './books.ts';
import { AUDIT_CHAIN, beginningOfAudit, type Link, MOST_LINKS } from './chain.ts';
import { type HeadStore, isEntry, isOfDatabase } from './heads.ts';
import { sealsOf } from './seals-of.ts';
import {
  type AuditEntryRow,
  findLatestAuditSeal,
  insertAuditSeal,
  listAuditEntriesAfter,
  listLines,
  listUnsealed,
  takeLines,
} from './sql.ts';

/** New audit entries are read in parts of this size, which keeps snapshots and commits short. */
const LINKS_PER_READ = 64 * MOST_LINKS;

/** Books are listed in pages of this size. */
const BOOKS_PER_PAGE = 500;

/** Lines are exported in parts of this size: a head has at most 2 kB, an audit entry depends on its details. */
const LINES_PER_EXPORT = 1_000;

export type Sealer = {
  db: Db;
  clock: Clock;
  /** The export store; without it lines wait in the database. */
  store: (HeadStore & MarkStore) | undefined;
  /** While it is closed, nothing is sealed or exported. */
  fence?: Pick<Fence, 'check'>;
  /** Called when a chain could not be sealed or lines not exported; the rest continues, and the next pass retries. */
  onError: (error: unknown) => void;
};

/**
 * Seals and exports everything unsealed, in the books with an entry since a time or in all books. Safe to repeat and to
 * run concurrently. Returns false if the fence is closed, and nothing was done.
 */
export async function sealEverything(sealer: Sealer, since?: Date): Promise<boolean> {
  if (sealer.fence?.check() !== undefined) return false;
  await sealBooks(sealer, pagesOfUnsealed(sealer.db, since));
  await sealAuditLog(sealer);
  return true;
}

async function* pagesOfUnsealed(db: Db, since: Date | undefined): AsyncGenerator<Scope[]> {
  let after: Scope | undefined;
  do {
    const page = await listUnsealed(db, { since, after, limit: BOOKS_PER_PAGE });
    yield page;
    after = page.length < BOOKS_PER_PAGE ? undefined : page.at(-1);
  } while (after !== undefined);
}

/** Seals only the audit log and exports waiting lines: operators' decisions must be visible within seconds. */
export async function sealAuditLog(sealer: Sealer): Promise<void> {
  if (sealer.fence?.check() !== undefined) return;
  await sealAudit(sealer).catch(sealer.onError);
  await exportLines(sealer).catch(sealer.onError);
}

async function sealAudit({ db, clock }: Sealer): Promise<void> {
  const { epoch } = await readServer(db);
  for (;;) {
    const latest = await findLatestAuditSeal(db);
    const entries = await listAuditEntriesAfter(db, latest?.last_sequence, LINKS_PER_READ);
    if (entries.length === 0) return;
    const position = { number: Number(latest?.last_sequence ?? 0n), hash: latest?.hash_after ?? beginningOfAudit() };
    const seals = sealsOf(AUDIT_CHAIN, position, entries.map(toLink), { at: clock.now(), epoch: Number(epoch) });
    const sealed = await db.writeUnscoped(async (tx) => {
      for (const seal of seals) if (!(await insertAuditSeal(tx, seal))) return false;
      return true;
    });
    if (!sealed || entries.length < LINKS_PER_READ) return;
  }
}

/** An audit entry as a link of its chain. */
export const toLink = (entry: AuditEntryRow): Link => ({
  number: Number(entry.sequence),
  texts: [
    String(entry.sequence),
    entry.at ?? '',
    entry.operator_id,
    entry.action,
    entry.company_id,
    entry.environment,
    entry.subject,
    entry.details,
  ],
});

/**
 * Exports lines to the store, once a standby has them: their own commit may have been cancelled in its wait. The
 * transaction that removes them from the database commits once the store has them: a crash in between duplicates a
 * line, but never loses one.
 */
async function exportLines({ db, store }: Sealer): Promise<void> {
  if (store === undefined) return;
  for (;;) {
    const waiting = await db.writeUnscoped((tx) => listLines(tx, LINES_PER_EXPORT));
    if (waiting.length === 0) return;
    await db.writeUnscoped(async (tx) => {
      const lines = await takeLines(tx, waiting);
      const stray = lines.find((line) => !isOfDatabase(line));
      if (stray !== undefined)
        throw new Error(`a line to export is neither a head nor an entry: ${stray.slice(0, 80)}`);
      if (lines.length > 0) await store.append(lines);
      // A database that loses an exported entry loses this mark too, and is fenced: rights stay taken away.
      if (lines.some(isEntry)) await markEverything({ db, store });
    });
    if (waiting.length < LINES_PER_EXPORT) return;
  }
}
