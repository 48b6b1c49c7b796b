// Every queue of the cell with its policy. Adding one here creates it at the next migration.
import type { Queue } from 'pg-boss';

/** A verification replays all history. One that dies is retried; one that finds something wrong fails with it. */
export const VERIFY_LEDGER = 'verify-ledger';

/** Asks for the daily reconciliation; the one that is under way goes on by itself, whatever becomes of the job. */
export const RECONCILE = 'reconcile';

/** Forgetting what is kept no longer goes on from the beginning after a death, and finds less to do. */
export const FORGET_EVENTS = 'forget-events';

/** Where jobs wait that gave up after all their tries: nobody works on them before an operator says so. */
export const DEAD_LETTERS = 'dead-letters';

/** Long enough for somebody to come back from a holiday; the longest that a dead job is of any use. */
const DEAD_LETTER_SECONDS = 30 * 24 * 3_600;

/** Queues of earlier versions: operations are jobs of their own now. They go at the next migration. */
export const retiredQueues = ['run-sandbox-operations', 'run-live-operations'];

export const queues: Record<string, Omit<Queue, 'name'>> = {
  // The first of them: others name it, and it must be there by then.
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
    deleteAfterSeconds: 600, // finished jobs are kept for minutes: the queue stays small, the log keeps the outcome
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
