// A running reconciliation.

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
  /** While it is on, no run is leased and no issuer is read. */
  stop: StopFile;
  /** Receives errors that are confined to a part of one book. */
  onError: (error: unknown) => void;
  /** Called for each finished run. */
  onEnded: (runId: string, counts: Counts) => void;
};

/** A running reconciliation. Findings since the last save are only in memory. */
export type Walk = Taken & {
  counts: Counts;
  seen: Suspect[];
  looked: LookedAtAgain[];
  notedAt: number;
};

/** The result of one step: `note` immediately, continue, wait for a number of seconds, or the end. */
export type Step = 'note' | 'on' | 'over' | { waitSeconds: number };
