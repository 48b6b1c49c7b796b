// The statements of seals. Only database functions append seals, each a compare-and-set.

import type { Environment, Scope } from '../../foundation/scope.ts';
import { inScope, type Queryable, type Tx } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';
import { type EntryRow, entryColumns } from '../book/entries.ts';

export type SealRow = {
  first_sequence: bigint;
  last_sequence: bigint;
  hash_before: Buffer;
  hash_after: Buffer;
  marks: Buffer;
  sealed_at: Date;
};

/** A seal to append, with the line to export. */
export type NewSeal = {
  first: number;
  last: number;
  before: Buffer;
  after: Buffer;
  marks: Buffer;
  at: Date;
  line: string;
};

/** An audit entry as its chain hashes it; null if the database cannot write a value as text. */
export type AuditEntryRow = {
  sequence: bigint;
  at: string | null;
  operator_id: string;
  action: string;
  company_id: string;
  environment: string;
  subject: string;
  details: string;
};

type Latest = { last_sequence: bigint; hash_after: Buffer };

/** The books with entries after their last seal, among those with an entry since a time, in order. */
export async function listUnsealed(
  db: Queryable,
  { since, after, limit }: { since: Date | undefined; after: Scope | undefined; limit: number },
): Promise<Scope[]> {
  const rows = await db.query<{ company_id: string; environment: Environment }>(sql`
    select company_id, environment
      from ledger.list_unsealed(${after?.companyId ?? null}, ${after?.environment ?? null}, ${since ?? '-infinity'}, ${limit})`);
  return rows.map((row) => ({ companyId: row.company_id, environment: row.environment }));
}

/** A book with its newest seal and its entries after that, in order. */
export type UnsealedBook = { scope: Scope; latest: Latest | undefined; entries: EntryRow[] };

/** Those of some books that have entries after their newest seal, each with at most as many: one snapshot of all. */
export async function readUnsealed(db: Queryable, scopes: readonly Scope[], mostEach: number): Promise<UnsealedBook[]> {
  type Row = EntryRow & { book: number; sealed_through: bigint | null; hash_after: Buffer };
  const rows = await db.query<Row>(sql`
    select book, sealed_through, hash_after, ${entryColumns}
      from ledger.read_unsealed(${scopes.map(({ companyId }) => companyId)}::uuid[],
                                ${scopes.map(({ environment }) => environment)}::environment[], ${mostEach})`);
  return Array.from(
    Map.groupBy(rows, ({ book }) => book),
    ([book, entries]) => {
      const [first] = entries;
      const scope = scopes[book - 1];
      if (first === undefined || scope === undefined) throw new Error('entries came of a book that was not asked for');
      const { sealed_through: sealed, hash_after } = first;
      return { scope, latest: sealed === null ? undefined : { last_sequence: sealed, hash_after }, entries };
    },
  );
}

/** The newest seal of a book: the current position of its chain. */
export async function findLatestSeal(tx: Tx, scope: Scope): Promise<Latest | undefined> {
  const [row] = await tx.query<Latest>(sql`
    select last_sequence, hash_after from ledger.seals where ${inScope(scope)} order by last_sequence desc limit 1`);
  return row;
}

/** Entries after a number, in order; without a number, from the first. */
export async function listEntriesAfter(
  tx: Tx,
  scope: Scope,
  after: bigint | undefined,
  limit: number,
): Promise<EntryRow[]> {
  return tx.query<EntryRow>(sql`
    select ${entryColumns}
      from ledger.entries
     where ${inScope(scope)} and sequence > ${after ?? -(2n ** 63n)}
     order by sequence
     limit ${limit}`);
}

/** The seal that covers an entry; undefined if the entry is not sealed. */
export async function findSealOver(tx: Tx, scope: Scope, sequence: bigint): Promise<SealRow | undefined> {
  const [row] = await tx.query<SealRow>(sql`
    select first_sequence, last_sequence, hash_before, hash_after, marks, sealed_at
      from ledger.seals
     where ${inScope(scope)} and last_sequence >= ${sequence}
     order by last_sequence
     limit 1`);
  return row;
}

/**
 * The entries from one number through another, in order. Both must be plain values: under row-level security, a bound
 * from a subquery cannot use the index range, and the book would be read from its beginning.
 */
export async function listEntriesBetween(tx: Tx, scope: Scope, first: bigint, last: bigint): Promise<EntryRow[]> {
  return tx.query<EntryRow>(sql`
    select ${entryColumns}
      from ledger.entries
     where ${inScope(scope)} and sequence >= ${first} and sequence <= ${last}
     order by sequence`);
}

/** Where the chain of a book went on after a loss, oldest first. */
export async function listForks(
  tx: Tx,
  scope: Scope,
): Promise<{ after: bigint; hash: Buffer; lost: bigint; at: Date }[]> {
  return tx.query(sql`select after, hash, lost, at from chain_forks where ${inScope(scope)} order by epoch`);
}

/** Every seal of a book, in order. */
export async function listSeals(tx: Tx, scope: Scope): Promise<SealRow[]> {
  return tx.query<SealRow>(sql`
    select first_sequence, last_sequence, hash_before, hash_after, marks, sealed_at
      from ledger.seals
     where ${inScope(scope)}
     order by last_sequence`);
}

/** What became of a seal. `stale`: another sealer was first. `beyond`: the book has fewer entries. */
type Verdict = 'sealed' | 'stale' | 'beyond';

