// A breaker for each address of an issuer: one that refuses connections is not asked by every operation that waits.
import type { Clock } from '../clock.ts';

export type Breaker = {
  /** The addresses that are not to be tried now. */
  refusing(): string[];
  /** Whether an address may be tried. Of a refusing one, whoever asks first after a while gets the probe. */
  admits(address: string): boolean;
  /** Told that an address refused a connection. */
  refused(address: string): void;
  /** Told that an address took a connection, whatever came of it. */
  connected(address: string): void;
};

/** Opens the breaker of a process. */
export function openBreaker(clock: Clock, probeSeconds: number): Breaker {
  const closedUntil = new Map<string, number>();
  const now = () => clock.now().getTime();
  const close = (address: string) => void closedUntil.set(address, now() + probeSeconds * 1_000);
  return {
    refusing: () => [...closedUntil].filter(([, until]) => until > now()).map(([address]) => address),
    admits(address) {
      const until = closedUntil.get(address);
      if (until === undefined) return true;
      if (until > now()) return false;
      close(address); // for everybody else, until the probe is back
      return true;
    },
    refused: close,
    connected: (address) => void closedUntil.delete(address),
  };
}
