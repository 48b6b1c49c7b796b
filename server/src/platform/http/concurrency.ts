// How much somebody may have under way in this process. It is counted in the turn in which it is asked, before anything
// is waited for: many requests of the same moment see each other.
import { type RefusalCode, refuse } from '../../foundation/refusals/refusals.ts';

export type Concurrency = {
  /** Counts one more of an owner, or refuses. What it answers ends it, the first time that it is called. */
  enter(owner: string): () => void;
};

/** Begins to count. More than `perOwner` is refused with a code of its own, more than `inAll` as a busy service. */
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
