// The statements of reconciliations: runs, findings and results.

import type { Environment, Scope } from '../../foundation/scope.ts';
import { inScope, type Queryable, type Tx } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Part } from './look.ts';

/** The position of a reconciliation. */
export type Place = {
  /** The current book; null before the first. */
  book: Scope | null;
  /** The current part; `over` when the next book is to be found. */
  part: Part | 'over';
  /** The key after which the next page begins. */
  after: string;
  /** True once every book was checked: the findings are checked again. */
  again: boolean;
  /** How often in a row the issuer gave no answer at all. */
  stalls: number;
  /** Environments whose issuer is no longer asked. */
  away: Environment[];
};

/** Counts of a reconciliation so far. */
export type Counts = {
  books: number;
  compared: number;
  onTheirWay: number;
  unread: number;
  /** Those in live, where money is real. */
  unreadLive: number;
  explained: number;
  breaks: number;
  /** Differences that were seen once. */
  seen: number;
};

/** A leased reconciliation. */
export type Taken = {
  id: string;
  onlyCompany: string | null;
  onlyEnvironment: Environment | null;
  settledSeconds: number;
  step: bigint;
  place: Place;
  counts: Partial<Counts>;
};

/** Requests the daily reconciliation and returns its id, or the id of the running one. */
export async function beginReconciliation(
  db: Queryable,
  { id, settledSeconds, place }: { id: string; settledSeconds: number; place: Place },
): Promise<string | undefined> {
  const [row] = await db.query<{ id: string | null }>(sql`
    select begin_reconciliation(${id}, ${settledSeconds}, ${JSON.stringify(place)}::jsonb) as id`);
  return row?.id ?? undefined;
}

/** Leases a reconciliation that no worker holds, for a number of seconds. */
export async function takeReconciliation(db: Queryable, leaseSeconds: number): Promise<Taken | undefined> {
  const [row] = await db.query<Taken>(sql`
    select id, only_company as "onlyCompany", only_environment as "onlyEnvironment", settled_seconds as "settledSeconds", step, place, counts
      from take_reconciliation(${leaseSeconds})`);
  return row;
}

/** A difference seen for the first time, and where to check it again. */
export type Suspect = Scope & { kind: string; subject: string; part: Part; key: string; gap: string };

/** A difference that was checked again. `since` is set if an earlier reconciliation found the same one. */
export type LookedAtAgain = Scope & {
  kind: string;
  subject: string;
  ours: string;
  theirs: string;
  became: 'break' | 'explained' | 'gone';
  since: Date | null;
};

/** Saves the position of a reconciliation with its findings; false when the lease is lost. */
export async function noteReconciliation(
  db: Queryable,
  { id, step, place, counts }: Pick<Taken, 'id' | 'step' | 'place'> & { counts: Counts },
  found: { seen: readonly Suspect[]; again: readonly LookedAtAgain[] },
  nextSeconds: number,
): Promise<boolean> {
  const [row] = await db.query<{ noted: boolean }>(sql`
    select note_reconciliation(${id}, ${step}, ${nextSeconds}, ${JSON.stringify(place)}::jsonb, ${JSON.stringify(counts)}::jsonb,
                               ${JSON.stringify(found.seen)}::jsonb, ${JSON.stringify(found.again)}::jsonb) as noted`);
  return row?.noted === true;
}

/** Ends a reconciliation; false when the lease is lost. */
export async function endReconciliation(db: Queryable, { id, step }: Pick<Taken, 'id' | 'step'>): Promise<boolean> {
  const [row] = await db.query<{ ended: boolean }>(sql`select end_reconciliation(${id}, ${step}) as ended`);
  return row?.ended === true;
}

/** The next book with differences to check again. */
export async function nextSuspectedBook(db: Queryable, runId: string): Promise<Scope | undefined> {
  const [row] = await db.query<Scope>(sql`
    select company_id as "companyId", environment from next_suspected_book(${runId})`);
  return row;
}

export type SuspectRow = { kind: string; subject: string; part: Part; key: string; gap: string };

/** Differences of a book that were seen once. */
export async function listSuspects(tx: Tx, scope: Scope, runId: string, limit: number): Promise<SuspectRow[]> {
  return tx.query<SuspectRow>(sql`
    select kind, subject, part, key, gap
      from reconciliation_suspects
     where ${inScope(scope)} and run_id = ${runId}
     order by kind, subject
     limit ${limit}`);
}

/** A break of an earlier reconciliation that no later one has found gone. */
export type StandingRow = { kind: string; subject: string; ours: string; theirs: string; gap: string; since: Date };

