// Every queue of the cell with its policy. Adding one here creates it at the next migration.
import type { Queue } from 'pg-boss';
import type { Environment } from '../scope.ts';

/** A verification replays all history; one that dies is tried again, one that finds something wrong is not. */
export const VERIFY_LEDGER = 'verify-ledger';

/** Asks for the daily reconciliation; the one that is under way goes on by itself, whatever becomes of the job. */
export const RECONCILE = 'reconcile';

/** Forgetting what is kept no longer goes on from the beginning after a death, and finds less to do. */
export const FORGET_EVENTS = 'forget-events';

/** Where jobs wait that gave up after all their tries: nobody works on them before an operator says so. */
export const DEAD_LETTERS = 'dead-letters';

/** Long enough for somebody to come back from a holiday; the longest that a dead job is of any use. */
const DEAD_LETTER_SECONDS = 30 * 24 * 3_600;

/** A queue for each environment: whatever is tried out in a sandbox, live orders do not stand behind it. */
export const runQueueOf = (environment: Environment) => `run-${environment}-operations`;

/**
 * A poke for each operation that is to be sent. A worker that died lets go after its heartbeat is missed, and whoever
 * gets the poke next decides what became of the operation: it is never sent again.
 */
const pokes: Omit<Queue, 'name'> = {
  policy: 'standard',
  retryLimit: 1_000, // the operation says when it is over, not the number of pokes
  retryDelay: 1,
  expireInSeconds: 300,
  heartbeatSeconds: 10,
  deleteAfterSeconds: 600,
  deadLetter: DEAD_LETTERS,
};

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
  [runQueueOf('sandbox')]: pokes,
  [runQueueOf('live')]: pokes,
};
