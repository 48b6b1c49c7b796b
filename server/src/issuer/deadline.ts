// How late an order may be. Others take an operation for lost when its claim ends: nothing may happen to it after that.
import type { Clock } from '../foundation/clock.ts';

/** A request leaves within this time of its claim. It usually takes milliseconds; a stalled process takes longer. */
export const LEAVE_WITHIN_MS = 5_000;

/**
 * An issuer takes a request within this time of its claim. A process may stall between its own check and the first
 * byte, and only the issuer notices that. Half of a claim (20 s): the rest allows for clocks that differ.
 */
export const ARRIVE_WITHIN_MS = 10_000;

export type Deadline = {
  /** When the claim was asked for, by the monotonic clock of this process. */
  startedMs: number;
  /** The issuer refuses a request that arrives later. */
  arriveBy: Date;
};

/** Starts a deadline. Call it before the claim is asked for: the claim then lasts at least as long. */
export function startDeadline(clock: Clock): Deadline {
  const arriveBy = new Date(clock.now().getTime() + ARRIVE_WITHIN_MS);
  return { startedMs: performance.now(), arriveBy };
}

/** Whether a request may still leave this process. */
export const mayLeave = ({ startedMs }: Deadline): boolean => performance.now() - startedMs < LEAVE_WITHIN_MS;
