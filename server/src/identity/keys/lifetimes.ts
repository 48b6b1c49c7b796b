// How long keys work.

/** Whoever needs a key for longer can leave its end open and rotate it. */
export const LONGEST_LIFE_DAYS = 3_650;

/** How long the old key of a rotation works beside the new one: a day is enough for a careful rollout. */
export const DEFAULT_OVERLAP_HOURS = 24;

/** Longer than a week, and two keys are simply in use. */
export const MAXIMUM_OVERLAP_HOURS = 7 * 24;
