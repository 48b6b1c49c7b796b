// Work with background activity.

/** Runs the work next to background activity. The first failure ends all of it. */
export async function besides<Result>(
  background: readonly ((signal: AbortSignal) => Promise<void>)[],
  work: () => Promise<Result>,
): Promise<Result> {
  const stopping = new AbortController();
  const running = background.map((each) => each(stopping.signal));
  const failed = new Promise<never>((_, reject) => {
    for (const each of running) each.catch(reject);
  });
  try {
    return await Promise.race([work(), failed]);
  } finally {
    stopping.abort();
    await Promise.allSettled(running);
  }
}
