// Background work: claims due rows fairly, works on them concurrently, and backs off or parks failures.
import { randomUUID } from 'node:crypto';
import { NOBODY } from '../../foundation/ids.ts';
import type { Environment } from '../../foundation/scope.ts';
import type { Queryable } from '../db/db.ts';
import { isTransient } from '../db/errors.ts';
import { describeError } from './error-text.ts';
import { type Claim, type ClaimRequest, claimWork, parkWork, releaseWork, type Work } from './sql.ts';
import { type StopFile, WorkStopped } from './stop.ts';
import { openWakeUp } from './wake-up.ts';

/**
 * `done`: the work stored its own outcome, which moved or cleared `next_at`. Otherwise the row is due again later; a
 * reason makes that a failed attempt.
 */
export type Outcome = 'done' | { retryAfterSeconds: number; reason: string };

export type WorkOptions<Leased extends Work> = {
  db: Queryable;
  /** While the file exists, nothing is claimed. */
  stop: StopFile;
  kind: string;
  environment: Environment;
  /** Longer than one attempt can take: after it, others may claim the row. */
  leaseSeconds: number;
  /** Rows in progress in this process. */
  concurrency: number;
  /** Poll interval for rows that became due without a wake-up. */
  pollMs: number;
  /** Works on claimed rows; each settles on its own, so that a slow one delays no other. */
  run: (work: readonly Leased[]) => readonly Promise<Outcome>[];
  /** Claims in its own transaction, if claiming involves more than leasing. */
  claim?: (request: ClaimRequest) => Promise<Claim<Leased>>;
  onError: (error: unknown) => void;
};

export type Working = {
  kind: string;
  /** Signals that a row may be due. */
  wake(): void;
  /** Stops claiming and waits for the rows in progress. */
  stop(): Promise<void>;
};

/** One company holds at most this share of the concurrency: if the issuer hangs for it, others still have room. */
const COMPANY_SHARE = 1 / 8;

/** Rows leased by one claim: larger claims gain little and hold their locks longer. */
const MOST_CLAIMED = 64;

/** Retries wait 1 s, 2 s, 4 s and so on, up to five minutes, so that the end of an outage is noticed soon. */
const FIRST_BACKOFF_SECONDS = 1;
const LONGEST_BACKOFF_SECONDS = 300;

/** A claimed row that was not begun is due again this soon after the stop. */
export const STOPPED_AGAIN_SECONDS = 1;

/** The wait after failed attempts, with a quarter of jitter so that rows do not stay in step. */
export const backoffSeconds = (attempts: number, random = Math.random): number =>
  Math.min(FIRST_BACKOFF_SECONDS * 2 ** Math.max(0, attempts - 1), LONGEST_BACKOFF_SECONDS) * (0.75 + random() / 2);

/** Starts one loop for one kind of work in one environment. */
export function startWork<Leased extends Work = Work>(options: WorkOptions<Leased>): Working {
  const { kind, environment, leaseSeconds, concurrency, onError } = options;
  const claim = options.claim ?? ((request) => claimWork(options.db, request) as Promise<Claim<Leased>>);
  const perCompany = Math.max(1, Math.floor(concurrency * COMPANY_SHARE));
  const wakeUp = openWakeUp();
  const underWay = new Map<Leased, Promise<void>>();
  const stopping = new AbortController();
  let walkFrom = NOBODY;
  let isLimited = false; // by the concurrency of this process or the share of a company

  const start = (work: Leased, outcome: Promise<Outcome>) => {
    const ending = settle(options, work, outcome)
      .catch(onError) // the lease expires, and another claim takes the row
      .finally(() => {
        underWay.delete(work);
        if (isLimited) wakeUp.wake();
      });
    underWay.set(work, ending);
  };

  /** Claims once. True if there may be more to claim. */
  const claimOnce = async (): Promise<boolean> => {
    if (options.stop.isOn()) return false;
    const atMost = Math.min(concurrency - underWay.size, MOST_CLAIMED);
    const exceptCompanies = companiesAtTheirShare(underWay.keys(), perCompany);
    isLimited = atMost <= 0 || exceptCompanies.length > 0;
    if (atMost <= 0) return false;
    const token = randomUUID();
    const request = { kind, environment, token, leaseSeconds, atMost, perCompany, exceptCompanies, walkFrom };
    const { work, walkedTo, leased = work.length } = await claim(request);
    walkFrom = walkedTo ?? NOBODY;
    if (work.length === 0) return false;
    const outcomes = options.run(work);
    for (const [index, each] of work.entries()) {
      start(each, outcomes[index] ?? Promise.reject(new Error(`${kind}: a claimed row was not worked on`)));
    }
    // More rows of a company at its share may be due: they are claimed when one of its rows is done.
    isLimited ||= companiesAtTheirShare(underWay.keys(), perCompany).length > 0;
    // Fewer than requested means that no more were due: another claim would cost as much and find nothing.
    return leased >= atMost || walkedTo !== undefined;
  };

  const loop = (async () => {
    while (!stopping.signal.aborted) {
      const mayBeMore = await claimOnce().catch((error: unknown) => {
        onError(error);
        return false;
      });
      if (!mayBeMore) await wakeUp.wait(options.pollMs);
    }
  })();

  return {
    kind,
    wake: () => wakeUp.wake(),
    async stop() {
      stopping.abort();
      wakeUp.wake();
      await loop;
      await Promise.all(underWay.values());
    },
  };
}

function companiesAtTheirShare(underWay: Iterable<Work>, perCompany: number): string[] {
  const counts = new Map<string, number>();
  for (const { companyId } of underWay) counts.set(companyId, (counts.get(companyId) ?? 0) + 1);
  return [...counts].filter(([, count]) => count >= perCompany).map(([companyId]) => companyId);
}

/** Stores the outcome of an attempt: a stop releases the row, transient errors back off, all others park it. */
async function settle(
  { db, kind, onError }: Pick<WorkOptions<Work>, 'db' | 'kind' | 'onError'>,
  work: Work,
  attempt: Promise<Outcome>,
): Promise<void> {
  let outcome: Outcome;
  try {
    outcome = await attempt;
  } catch (error) {
    // No attempt was made, so none has failed.
    if (error instanceof WorkStopped)
      return releaseWork(db, kind, work, { afterSeconds: STOPPED_AGAIN_SECONDS, error: '' });
    onError(error);
    if (!isTransient(error)) return parkWork(db, kind, work, describeError(error));
    outcome = { retryAfterSeconds: backoffSeconds(work.attempts), reason: describeError(error) };
  }
  if (outcome === 'done') return;
  await releaseWork(db, kind, work, { afterSeconds: outcome.retryAfterSeconds, error: outcome.reason });
}
