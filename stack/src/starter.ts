// Shutdown on a signal, and when the parent process is gone.

/** Poll interval for the parent process. */
const POLL_EVERY_MS = 500;

/** Stops cleanly, once, on SIGTERM, SIGINT or SIGHUP, or when the parent process has died. */
export function endWithStarter(stop: () => Promise<void>): void {
  let ending = false;
  const end = (code: number) => {
    if (ending) return;
    ending = true;
    stop().then(
      () => process.exit(code),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => end(0));
  const starter = process.ppid;
  setInterval(() => process.ppid !== starter && end(0), POLL_EVERY_MS);
}
