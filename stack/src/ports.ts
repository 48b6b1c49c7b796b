// Free loopback ports.
import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';

/**
 * Ports below the ephemeral range of Linux, which starts at 32,768: an outgoing connection could take one of those
 * between the check and the listen.
 */
const LISTENING_PORTS = { from: 20_000, below: 32_000 };

/** Attempts; far more than are ever taken in a row. */
const TRIES = 1_000;

/**
 * A free port, which no other caller gets until this process ends. A stack chooses its ports seconds before its
 * processes listen on them, and several stacks start side by side.
 */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < TRIES; tried++) {
    const port = randomInt(LISTENING_PORTS.from, LISTENING_PORTS.below);
    if ((await claim(port)) && (await isFree(port))) return port;
  }
  throw new Error(`no port from ${LISTENING_PORTS.from} to ${LISTENING_PORTS.below} is free`);
}

/** Claims a port until the process ends, by holding the UDP port of the same number, which nothing here uses. */
async function claim(port: number): Promise<boolean> {
  const socket = createSocket('udp4');
  return new Promise((resolve) => {
    socket.once('error', () => socket.close(() => resolve(false)));
    socket.bind({ port, address: '127.0.0.1', exclusive: true }, () => {
      socket.unref();
      resolve(true);
    });
  });
}

/** Several free ports. */
export const freePorts = (count: number): Promise<number[]> => Promise.all(Array.from({ length: count }, freePort));

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
