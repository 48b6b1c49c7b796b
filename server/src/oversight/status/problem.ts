// Something that needs somebody.
export type Problem = {
  problem: string;
  why: string;
  /** What to do next: a command to copy, or where the steps stand. */
  next: string;
};
