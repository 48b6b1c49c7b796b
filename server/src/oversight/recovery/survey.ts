// What a database that was restored, or failed over with loss, lacks: compared with everything that was exported.
import { AUDIT_CHAIN, beginningOfAudit } from '../../ledger/seals/chain.ts';
import { type ExportedEntry, type ExportStore, gatherExports } from '../../ledger/seals/heads.ts';
import { listAuditEntriesAfter } from '../../ledger/seals/sql.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Mark } from '../../platform/fence/marks.ts';
import { readServer } from '../../platform/fence/sql.ts';
import { type BookBehind, findBooksBehind } from './books.ts';
import { type ExportedSeal, type RecoveryRow, readRecovery } from './sql.ts';

/** Behind a closed fence: connections that may write, and the store of everything that was exported. */
export type Recovery = { db: Db; store: ExportStore };

export type Survey = {
  /** Undefined: the database is not fenced. */
  fenced: { why: string; since: Date } | undefined;
  epoch: number;
  /** The newest mark that was exported, and that this database has. */
  exported: Mark | undefined;
  here: RecoveryRow;
  /** The last exported audit entry that is sealed, and those after the last seal here. */
  auditThrough: number;
  entries: readonly ExportedEntry[];
  /** Those of them that are not in the audit log. */
  missing: readonly ExportedEntry[];
  seals: readonly ExportedSeal[];
  behind: readonly BookBehind[];
};

/** Compares a fenced database with the store. It changes nothing. */
export async function surveyLoss({ db, store }: Recovery): Promise<Survey> {
  const server = await readServer(db);
  const [exported] = await store.newestMarks();
  const here = await readRecovery(db);
  const fenced = server.fenced_at === null ? undefined : { why: server.fenced_why, since: server.fenced_at };
  const none = { auditThrough: 0, entries: [], missing: [], seals: [], behind: [] };
  const known = { fenced, epoch: Number(server.epoch), exported, here };
  if (fenced === undefined) return { ...known, ...none };

  const { heads, entries } = await gatherExports(store);
  const ofAudit = heads.get(AUDIT_CHAIN) ?? [];
  const seals = ofAudit
    .map((head, index) => ({ ...head, before: ofAudit[index - 1]?.hash ?? beginningOfAudit() }))
    .filter(({ last }) => last > here.audit_through);
  const sealed = seals.flatMap(({ first, last }) =>
    Array.from({ length: last - first + 1 }, (_, index) => entries.get(first + index) ?? []).flat(),
  );
  const present = await listAuditEntriesAfter(db, here.audit_through, sealed.length + 1);
  const numbers = new Set(present.map(({ sequence }) => Number(sequence)));
  return {
    ...known,
    auditThrough: ofAudit.at(-1)?.last ?? 0,
    entries: sealed,
    missing: sealed.filter(({ entry }) => !numbers.has(entry)),
    seals,
    behind: await findBooksBehind(db, heads),
  };
}
