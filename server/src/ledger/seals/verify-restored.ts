// Verifies a database that was restored from a backup, and measures what the restore lost.
import type { Db } from '../../platform/db/db.ts';
import type { Mark } from '../../platform/fence/marks.ts';
import { findNewestMark } from '../../platform/fence/sql.ts';
import type { Drill } from './drills.ts';
import type { Heads } from './heads.ts';
import { verifyAudit, verifyLedger } from './verify.ts';

/**
 * A seal gets its time from a worker's clock before it commits, so one that is this much older than a restored mark may
 * still be missing. The statement timeout ends longer transactions; the rest is for clocks that differ.
 */
const MARGIN_MS = 120_000;

/** The measured part of a drill's outcome. */
export type Verified = Pick<
  Drill,
  'restoredTo' | 'lossSeconds' | 'books' | 'ledgerEntries' | 'auditEntries' | 'lostLedgerEntries' | 'lostAuditEntries'
> & {
  /** The first wrong row, as a sentence; undefined if there is none. */
  bad: string | undefined;
};

/**
 * Verifies the ledger and the audit log of a restored database against the heads. `newest` is the newest mark that was
 * exported when the restore began: the loss is counted from it.
 */
export async function verifyRestored(
  db: Db,
  { heads, newest, onProgress }: { heads: Heads; newest: Mark | undefined; onProgress: (entries: bigint) => void },
): Promise<Verified> {
  const restored = await findNewestMark(db);
  if (newest === undefined || restored === undefined) {
    const where = newest === undefined ? 'store' : 'restored database';
    throw new Error(`The ${where} holds no mark: the loss cannot be measured.`);
  }
  const holdsThrough = new Date(restored.at.getTime() - MARGIN_MS);
  const lost = { ledger: 0, audit: 0 };
  const lostIn = (what: keyof typeof lost) => ({
    holdsThrough,
    onLost: (entries: number) => {
      lost[what] += entries;
    },
  });
  const ledger = await verifyLedger(db, {
    heads,
    restored: lostIn('ledger'),
    onProgress: ({ entries }) => onProgress(entries),
  });
  const audit = await verifyAudit(db, heads, lostIn('audit'));
  return {
    restoredTo: restored.at.toISOString(),
    lossSeconds: Math.max(0, (Date.parse(newest.at) - restored.at.getTime()) / 1_000),
    books: ledger.books,
    ledgerEntries: Number(ledger.entries),
    auditEntries: Number(audit.entries),
    lostLedgerEntries: lost.ledger,
    lostAuditEntries: lost.audit,
    bad: ledger.bad
      ? `The restored ledger is wrong at ${ledger.bad.row} of ${ledger.bad.company} (${ledger.bad.environment}): ${ledger.bad.rule}.`
      : audit.bad && `The restored audit log is wrong at ${audit.bad.row}: ${audit.bad.rule}.`,
  };
}
