// Connections to an issuer. One question decides whether an order may be sent again: did a socket ever connect for it?
// We open these sockets ourselves, because a library reports a failed TLS handshake, which comes after the connection,
// in the same way as a refused connection.
import { connect } from 'node:net';
import { connect as encrypt } from 'node:tls';
import type { buildConnector } from 'undici';

/** No socket connected. */
export class NeverConnected extends Error {
  constructor(cause: Error) {
    super(`no connection: ${codeOf(cause)}`, { cause });
  }
}

/** Errors of an address that cannot be reached: refused, no route, no such name, no reply. */
const UNREACHABLE = ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT'];

/**
 * Opens sockets for a pool, within a time that includes the TLS handshake. A failure of a known kind before TCP
 * connects is NeverConnected; every other one is passed on as it is. `onLost` is called for each socket that had
 * connected and closed.
 */
export function openSockets(options: { timeoutMs: number; onLost: () => void }): buildConnector.connector {
  return ({ protocol, hostname, port, servername = '' }, callback) => {
    const isSecure = protocol === 'https:';
    const standardPort = isSecure ? 443 : 80;
    const socket = connect({ host: hostname, port: Number(port || standardPort), noDelay: true, keepAlive: true });
    let hasConnected = false;
    let isReported = false; // once: later errors of the socket concern the request on it
    const report = (...result: Parameters<typeof callback>) => {
      if (isReported) return;
      isReported = true;
      clearTimeout(timer);
      callback(...result);
    };
    const fail = (error: Error) =>
      report(!hasConnected && isUnreachable(error) ? new NeverConnected(error) : error, null);
    const timer = setTimeout(() => socket.destroy(tooSlow(options.timeoutMs)), options.timeoutMs);
    socket.on('error', fail);
    socket.once('connect', () => {
      hasConnected = true; // from here on, the issuer may have received something
      socket.once('close', options.onLost);
      if (!isSecure) return report(null, socket);
      const encrypted = encrypt({
        socket,
        host: hostname,
        servername,
        ALPNProtocols: ['http/1.1'],
        rejectUnauthorized: true, // otherwise an environment variable could switch it off
      });
      encrypted.once('secureConnect', () => report(null, encrypted));
      encrypted.on('error', fail);
      encrypted.once('close', () => {
        options.onLost(); // the pool learns of this end first
        fail(new Error('closed before TLS was established'));
      });
    });
  };
}

const tooSlow = (timeoutMs: number) =>
  Object.assign(new Error(`no connection within ${timeoutMs} ms`), { code: 'ETIMEDOUT' });

/** A name may have several addresses: all of them must have been unreachable. */
function isUnreachable(error: Error): boolean {
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(isUnreachable);
  return UNREACHABLE.includes(codeOf(error));
}

/** The code of a system error, or else the error's name. Never the message, which may quote received data. */
export function codeOf(error: Error): string {
  const { code } = error as NodeJS.ErrnoException;
  return code ?? error.name;
}
