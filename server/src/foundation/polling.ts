// Polling: one check at a time.

/** Polls without overlap. Returns a function that stops it and waits for a check in progress. */
export function startPolling(options: {
  everyMs: number;
  check: () => Promise<unknown>;
  onError: (error: unknown) => void;
}): { stop(): Promise<void> } {
  let polling: Promise<unknown> | undefined;
  const timer = setInterval(() => {
    polling ??= options
      .check()
      .catch(options.onError)
      .finally(() => {
        polling = undefined;
      });
  }, options.everyMs);
  return {
    async stop() {
      clearInterval(timer);
      await polling;
    },
  };
}
