// Free loopback ports.
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Ports that no connection is given as its own end: Linux takes those from 32,768 upwards, and one of them may be gone
 * between the look and the listening.
 */
const LISTENING_PORTS = { from: 20_000, below: 32_000 };

/** Far more than are ever taken in a row. */
const TRIES = 1_000;

/** A port that nothing listens on now. Another program could take it first, so whoever gets it starts at once. */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < TRIES; tried++) {
    const port = randomInt(LISTENING_PORTS.from, LISTENING_PORTS.below);
    if (await isFree(port)) return port;
  }
  throw new Error(`no port from ${LISTENING_PORTS.from} to ${LISTENING_PORTS.below} is free`);
}

/** Whether a port can be listened on now. */
export async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/** Where a process on this machine listens. */
export const localUrl = (port: number): string => `http://127.0.0.1:${port}`;
