// A concurrency limit that is fair between owners: they take turns, so an owner with many waiting requests does not
// delay another one with a single request.

export type Semaphore = { take(owner: string): Promise<() => void> };

/** Creates a semaphore. `take` returns a function that releases the permit; further calls do nothing. */
export function openSemaphore(permits: number): Semaphore {
  let free = permits;
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
