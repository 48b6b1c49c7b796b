// Places: how much is done at once. Whoever finds none waits for one, in the order of coming.

export type Places = { take(): Promise<() => void> };

/** Opens so many places. What `take` answers gives the place back, the first time that it is called. */
export function openPlaces(number: number): Places {
  let free = number;
  const waiting: (() => void)[] = [];
  const leave = () => {
    const next = waiting.shift();
    if (next === undefined) free++;
    else next();
  };
  return {
    async take() {
      if (free > 0) free--;
      else await new Promise<void>((resolve) => void waiting.push(resolve));
      let isGone = false;
      return () => {
        if (!isGone) leave();
        isGone = true;
      };
    },
  };
}
