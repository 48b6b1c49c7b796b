// Wakes a loop before its wait is over. A signal that nobody waits for wakes the next wait.

export type WakeSignal = {
  raise(): void;
  /** Resolves when the signal is raised, was raised since the last wait, or after this many milliseconds. */
  wait(most: number): Promise<void>;
};

/** Opens a signal for one waiter. */
export function openWakeSignal(): WakeSignal {
  let isRaised = false;
  let wake: (() => void) | undefined;
  return {
    raise() {
      isRaised = true;
      wake?.();
    },
    async wait(most) {
      if (!isRaised) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, most);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      wake = undefined;
      isRaised = false;
    },
  };
}
