// Shared by every process of the service: how it ends, and how it reports that it cannot start.
import { ConfigError } from './configuration/declare.ts';

/**
 * Ends the process when its parent is gone, so that no orphan remains. Call it first: until there is something to stop,
 * the process just exits. Does nothing without a parent.
 */
export function endWithParent(): { by(stop: () => void): void } {
  let end: () => void = () => process.exit(1);
  if (process.send !== undefined) {
    process.once('disconnect', () => end());
    // If the parent was gone before this line, the event was missed; only the closed channel shows it.
    if (!process.connected) end();
  }
  return {
    by(stop) {
      end = stop;
    },
  };
}

/** Waits for a start-up step. A setting that cannot be used ends the process with a message. */
export async function orExplainLater<Result>(step: Promise<Result>): Promise<Result> {
  const ended = await step.then(
    (result) => () => result,
    (error: unknown) => (): Result => {
      throw error;
    },
  );
  return orExplain(ended);
}

/** Runs a start-up step. A missing or invalid setting ends the process with a message, not with a stack trace. */
export function orExplain<Result>(step: () => Result): Result {
  try {
    return step();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}
