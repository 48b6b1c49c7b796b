// Repeatable randomness: the same seed produces the same run.

export type Random = {
  /** A whole number from `low` to `high`, both included. */
  integer(low: number, high: number): number;
  /** One of these. */
  pick<Item>(items: readonly Item[]): Item;
  /** True once in `times`. */
  oneIn(times: number): boolean;
  /** An independent stream, so that one client's draws do not depend on the others'. */
  fork(name: string | number): Random;
};

/** A generator from a seed (mulberry32: 32 bits of state, good enough to choose test cases). */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const random: Random = {
    integer: (low, high) => low + Math.floor(next() * (high - low + 1)),
    pick: (items) => {
      const item = items[Math.floor(next() * items.length)];
      if (item === undefined) throw new Error('nothing to pick from');
      return item;
    },
    oneIn: (times) => next() * times < 1,
    fork: (name) => {
      let hash = seed >>> 0;
      for (const letter of String(name)) hash = (Math.imul(hash ^ letter.charCodeAt(0), 0x01000193) + 1) >>> 0;
      return randomFrom(hash);
    },
  };
  return random;
}
