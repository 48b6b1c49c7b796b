// Every queue of the cell with its policy. Adding one here creates it at the next migration.
import type { Queue } from 'pg-boss';

/** Verifies all history. A run that dies is retried; a finding fails the job. */
export const VERIFY_LEDGER = 'verify-ledger';

/** Requests the daily reconciliation. One in progress continues regardless of the job. */
export const RECONCILE = 'reconcile';

/** Deletes expired data. After a crash it restarts from the beginning and finds less to delete. */
export const FORGET_EVENTS = 'forget-events';

/** Daily, when little else happens. */
export const FORGET_EVENTS_AT = '27 2 * * *';

/** Holds jobs that failed after all their attempts, until an operator has them retried. */
export const DEAD_LETTERS = 'dead-letters';

/** Long enough for somebody to return from a holiday; a dead job is of no use for longer. */
const DEAD_LETTER_SECONDS = 30 * 24 * 3_600;

/** Queues of earlier versions, replaced by rows of operations. The next migration drops them. */
export const retiredQueues = ['run-sandbox-operations', 'run-live-operations'];

export const queues: Record<string, Omit<Queue, 'name'>> = {
  // Must come first: other queues name it.
  [DEAD_LETTERS]: {
    policy: 'standard',
    retentionSeconds: DEAD_LETTER_SECONDS,
    deleteAfterSeconds: DEAD_LETTER_SECONDS,
  },
  [VERIFY_LEDGER]: {
    policy: 'singleton',
    retryLimit: 3,
    expireInSeconds: 6 * 3_600,
    heartbeatSeconds: 10,
    deleteAfterSeconds: 600, // keeps the queue small; the log keeps the outcome
    deadLetter: DEAD_LETTERS,
  },
  [RECONCILE]: {
    policy: 'singleton',
    retryLimit: 3,
    expireInSeconds: 60,
    heartbeatSeconds: 10,
    deleteAfterSeconds: 600,
    deadLetter: DEAD_LETTERS,
  },
  [FORGET_EVENTS]: {
    policy: 'singleton',
    retryLimit: 3,
    expireInSeconds: 6 * 3_600,
    heartbeatSeconds: 10,
    deleteAfterSeconds: 600,
    deadLetter: DEAD_LETTERS,
  },
};
