// The statements of background work. The row is the job: 0002_platform.sql documents its columns.

import type { Environment, Scope } from '../../foundation/scope.ts';
import type { Queryable } from '../db/db.ts';
import { sql } from '../db/sql.ts';
import type { Stop } from './stop.ts';

/**
 * A leased row. `attempts` counts this claim. The token is a fencing token: only its holder releases or parks the row.
 */
export type Work = Scope & { id: string; attempts: number; token: string };

export type ClaimRequest = {
  kind: string;
  environment: Environment;
  token: string;
  leaseSeconds: number;
  atMost: number;
  perCompany: number;
  /** Companies at their concurrency limit. */
  exceptCompanies: readonly string[];
  /** Where the walk through the companies of a backlog continues. */
  walkFrom: string;
};

export type Claim<Leased extends Work = Work> = {
  work: Leased[];
  /** Where the next walk begins; undefined when this one is complete. */
  walkedTo: string | undefined;
  /** Rows that were leased, if some of them turned out to be no work. */
  leased?: number;
};

/** Leases due rows, fairly over companies. */
export async function claimWork(db: Queryable, request: ClaimRequest): Promise<Claim> {
  const { kind, environment, token } = request;
  const rows = await db.query<{ company_id: string; id: string; attempts: number; walked_to: string | null }>(sql`
    select company_id, id, attempts, walked_to
      from claim_work(${kind}, ${environment}, ${token}, ${request.leaseSeconds}, ${request.atMost}, ${request.perCompany},
                      ${request.exceptCompanies}::uuid[], ${request.walkFrom})`);
  const work = rows.map(({ company_id, id, attempts }) => ({
    companyId: company_id,
    environment,
    id,
    attempts,
    token,
  }));
  return { work, walkedTo: rows[0]?.walked_to ?? undefined };
}

/** Releases a leased row that is due again later. Without an error its attempts restart at zero. */
export async function releaseWork(
  db: Queryable,
  kind: string,
  { environment, token, companyId, id }: Work,
  { afterSeconds, error }: { afterSeconds: number; error: string },
): Promise<void> {
  await db.query(sql`
    select release_work(${kind}, ${environment}, ${token}, ${[companyId]}::uuid[], ${[id]}::uuid[], ${[afterSeconds]}::float8[],
                        ${[error]}::text[])`);
}

/** Parks a leased row with a permanent error. */
export async function parkWork(
  db: Queryable,
  kind: string,
  { environment, token, companyId, id }: Work,
  error: string,
): Promise<void> {
  await db.query(sql`
    select park_work(${kind}, ${environment}, ${token}, ${[companyId]}::uuid[], ${[id]}::uuid[], ${[error]}::text[])`);
}

export type WorkCount = {
  kind: string;
  environment: Environment;
  /** Not parked: due, leased, or due later. */
  open: bigint;
  due: bigint;
  due_since: Date | null;
  /** Failed several times in a row, and being retried. */
  failing: bigint;
  failing_reason: string | null;
  parked: bigint;
  parked_since: Date | null;
  /** Why the oldest parked row is parked. */
  parked_reason: string | null;
};

/** Counts background work, every kind in each environment. */
export async function countWork(db: Queryable, atMost: number): Promise<WorkCount[]> {
  return db.query<WorkCount>(sql`
    select kind, environment, open, due, due_since, failing, failing_reason, parked, parked_since, parked_reason
      from count_work(${atMost})`);
}

/** Records that a worker runs, and if it is stopped, since when and why. */
export async function noteWorker(
  db: Queryable,
  { id, host }: { id: string; host: string },
  stop: Stop | undefined,
): Promise<void> {
  await db.query(sql`select note_worker(${id}, ${host}, ${stop?.since ?? null}, ${stop?.why ?? ''})`);
}

export type WorkerRow = {
  host: string;
  started_at: Date;
  seen_at: Date;
  stopped_since: Date | null;
  stop_reason: string;
};

/** Running workers: those with a heartbeat within this many seconds. */
export async function listWorkers(db: Queryable, withinSeconds: number): Promise<WorkerRow[]> {
  return db.query<WorkerRow>(sql`
    select host, started_at, seen_at, stopped_since, stop_reason
      from workers
     where seen_at > clock_timestamp() - make_interval(secs => ${withinSeconds})
     order by host, started_at, id`);
}

export type ParkedWork = Scope & { kind: string; id: string; attempts: number; reason: string; parkedAt: Date };

/** Parked rows, oldest first, at most `atMost` of each kind. */
export async function listParkedWork(db: Queryable, atMost: number): Promise<ParkedWork[]> {
  return db.query<ParkedWork>(sql`
    select kind, company_id as "companyId", environment, id, attempts, last_error as reason, parked_at as "parkedAt"
      from list_parked_work(${atMost})
     order by parked_at, kind, id`);
}
