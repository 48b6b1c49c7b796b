// Circuit breakers of a process: an issuer that refuses connections, or gives no definite answers, gets one probe at a
// time while everything else waits in the queue.
import type { Clock } from '../../foundation/clock.ts';

/**
 * Unknown outcomes in a row that open a circuit. Each is a review that an operator may have to decide: one is an
 * accident, two may be a coincidence.
 */
const MOST_UNKNOWN = 3;

/** An address is at fault when it fails this many companies: fewer may have a fault of their own. */
const FEWEST_COMPANIES = 3;

/** Why nothing is sent. */
type Closed = 'refused' | 'unanswered';

/** The address of an operation, and its company. A fault that a sandbox requested proves nothing about others. */
export type Target = { address: string; companyId: string; isFaultAskedFor: boolean };

export type Breaker = {
  /** The keys (addresses and companies) that are closed now, and those among them that may be probed. */
  closed(): { refusing: string[]; unanswered: string[]; probing: string[] };
  /** Admits an operation, or says why not. The first one after a pause is admitted as the probe. */
  admit(target: Target): Closed | undefined;
  /** Records an outcome. `none`: it proves nothing about the issuer. */
  note(target: Target, outcome: 'refused' | 'unknown' | 'definite' | 'none'): void;
};

type Circuit = { why: Closed; closedUntil: number; isProbing: boolean };

/** Unknown outcomes since the last definite one. */
type Run = { unknowns: number; companies: Set<string> };

/** Opens the breakers of a process for one environment. */
export function openBreaker(clock: Clock, probeSeconds: number): Breaker {
  const circuits = new Map<string, Circuit>(); // by address or company
  const runs = new Map<string, Run>();
  const now = () => clock.now().getTime();
  const close = (key: string, why: Closed) =>
    void circuits.set(key, { why, closedUntil: now() + probeSeconds * 1_000, isProbing: false });
  const keysOf = (why: Closed) => [...circuits].filter(([, each]) => each.why === why).map(([key]) => key);
  const concerning = ({ address, companyId, isFaultAskedFor }: Target) =>
    [circuits.get(address), circuits.get(companyId)].filter(
      (each) => each !== undefined && (each.why === 'refused' || !isFaultAskedFor),
    ) as Circuit[];

  const noteUnknown = ({ address, companyId }: Target) => {
    for (const key of [address, companyId]) {
      const run = runs.get(key) ?? { unknowns: 0, companies: new Set() };
      runs.set(key, { unknowns: run.unknowns + 1, companies: run.companies.add(companyId) });
      const fewest = key === companyId ? 1 : FEWEST_COMPANIES;
      if (run.unknowns + 1 >= MOST_UNKNOWN && run.companies.size >= fewest) close(key, 'unanswered');
    }
  };

  return {
    closed: () => ({
      refusing: keysOf('refused'),
      unanswered: keysOf('unanswered'),
      probing: [...circuits].filter(([, each]) => mayProbe(each, now())).map(([key]) => key),
    }),
    admit(target) {
      const closed = concerning(target);
      const blocking = closed.find((each) => !mayProbe(each, now()));
      if (blocking !== undefined) return blocking.why;
      for (const each of closed) each.isProbing = true;
      return undefined;
    },
    note(target, outcome) {
      const { address, companyId, isFaultAskedFor } = target;
      for (const each of concerning(target)) each.isProbing = false;
      if (outcome === 'none') return;
      if (outcome === 'refused') return close(address, 'refused');
      if (circuits.get(address)?.why === 'refused') circuits.delete(address); // it connected
      if (isFaultAskedFor) return;
      if (outcome === 'unknown') return noteUnknown(target);
      for (const key of [address, companyId]) {
        circuits.delete(key);
        runs.delete(key);
      }
    },
  };
}

const mayProbe = ({ closedUntil, isProbing }: Circuit, now: number) => !isProbing && closedUntil <= now;
