// Places: how much is done side by side. A request that finds none waits for one. Owners take turns, so that one with
// very many waiting requests does not stand in front of another with a single one.

export type Places = { take(owner: string): Promise<() => void> };

/** Opens a number of places. What `take` answers gives the place back, the first time that it is called. */
export function openPlaces(number: number): Places {
  let free = number;
  const waiting = new Map<string, (() => void)[]>(); // in the order of turns
  const leave = () => {
    const [turn] = waiting;
    if (turn === undefined) {
      free++;
      return;
    }
    const [owner, own] = turn;
    const next = own.shift();
    waiting.delete(owner);
    if (own.length > 0) waiting.set(owner, own); // behind the others
    next?.();
  };
  return {
    async take(owner) {
      if (free > 0) free--;
      else {
        await new Promise<void>((resolve) => {
          const own = waiting.get(owner);
          if (own === undefined) waiting.set(owner, [resolve]);
          else own.push(resolve);
        });
      }
      let isGone = false;
      return () => {
        if (!isGone) leave();
        isGone = true;
      };
    },
  };
}