/** The breaks of a book as the last reconciliations left them, including explained ones. */
export async function listStandingBreaks(db: Queryable, { companyId, environment }: Scope): Promise<StandingRow[]> {
  return db.query<StandingRow>(sql`
    select kind, subject, ours, theirs, gap, since from list_standing_breaks(${companyId}, ${environment})`);
}

/** Whether two operators have closed a case about something since the difference was reported. */
export async function isDecided(
  tx: Tx,
  scope: Scope,
  about: { kind: 'operation' | 'invoice'; id: string },
  since: Date,
): Promise<boolean> {
  const [row] = await tx.query<{ decided: boolean }>(sql`
    select exists (
      select from cases c
       where ${inScope(scope, 'c')} and c.subject_kind = ${about.kind} and c.subject_id = ${about.id} and c.kind = 'contradiction'
         and c.closed_at > ${since}) as decided`);
  return row?.decided === true;
}

/** Opens a case for operators. A repeated call finds the open case. */
export async function openCase(
  db: Queryable,
  { companyId, environment }: Scope,
  about: { kind: 'operation' | 'invoice'; id: string },
  detail: string,
): Promise<void> {
  await db.query(sql`
    select open_case(${companyId}, ${environment}, ${about.kind}, ${about.id}, 'contradiction', ${detail})`);
}

/** A listed object, as the database compares and keeps it. */
export type Noted = {
  /** How the issuer names it. */
  named: string;
  /** Our id behind its reference; null if it is none of ours. */
  reference: string | null;
  record: object;
  /** Whether it has everything that an adoption needs. */
  isWhole: boolean;
  /** For people. */
  words: string;
};

/** Records listed objects that are not here, each with a case, once. Returns how many are not here. */
export async function noteUnknown(
  db: Queryable,
  { companyId, environment }: Scope,
  kind: 'order' | 'deposit' | 'card' | 'holder',
  listed: readonly Noted[],
): Promise<number> {
  const [row] = await db.query<{ missing: number }>(sql`
    select note_unknown(${companyId}, ${environment}, ${kind}, ${JSON.stringify(listed)}::jsonb) as missing`);
  return row?.missing ?? 0;
}

/** Resolves unknown records whose rows are here by now. */
export async function closeKnown(db: Queryable, { companyId, environment }: Scope): Promise<void> {
  await db.query(sql`select close_known(${companyId}, ${environment})`);
}

export type RunRow = {
  id: string;
  only_company: string | null;
  only_environment: Environment | null;
  asked_by: string | null;
  settled_seconds: number;
  started_at: Date;
  /** Null while it runs. */
  finished_at: Date | null;
  /** When it continues, if its worker is gone or waits. */
  next_at: Date | null;
  /** Above zero once a worker has leased it. */
  step: bigint | null;
  books: bigint;
  compared: bigint;
  on_their_way: bigint;
  unread: bigint;
  explained: bigint;
  breaks: bigint;
  /** Differences that wait for the second check. */
  suspects: bigint;
};

/** Reconciliations, finished or not, newest first. */
export async function listRuns(db: Queryable, page: { before?: string; limit: number }): Promise<RunRow[]> {
  return db.query<RunRow>(sql`select * from list_reconciliations(null, ${page.before ?? null}, ${page.limit})`);
}

/** One reconciliation, finished or not. */
export async function findRun(db: Queryable, id: string): Promise<RunRow | undefined> {
  const [row] = await db.query<RunRow>(sql`select * from list_reconciliations(${id}, null, 1)`);
  return row;
}

/** The books in which a reconciliation found breaks. */
export async function listBrokenBooks(
  db: Queryable,
  runId: string,
  page: { after?: Scope; limit: number },
): Promise<(Scope & { breaks: bigint })[]> {
  return db.query<Scope & { breaks: bigint }>(sql`
    select company_id as "companyId", environment, breaks
      from list_broken_books(${runId}, ${page.after?.companyId ?? null}, ${page.after?.environment ?? null}, ${page.limit})`);
}

export type BreakRow = { kind: string; subject: string; ours: string; theirs: string; since: Date };

/** The breaks that a reconciliation found in a book, oldest first. */
export async function listBreaks(tx: Tx, scope: Scope, runId: string, limit: number): Promise<BreakRow[]> {
  return tx.query<BreakRow>(sql`
    select kind, subject, ours, theirs, since
      from reconciliation_breaks
     where ${inScope(scope)} and run_id = ${runId} and not explained
     order by since, kind, subject
     limit ${limit}`);
}
