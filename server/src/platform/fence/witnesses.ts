// Witnesses: what this process acknowledged in the last seconds. A server that took over must have it.
import type { Scope } from '../../foundation/scope.ts';

/** An acknowledged operation: accepted, or settled. */
export type Witness = Scope & { id: string; wasSettled: boolean };

/** Longer than a failover loses without a synchronous standby, as far as we saw. */
const KEPT_MS = 10_000;

export type Witnesses = {
  /** Remembers an operation, after its commit and before its acknowledgement. */
  add(witness: Witness): void;
  /** Those of the last seconds before the last `add`: a failover takes longer than they are kept. */
  list(): readonly Witness[];
  /** Forgets all: two operators gave up what was acknowledged and is lost. */
  forget(): void;
};

/** Remembers what this process acknowledges. */
export function openWitnesses(): Witnesses {
  let kept: { at: number; witness: Witness }[] = [];
  let first = 0; // of those that are young enough
  return {
    add(witness) {
      const at = performance.now();
      kept.push({ at, witness });
      while (at - (kept[first]?.at ?? at) > KEPT_MS) first++;
      if (first < kept.length / 2) return;
      kept = kept.slice(first); // in large parts: removing one by one would cost more than remembering
      first = 0;
    },
    list: () => kept.slice(first).map(({ witness }) => witness),
    forget() {
      kept = [];
      first = 0;
    },
  };
}
