// The statements of reconciliations: what is under way, what was found, and what is over.

import type { Environment, Scope } from '../../foundation/scope.ts';
import { inScope, type Queryable, type Tx } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Part } from './look.ts';

/** Where a reconciliation is. */
export type Place = {
  /** The book that is looked at; null before the first. */
  book: Scope | null;
  /** The part of it; `over` when the next book is to be found. */
  part: Part | 'over';
  /** The key behind which the next page begins. */
  after: string;
  /** True once every book was looked at: what was found is looked at again. */
  again: boolean;
  /** How often in a row the issuer gave no answer at all. */
  stalls: number;
  /** Environments whose issuer is not asked any more. */
  away: Environment[];
};

/** What a reconciliation has seen so far. */
export type Counts = {
  books: number;
  compared: number;
  onTheirWay: number;
  unread: number;
  /** Those of them that are not play money. */
  unreadLive: number;
  explained: number;
  breaks: number;
  /** Differences that were seen once. */
  seen: number;
};

/** A reconciliation that is ours for a while. */
export type Taken = {
  id: string;
  onlyCompany: string | null;
  onlyEnvironment: Environment | null;
  settledSeconds: number;
  step: bigint;
  place: Place;
  counts: Partial<Counts>;
};

/** Asks for the daily reconciliation and answers its id, or that of the one that is under way. */
export async function beginReconciliation(
  db: Queryable,
  { id, settledSeconds, place }: { id: string; settledSeconds: number; place: Place },
): Promise<string | undefined> {
  const [row] = await db.query<{ id: string | null }>(sql`
    select begin_reconciliation(${id}, ${settledSeconds}, ${JSON.stringify(place)}::jsonb) as id`);
  return row?.id ?? undefined;
}

/** Takes a reconciliation that nobody carries on, for so many seconds. */
export async function takeReconciliation(db: Queryable, leaseSeconds: number): Promise<Taken | undefined> {
  const [row] = await db.query<Taken>(sql`
    select id, only_company as "onlyCompany", only_environment as "onlyEnvironment", settled_seconds as "settledSeconds", step, place, counts
      from take_reconciliation(${leaseSeconds})`);
  return row;
}

/** A difference that was seen for the first time, and where to look again. */
export type Suspect = Scope & { kind: string; subject: string; part: Part; key: string; gap: string };

/** A difference that was looked at again; `since` where a reconciliation before has found the very same. */
export type LookedAtAgain = Scope & {
  kind: string;
  subject: string;
  ours: string;
  theirs: string;
  became: 'break' | 'explained' | 'gone';
  since: Date | null;
};

/** Notes how far a reconciliation has come, with what was found on the way; false when it is not ours any more. */
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

/** Ends a reconciliation; false when it is not ours any more. */
export async function endReconciliation(db: Queryable, { id, step }: Pick<Taken, 'id' | 'step'>): Promise<boolean> {
  const [row] = await db.query<{ ended: boolean }>(sql`select end_reconciliation(${id}, ${step}) as ended`);
  return row?.ended === true;
}

/** The next book with differences to look at again. */
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

/** The breaks of a book as the last reconciliations have left them, those that were explained as well. */
export async function listStandingBreaks(db: Queryable, { companyId, environment }: Scope): Promise<StandingRow[]> {
  return db.query<StandingRow>(sql`
    select kind, subject, ours, theirs, gap, since from list_standing_breaks(${companyId}, ${environment})`);
}

/** Whether two operators have closed a case about something since a difference was told to people. */
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

/** Leaves a contradiction to people; said again while it is open, it stays one case. */
export async function openCase(
  db: Queryable,
  { companyId, environment }: Scope,
  about: { kind: 'operation' | 'invoice'; id: string },
  detail: string,
): Promise<void> {
  await db.query(sql`
    select open_case(${companyId}, ${environment}, ${about.kind}, ${about.id}, 'contradiction', ${detail})`);
}

export type RunRow = {
  id: string;
  only_company: string | null;
  only_environment: Environment | null;
  asked_by: string | null;
  settled_seconds: number;
  started_at: Date;
  /** Null while it is under way. */
  finished_at: Date | null;
  /** When it goes on, if whoever carries it is gone or waits. */
  next_at: Date | null;
  /** Above zero once a worker has taken it. */
  step: bigint | null;
  books: bigint;
  compared: bigint;
  on_their_way: bigint;
  unread: bigint;
  explained: bigint;
  breaks: bigint;
  /** Differences that are still to be looked at again. */
  suspects: bigint;
};

/** Reconciliations, over or not, newest first. */
export async function listRuns(db: Queryable, page: { before?: string; limit: number }): Promise<RunRow[]> {
  return db.query<RunRow>(sql`select * from list_reconciliations(null, ${page.before ?? null}, ${page.limit})`);
}

/** One reconciliation, over or not. */
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

/** The breaks that a reconciliation found in a book, the oldest first. */
export async function listBreaks(tx: Tx, scope: Scope, runId: string, limit: number): Promise<BreakRow[]> {
  return tx.query<BreakRow>(sql`
    select kind, subject, ours, theirs, since
      from reconciliation_breaks
     where ${inScope(scope)} and run_id = ${runId} and not explained
     order by since, kind, subject
     limit ${limit}`);
}
