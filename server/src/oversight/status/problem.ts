// A problem that needs attention.
export type Problem = {
  problem: string;
  why: string;
  /** The next step: a command to copy, or where it is documented. */
  next: string;
};
