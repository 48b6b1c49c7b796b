// Limits an owner's concurrent work in this process. It counts synchronously, so simultaneous requests see each other.
import { type RefusalCode, refuse } from '../../foundation/refusals/refusals.ts';

export type Concurrency = {
  /** Counts one more for an owner, or refuses. Returns a function that releases it; calling it again has no effect. */
  enter(owner: string): () => void;
};

/** Creates a limit. Above `perOwner` it refuses with the given code, above `inAll` as a busy service. */
export function openConcurrency(limits: { perOwner: number; inAll: number; refusal: RefusalCode }): Concurrency {
  const byOwner = new Map<string, number>();
  let all = 0;
  return {
    enter(owner) {
      const own = byOwner.get(owner) ?? 0;
      if (own >= limits.perOwner) refuse(limits.refusal);
      if (all >= limits.inAll) refuse('overloaded');
      byOwner.set(owner, own + 1);
      all++;
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        all--;
        const left = (byOwner.get(owner) ?? 0) - 1;
        if (left > 0) byOwner.set(owner, left);
        else byOwner.delete(owner);
      };
    },
  };
}