/** Appends seals of any books in one commit, the seals of a book in order, and answers each. */
export async function appendSeals(
  db: Queryable,
  offered: readonly { scope: Scope; seal: NewSeal }[],
): Promise<Verdict[]> {
  if (offered.length === 0) return [];
  const seals = offered.map(({ seal }) => seal);
  const [row] = await db.query<{ verdicts: Verdict[] }>(sql`
    select ledger.append_seals(
             ${offered.map(({ scope }) => scope.companyId)}::uuid[], ${offered.map(({ scope }) => scope.environment)}::environment[],
             ${seals.map(({ first }) => first)}::bigint[], ${seals.map(({ last }) => last)}::bigint[],
             ${seals.map(({ before }) => before)}::bytea[], ${seals.map(({ after }) => after)}::bytea[],
             ${seals.map(({ marks }) => marks)}::bytea[], ${seals.map(({ at }) => at)}::timestamptz[],
             ${seals.map(({ line }) => line)}::text[]) as verdicts`);
  if (row?.verdicts.length !== offered.length) throw new Error(`${offered.length} seals were not all answered`);
  return row.verdicts;
}

/** The newest seal of the audit log. */
export async function findLatestAuditSeal(db: Queryable): Promise<Latest | undefined> {
  const [row] = await db.query<Latest>(sql`
    select last_sequence, hash_after from audit_seals order by last_sequence desc limit 1`);
  return row;
}

/** Audit entries after a number, in order; without a number, from the first. */
export async function listAuditEntriesAfter(
  db: Queryable,
  after: bigint | undefined,
  limit: number,
): Promise<AuditEntryRow[]> {
  return db.query<AuditEntryRow>(sql`select * from read_audit_entries(${after ?? -(2n ** 63n)}, ${limit})`);
}

/** Every seal of the audit log, in order. */
export async function listAuditSeals(db: Queryable): Promise<SealRow[]> {
  return db.query<SealRow>(sql`
    select first_sequence, last_sequence, hash_before, hash_after, marks, sealed_at from audit_seals order by last_sequence`);
}

/** Appends a seal to the audit log. False: another sealer was first, and nothing happened. */
export async function insertAuditSeal(tx: Tx, seal: NewSeal): Promise<boolean> {
  const [row] = await tx.query<{ sealed: boolean }>(sql`
    select seal_audit(${seal.first}, ${seal.last}, ${seal.before}, ${seal.after}, ${seal.marks}, ${seal.at}, ${seal.line}) as sealed`);
  return row?.sealed === true;
}

/**
 * The oldest lines that wait for export. The commit of this transaction is written, if there are any: once it has
 * ended, the synchronous standby has them too.
 */
export async function listLines(tx: Tx, limit: number): Promise<bigint[]> {
  const rows = await tx.query<{ id: bigint }>(sql`select id from seal_outbox order by id limit ${limit}`);
  if (rows.length > 0) await tx.query(sql`select pg_logical_emit_message(true, 'cardwright', '')`);
  return rows.map(({ id }) => id);
}

/** Takes these lines, except those that others took. Concurrent callers wait until this transaction ends. */
export async function takeLines(tx: Tx, ids: readonly bigint[]): Promise<string[]> {
  const rows = await tx.query<{ id: bigint; line: string }>(sql`
    delete from seal_outbox where id = any (${ids}::bigint[]) returning id, line`);
  return rows.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map(({ line }) => line);
}

/** Scopes with rows in the ledger but without a book. */
export async function listStrays(db: Queryable): Promise<Scope[]> {
  const rows = await db.query<{ company_id: string; environment: Environment }>(sql`
    select distinct company_id, environment from ledger.list_strays() order by company_id, environment`);
  return rows.map((row) => ({ companyId: row.company_id, environment: row.environment }));
}

/** What a worker verifies daily. */
export const subjects = ['ledger', 'audit'] as const;
export type Subject = (typeof subjects)[number];

/** The first wrong row of a verification. An entry of the audit log has no book. */
export type FoundBad = {
  rule: string;
  row: string;
  expected: string;
  found: string;
  company?: string;
  environment?: string;
};

/** The outcome of a verification. `entries` counts the verified ones; the audit log has no books. */
export type Outcome = { books: bigint | null; entries: bigint; comparedWithHeads: boolean; bad: FoundBad | null };

/** The stored outcome of a job. */
export async function findOutcome(db: Queryable, jobId: string, subject: Subject): Promise<Outcome | undefined> {
  const [row] = await db.query<Outcome>(sql`
    select books, entries, compared_with_heads as "comparedWithHeads", bad
      from history_verifications
     where job_id = ${jobId} and subject = ${subject}`);
  return row;
}

/** Stores an outcome; false if another attempt of the job was faster. */
export async function insertOutcome(
  db: Queryable,
  jobId: string,
  subject: Subject,
  outcome: Outcome,
): Promise<boolean> {
  const { books, entries, comparedWithHeads, bad } = outcome;
  const rows = await db.query<{ id: bigint }>(sql`
    insert into history_verifications (job_id, subject, books, entries, compared_with_heads, bad)
    values (${jobId}, ${subject}, ${books}, ${entries}, ${comparedWithHeads}, ${bad === null ? null : JSON.stringify(bad)}::jsonb)
    on conflict (job_id, subject) do nothing
    returning id`);
  return rows.length > 0;
}
