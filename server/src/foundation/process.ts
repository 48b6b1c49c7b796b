// What every process of the service shares: how it ends, and how it says that it cannot start.
import { ConfigError } from './config.ts';

/**
 * Ends the process when the one that started it is gone, so that nothing is left behind. Called first of all: until
 * there is something to stop, the process just ends. Started by nobody, it does nothing.
 */
export function endWithParent(): { by(stop: () => void): void } {
  let end: () => void = () => process.exit(1);
  if (process.send !== undefined) {
    process.once('disconnect', () => end());
    // A parent that was gone before this line has been missed; only the closed channel tells of it.
    if (!process.connected) end();
  }
  return {
    by(stop) {
      end = stop;
    },
  };
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
