// Free loopback ports.
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Ports below the ephemeral range of Linux, which starts at 32,768: an outgoing connection could take one of those
 * between the check and the listen.
 */
const LISTENING_PORTS = { from: 20_000, below: 32_000 };

/** Attempts; far more than are ever taken in a row. */
const TRIES = 1_000;

/** A free port. Another program could take it first, so the caller should listen immediately. */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < TRIES; tried++) {
    const port = randomInt(LISTENING_PORTS.from, LISTENING_PORTS.below);
    if (await isFree(port)) return port;
  }
  throw new Error(`no port from ${LISTENING_PORTS.from} to ${LISTENING_PORTS.below} is free`);
}

/** Several free ports, all different. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await freePort());
  return [...ports];
}

/** Whether a port is free. */
export async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/** The address of a process on this machine. */
export const localUrl = (port: number): string => `http://127.0.0.1:${port}`;
