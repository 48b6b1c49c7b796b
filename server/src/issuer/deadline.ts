// The deadline of an order. When a claim ends, others treat the operation as lost: nothing may happen to it after that.
import type { Clock } from '../foundation/clock.ts';

/** A request leaves within this time of its claim. It usually takes milliseconds; a stalled process takes longer. */
export const LEAVE_WITHIN_MS = 5_000;

/**
 * An issuer accepts a request within this time of its claim. A process may stall between its own check and the first
 * byte, and only the issuer notices that. Half of a claim (20 s): the rest allows for clock skew.
 */
const ARRIVE_WITHIN_MS = 10_000;

export type Deadline = {
  /** When the claim was requested, by this process's monotonic clock. */
  startedMs: number;
  /** The issuer refuses a request that arrives later. */
  arriveBy: Date;
};

/** Starts a deadline. Call it before requesting the claim: the claim then lasts at least as long. */
export function startDeadline(clock: Clock): Deadline {
  const arriveBy = new Date(clock.now().getTime() + ARRIVE_WITHIN_MS);
  return { startedMs: performance.now(), arriveBy };
}

/** Whether a request may still leave this process. */
export const mayLeave = ({ startedMs }: Deadline): boolean => performance.now() - startedMs < LEAVE_WITHIN_MS;
