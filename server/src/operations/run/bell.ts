// A bell: wakes whoever waits, and whoever comes next if nobody does.

export type Bell = {
  ring(): void;
  /** Resolves when the bell is rung, or was since the last wait, or after so many milliseconds. */
  wait(most: number): Promise<void>;
};

/** Opens a bell for one waiter. */
export function openBell(): Bell {
  let isRung = false;
  let wake: (() => void) | undefined;
  return {
    ring() {
      isRung = true;
      wake?.();
    },
    async wait(most) {
      if (!isRung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, most);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      wake = undefined;
      isRung = false;
    },
  };
}
