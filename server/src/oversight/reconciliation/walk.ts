// A reconciliation as it is carried on.

import type { Environment } from '../../foundation/scope.ts';
import type { Issuer } from '../../issuer/client.ts';
import type { Db } from '../../platform/db/db.ts';
import type { StopFile } from '../../platform/work/stop.ts';
import type { Pace } from './reads.ts';
import type { Counts, LookedAtAgain, Suspect, Taken } from './sql.ts';

export type Reconciler = {
  db: Db;
  issuers: Readonly<Record<Environment, Issuer | undefined>>;
  pace: Pace;
  /** While it is on, nothing is taken and nothing is read at an issuer. */
  stop: StopFile;
  /** Gets errors that are confined to a part of one book. */
  onError: (error: unknown) => void;
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
