// A reconciliation as it is carried on.
import type { Db } from '../db/db.ts';
import type { Issuer } from '../issuer/client.ts';
import type { Environment } from '../scope.ts';
import type { Pace } from './reads.ts';
import type { Counts, LookedAtAgain, Suspect, Taken } from './sql.ts';

export type Reconciler = {
  db: Db;
  issuers: Readonly<Record<Environment, Issuer | undefined>>;
  pace: Pace;
  /** Told of each that is over. */
  onEnded: (runId: string, counts: Counts) => void;
};

/** A reconciliation as it is carried on: what it has seen since it was last noted is in here only. */
export type Walk = Taken & {
  counts: Counts;
  seen: Suspect[];
  looked: LookedAtAgain[];
  notedAt: number;
};

/** What one step leads to: `note` at once, go on, wait for so many seconds, or the end. */
export type Step = 'note' | 'on' | 'over' | { waitSeconds: number };
