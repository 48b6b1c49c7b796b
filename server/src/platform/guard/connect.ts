// Connections to checked addresses. A socket gets an address and never a name, so it resolves nothing and connects
// exactly to the checked address.
import { strict as assert } from 'node:assert';
import { connect, isIP, isIPv4, type Socket } from 'node:net';
import { connect as encrypt } from 'node:tls';
import type { buildConnector } from 'undici';

export type Target = {
  /** All checked; any of them works. */
  addresses: readonly string[];
  /** The host that the certificate must name. */
  host: string;
  port: number;
  isSecure: boolean;
};

/** Limits the connection attempts for a name with hundreds of addresses. */
const MOST_TRIED = 4;

type Limits = { connectMs: number; signal: AbortSignal };

/** Connects within a time limit that includes the TLS handshake. A failure leaves nothing open. */
export function connectorTo(target: Target, limits: Limits): buildConnector.connector {
  return (_options, callback) => {
    const report = async () => {
      const connected = await connectTo(target, limits).catch((error: Error) => error);
      if (connected instanceof Error) callback(connected, null);
      else callback(null, connected);
    };
    void report();
  };
}

async function connectTo(target: Target, { connectMs, signal }: Limits): Promise<Socket> {
  const sorted = target.addresses.toSorted((a, b) => Number(isIPv4(b)) - Number(isIPv4(a)));
  const tried = sorted.slice(0, MOST_TRIED); // IPv4 first: not every machine has IPv6
  const endAt = performance.now() + connectMs;
  let problem: unknown = new Error('no address');
  for (const address of tried) {
    try {
      const socket = await dial(address, target.port, { withinMs: connectMs / tried.length, signal });
      return target.isSecure ? await secure(socket, target.host, endAt - performance.now()) : socket;
    } catch (error) {
      problem = error;
      if (error instanceof NotSecure) break; // the peer answered with an invalid identity
    }
  }
  throw problem;
}

function dial(
  address: string,
  port: number,
  { withinMs, signal }: { withinMs: number; signal: AbortSignal },
): Promise<Socket> {
  assert(isIP(address) !== 0, 'only addresses are dialled');
  const socket = connect({ host: address, port, noDelay: true, signal });
  return settled(socket, 'connect', withinMs);
}

/** The peer failed to prove its identity. */
class NotSecure extends Error {
  readonly code: string | undefined;

  constructor(cause: Error) {
    super('not secure', { cause });
    this.code = (cause as NodeJS.ErrnoException).code ?? cause.name;
  }
}

async function secure(socket: Socket, host: string, withinMs: number): Promise<Socket> {
  const encrypted = encrypt({
    socket,
    host,
    servername: isIP(host) === 0 ? host : '', // an address is not a valid SNI; the certificate must still name it
    ALPNProtocols: ['http/1.1'],
    rejectUnauthorized: true, // an environment variable could disable the default
  });
  try {
    return await settled(encrypted, 'secureConnect', withinMs);
  } catch (error) {
    socket.destroy();
    throw new NotSecure(error as Error);
  }
}

/** Resolves once the socket is ready; destroys it on failure or timeout. */
function settled<Ready extends Socket>(socket: Ready, event: string, withinMs: number): Promise<Ready> {
  return new Promise((resolve, reject) => {
    const late = Object.assign(new Error('no connection in time'), { code: 'ETIMEDOUT' });
    const timer = setTimeout(() => socket.destroy(late), Math.max(0, withinMs));
    socket.on('error', reject); // stays attached: the request notices later errors by the closed socket
    socket.once('close', () => {
      clearTimeout(timer);
      reject(new Error('closed'));
    });
    socket.once(event, () => {
      clearTimeout(timer);
      resolve(socket);
    });
  });
}
