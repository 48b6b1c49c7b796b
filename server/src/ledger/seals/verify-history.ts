// The daily verification of the ledger and the audit log. Its outcome is stored: status and metrics show it until the
// next one, and report a missing one.
import type { Db } from '../../platform/db/db.ts';
import { type ExportStore, gatherHeads, type Heads, NO_HEADS } from './heads.ts';
import { findOutcome, insertOutcome, type Outcome, type Subject, subjects } from './sql.ts';
import { verifyAudit, verifyLedger } from './verify.ts';

export type VerifyTools = {
  /** Stores outcomes. */
  db: Db;
  /** Reads whole histories. */
  histories: Db;
  store: ExportStore | undefined;
  /** Called once per outcome, not again when the job is retried. */
  onOutcome: (subject: Subject, outcome: Outcome) => void;
};

/**
 * Verifies the ledger and the audit log independently, and throws if a row is wrong or one could not be verified. A
 * retry of the same job repeats only what has no outcome yet: a finding stays a finding.
 */
export async function verifyHistory(tools: VerifyTools, jobId: string): Promise<Record<Subject, object>> {
  const { db, store, onOutcome } = tools;
  const heads = store === undefined ? undefined : await gatherHeads(store);
  const found: [Subject, Outcome][] = [];
  const failures: unknown[] = [];
  for (const subject of subjects) {
    try {
      const before = await findOutcome(db, jobId, subject);
      const outcome = before ?? (await verify(tools.histories, subject, heads));
      if (before === undefined && (await insertOutcome(db, jobId, subject, outcome))) onOutcome(subject, outcome);
      found.push([subject, outcome]);
    } catch (error) {
      failures.push(error);
    }
  }
  const bad = found.filter(([, outcome]) => outcome.bad !== null);
  if (bad.length > 0) {
    const rows = bad.map(([subject, outcome]) => `${subject}: ${outcome.bad?.rule}, ${outcome.bad?.row}`);
    throw new Error(`History is not what it was (${rows.join('; ')}): read docs/runbooks/ledger-mismatch.md`);
  }
  if (failures.length > 0) throw failures[0];
  const shown = found.map(([subject, { entries }]) => [subject, { entries: entries.toString() }]);
  return Object.fromEntries(shown) as Record<Subject, object>;
}

async function verify(db: Db, subject: Subject, heads: Heads | undefined): Promise<Outcome> {
  const comparedWithHeads = heads !== undefined;
  if (subject === 'audit') {
    const { entries, bad } = await verifyAudit(db, heads ?? NO_HEADS);
    return { books: null, entries, comparedWithHeads, bad: bad ?? null };
  }
  const { books, entries, bad } = await verifyLedger(db, heads === undefined ? {} : { heads });
  return { books: BigInt(books), entries, comparedWithHeads, bad: bad ?? null };
}
