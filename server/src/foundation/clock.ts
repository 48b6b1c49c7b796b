// Time. Everything that asks for it gets a Clock, so that tests can drive it.

export type Clock = { now(): Date };

/** The machine's own time. */
export const systemClock: Clock = { now: () => new Date() };
