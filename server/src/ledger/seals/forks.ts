// Forks: after a recovery from a loss, a chain goes on from an earlier entry. The heads of lost entries stay exported;
// a fork says that they no longer count, and who accepted it.

/** Where one chain goes on: after this entry, whose hash this is. `lost`: how many sealed entries it left behind. */
export type ForkedChain = { chain: string; after: number; hash: string; lost: number };

/** An exported line: the epoch that began, and every chain that lost sealed entries. */
export type Fork = {
  fork: number;
  /** To the millisecond, UTC. */
  at: string;
  proposal: string;
  proposedBy: string;
  approvedBy: string;
  chains: readonly ForkedChain[];
};

/** The line of a fork. */
export const toForkLine = ({ fork, at, proposal, proposedBy, approvedBy, chains }: Fork): string =>
  JSON.stringify({
    fork,
    at,
    proposal,
    proposedBy,
    approvedBy,
    chains: chains.map(({ chain, after, hash, lost }) => ({ chain, after, hash, lost })),
  });

/** Whether a line is a fork. */
export const isFork = (line: string): boolean => line.startsWith('{"fork":');

/** Parses the fork of a line; undefined if the line is not one. */
export function forkFromLine(line: string): Fork | undefined {
  try {
    const fork = JSON.parse(line) as Fork;
    return Number.isSafeInteger(fork.fork) && toForkLine(fork) === line ? fork : undefined;
  } catch {
    return undefined;
  }
}

/** The heads of a chain that still count. If an epoch was tried twice, the line that was exported last counts. */
export function heldAfter<Head extends { epoch: number; last: number }>(
  forks: readonly Fork[],
  chain: string,
  heads: readonly Head[],
): Head[] {
  const byEpoch = new Map(forks.toSorted((a, b) => a.at.localeCompare(b.at)).map((fork) => [fork.fork, fork]));
  let held = [...heads];
  for (const { fork, chains } of byEpoch.values()) {
    const forked = chains.find((each) => each.chain === chain);
    if (forked !== undefined) held = held.filter(({ epoch, last }) => epoch >= fork || last <= forked.after);
  }
  return held;
}
