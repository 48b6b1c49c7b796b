// What every process of the service shares: how it ends, and how it says that it cannot start.
import { ConfigError } from './config.ts';

/** Ends the process when the one that started it is gone, so that nothing is left behind. Alone, it does nothing. */
export function endWithParent(stop: () => void): void {
  if (process.channel === undefined) return;
  process.once('disconnect', stop);
}

/** Runs a start-up step; a setting that is missing or wrong ends the process with words, not with a stack. */
export function orExplain<Result>(step: () => Result): Result {
  try {
    return step();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}
