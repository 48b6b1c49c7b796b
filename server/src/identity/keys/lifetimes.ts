// Lifetimes of keys.

/** For a longer life, create a key without an end and rotate it. */
export const LONGEST_LIFE_DAYS = 3_650;

/** How long the old key of a rotation keeps working: a day is enough for a careful rollout. */
export const DEFAULT_OVERLAP_HOURS = 24;

/** Beyond a week, both keys are simply in use. */
export const MAXIMUM_OVERLAP_HOURS = 7 * 24;
