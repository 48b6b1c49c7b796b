// The current facts: what waits, what is stuck, why, since when, and how much money it holds.

import { listPauses, type PauseRow } from '../../operations/pauses/sql.ts';
import { SILENT_SECONDS } from '../../operations/run/claim.ts';
import type { Db } from '../../platform/db/db.ts';
import { readServer, type ServerRow } from '../../platform/fence/sql.ts';
import { GONE_AFTER_SECONDS } from '../../platform/work/heartbeat.ts';
import { countWork, listWorkers, type WorkCount, type WorkerRow } from '../../platform/work/sql.ts';
import {
  type Backlog,
  countBacklogs,
  countBreaks,
  countBrokenGlass,
  countHeld,
  countInvoices,
  countReviews,
  countSending,
  countWaiting,
  countWebhooks,
  type Held,
  type Invoices,
  listQueues,
  listVerified,
  type QueueRow,
  type Reconciled,
  type Reviews,
  readMarkLag,
  readMonthsAhead,
  readTime,
  type Sending,
  type Verified,
  type Waiting,
  type Webhooks,
} from './sql.ts';

/** Counting stops here: a higher count changes no decision, and would cost more the worse things are. */
export const MOST_COUNTED = 10_000;

export type Facts = {
  /** The database's time. */
  at: Date;
  waiting: Waiting[];
  sending: Sending[];
  reviews: Reviews[];
  invoices: Invoices[];
  held: Held[];
  backlogs: Backlog[];
  reconciled: Reconciled[];
  verified: Verified[];
  /** Operators who gained access by breaking glass within the last seven days. */
  brokenGlass: bigint;
  webhooks: Webhooks[];
  work: WorkCount[];
  workers: WorkerRow[];
  queues: QueueRow[];
  pauses: PauseRow[];
  /** Seconds of commits that no exported mark covers; null if marks are not exported at all. */
  markLag: number | null;
  /** Months after this one for which tables that are split by month are ready; negative without this month. */
  monthsAhead: number;
  /** The server, and whether its database is fenced. */
  server: ServerRow;
};

/** Reads all facts in one snapshot, over one connection. A count above `MOST_COUNTED` means "more than that". */
export async function readFacts(db: Db): Promise<Facts> {
  const atMost = MOST_COUNTED + 1;
  return db.readUnscoped(async (tx) => {
    const [
      at,
      waiting,
      sending,
      reviews,
      invoices,
      held,
      backlogs,
      reconciled,
      verified,
      brokenGlass,
      webhooks,
      work,
      workers,
      queues,
      pauses,
      markLag,
      monthsAhead,
      server,
    ] = await Promise.all([
      readTime(tx),
      countWaiting(tx, atMost),
      countSending(tx, atMost, SILENT_SECONDS),
      countReviews(tx, atMost),
      countInvoices(tx, atMost),
      countHeld(tx, atMost),
      countBacklogs(tx, atMost),
      countBreaks(tx, atMost),
      listVerified(tx),
      countBrokenGlass(tx),
      countWebhooks(tx, atMost),
      countWork(tx, atMost),
      listWorkers(tx, GONE_AFTER_SECONDS),
      listQueues(tx),
      listPauses(tx),
      readMarkLag(tx),
      readMonthsAhead(tx),
      readServer(tx),
    ]);
    return {
      at,
      waiting,
      sending,
      reviews,
      invoices,
      held,
      backlogs,
      reconciled,
      verified,
      brokenGlass,
      webhooks,
      work,
      workers,
      queues,
      pauses,
      markLag,
      monthsAhead,
      server,
    };
  });
}

/** Everything in review, of any kind. */
export const allReviews = ({ reviews, invoices }: Facts) => [
  ...reviews.map((row) => ({ ...row, subject: 'operation' as const, open: row.operations })),
  ...invoices
    .filter(({ state }) => state === 'review')
    .map((row) => ({ ...row, subject: 'invoice' as const, open: row.invoices })),
];

/** The kinds of work with a count above zero. */
export const someWork = (work: readonly WorkCount[]): WorkCount[] =>
  work.filter(({ open, parked }) => open > 0n || parked > 0n);

/** The seconds since a moment; never negative. */
export const secondsSince = (moment: Date | null, at: Date): number =>
  moment === null ? 0 : Math.max(0, (at.getTime() - moment.getTime()) / 1_000);
