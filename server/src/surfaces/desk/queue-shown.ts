// A queue as the desk shows it.
import { type Static, Type } from 'typebox';
import type { QueueRow } from '../../oversight/status/sql.ts';
import { Count, InstantOrNull, shownAtOrNull } from './contract.ts';

export const Queue = Type.Object({
  name: Type.String(),
  ready: Count,
  deferred: Count,
  active: Count,
  failed: Count,
  countedAt: InstantOrNull,
});

/** The jobs of a queue, as a worker counted them. */
export const toQueue = ({ counted_at, ...counts }: QueueRow): Static<typeof Queue> => ({
  ...counts,
  countedAt: shownAtOrNull(counted_at),
});
