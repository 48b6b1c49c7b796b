// Looking again and again for something to do, one look at a time.

/** Looks so often, unless the look before still lasts. What it answers stops it, behind a look that is under way. */
export function startLooking(options: {
  everyMs: number;
  look: () => Promise<unknown>;
  onError: (error: unknown) => void;
}): { stop(): Promise<void> } {
  let looking: Promise<unknown> | undefined;
  const timer = setInterval(() => {
    looking ??= options
      .look()
      .catch(options.onError)
      .finally(() => {
        looking = undefined;
      });
  }, options.everyMs);
  return {
    async stop() {
      clearInterval(timer);
      await looking;
    },
  };
}
