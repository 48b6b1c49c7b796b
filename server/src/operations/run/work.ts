// Background work on operations: sends, and reviews that are due.
import type { Working } from '../../platform/work/run.ts';
import type { Runner } from './claim.ts';
import { startReviews } from './review.ts';
import { startRunning } from './run.ts';
import type { Settle } from './settle.ts';

/** Starts the work on operations of both environments. */
export const startOperations = (
  runner: Runner,
  how: { settle: Settle; onError: (error: unknown) => void },
): Working[] =>
  (['sandbox', 'live'] as const).flatMap((environment) => [
    startRunning(runner, { environment, ...how }),
    startReviews(runner, { environment, ...how }),
  ]);
