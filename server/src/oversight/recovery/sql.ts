// The statements of a recovery.
import type { Scope } from '../../foundation/scope.ts';
import { type Actor, refuseForOperator } from '../../identity/operators/act.ts';
import type { ExportedEntry, Head } from '../../ledger/seals/heads.ts';
import type { Queryable } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';

/** How far a database has come. */
export type RecoveryRow = {
  /** Of the newest mark; null without one. */
  mark_number: bigint | null;
  mark_at: Date | null;
  /** The newest sealed audit entry. */
  audit_through: bigint;
  /** Behind a fence: the last exported audit entry that was replayed; null before that. */
  replayed_through: bigint | null;
  queued: bigint;
  processing: bigint;
};

/** How far this database has come. */
export async function readRecovery(db: Queryable): Promise<RecoveryRow> {
  const [row] = await db.query<RecoveryRow>(sql`
    select mark_number, mark_at, audit_through, replayed_through, queued, processing from read_recovery()`);
  if (row === undefined) throw new Error('the database has no row in verified_timeline');
  return row;
}

/** A seal of the audit log that was exported, with the hash before it. */
export type ExportedSeal = Head & { before: Buffer };

/** Writes lost audit entries and their seals again, and applies the entries. */
export async function callReplay(
  db: Queryable,
  { credential }: Actor,
  { entries, seals, through }: { entries: readonly ExportedEntry[]; seals: readonly ExportedSeal[]; through: number },
): Promise<{ refused?: string; written?: number; applied?: number }> {
  const given = entries.map(({ texts: [entry, at, operator, action, company, environment, subject, details] }) => ({
    entry,
    at,
    operator,
    action,
    company,
    environment,
    subject,
    details,
  }));
  const sealed = seals.map(({ first, last, before, hash, marks, at }) => ({
    first,
    last,
    before: before.toString('hex'),
    after: hash.toString('hex'),
    marks: marks.toString('hex'),
    at,
  }));
  const [row] = await db
    .query<{ answer: { refused?: string; written?: number; applied?: number } }>(sql`
      select replay_audit(${credential}, ${JSON.stringify(given)}::jsonb, ${JSON.stringify(sealed)}::jsonb, ${through}) as answer`)
    .catch(refuseForOperator);
  return row?.answer ?? {};
}

/** Takes books whose listings were not read since a recovery. */
export async function takeUnreadListings(db: Queryable, limit: number, leaseSeconds: number): Promise<Scope[]> {
  return db.query<Scope>(sql`
    select company_id as "companyId", environment from take_unread_listings(${limit}, ${leaseSeconds})`);
}

/** The listings of a book were read to their end. */
export async function noteListingsRead(db: Queryable, { companyId, environment }: Scope): Promise<void> {
  await db.query(sql`select note_listings_read(${companyId}, ${environment})`);
}
