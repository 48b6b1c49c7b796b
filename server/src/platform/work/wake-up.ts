// Wake-ups: for one waiter in this process, and through the database for all processes.

/** The database notifies workers here in the commit that adds work. The payload is the kind of work. */
export const WORK_CHANNEL = 'cardwright_work';

export type WakeUp = {
  /** Ends the current wait, or the next one if nobody waits. */
  wake(): void;
  /** Resolves when woken, or immediately if that happened since the last wait, or after `longestMs`. */
  wait(longestMs: number): Promise<void>;
};

/** Creates a wake-up. */
export function openWakeUp(): WakeUp {
  let isAwake = false;
  let resolveWait: (() => void) | undefined;
  return {
    wake() {
      isAwake = true;
      resolveWait?.();
    },
    async wait(longestMs) {
      if (!isAwake) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, longestMs);
          resolveWait = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      resolveWait = undefined;
      isAwake = false;
    },
  };
}
