// Counts commits whose outcome is unknown, for the metrics of this process.

/** The standby did not confirm, or the connection was lost before the answer. */
const counts = { unconfirmed: 0, lost: 0 };

/** Counts one. */
export const countUnknownCommit = (how: keyof typeof counts): void => {
  counts[how] += 1;
};

/** The counts so far. `lost` includes single statements that only read: the driver cannot tell. */
export const unknownCommits = (): Readonly<typeof counts> => counts;
