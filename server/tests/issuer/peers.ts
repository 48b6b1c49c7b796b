// Misbehaving peers of a connection. None is a real issuer; some do not even speak HTTP.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import dns from 'node:dns';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, createServer, type Server as NetServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IssuerSettings } from '@cardwright/server/foundation/config.ts';
import { type Issuer, type Order, openIssuer } from '@cardwright/server/issuer/client.ts';
import { neverStopped } from '@cardwright/server/platform/work/stop.ts';

/** Resources to close after each test. */
const ends: (() => unknown)[] = [];

/** Ends every peer and port that a test has opened. */
export async function endPeers(): Promise<void> {
  for (const end of ends.splice(0).toReversed()) await end();
}

/** Settings for an issuer at an address, with short timeouts. */
function settingsFor(url: string, timeoutMs = 400): IssuerSettings {
  const requestKey = { id: 'k1', secret: Buffer.alloc(32, 1) };
  const notificationKeys = new Map([['n1', generateKeyPairSync('ed25519').publicKey]]);
  return { url, addresses: new Map(), requestKey, notificationKeys, timeoutMs };
}

/** A port to the peer at an address. */
export function portTo(url: string, timeoutMs?: number, stop = neverStopped): Issuer {
  const issuer = openIssuer(settingsFor(url, timeoutMs), stop);
  ends.push(() => issuer.close());
  return issuer;
}

export const order: Order = {
  account: 'com_1',
  reference: 'op_1',
  kind: 'topup',
  product: 'prod_1',
  amount: 5_000n,
  cardToken: 'ict_1',
};

/** The response of an honest issuer. */
export const honest = {
  reference: 'op_1',
  status: 'done',
  kind: 'topup',
  amount: '50.00',
  currency: 'USD',
  receipt: 'R-1',
  card: { token: 'ict_1', last4: '4242' },
  balance: '150.00',
};

type Peer = { url: string; port: number; sockets: Socket[]; server: NetServer };

async function listening(server: NetServer | Server, scheme = 'http'): Promise<Peer> {
  const sockets: Socket[] = [];
  server.on('connection', (socket: Socket) => sockets.push(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ends.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `${scheme}://127.0.0.1:${port}`, port, sockets, server };
}

/** A peer with this handler for every connection. */
export const rawPeer = (handle: (socket: Socket) => void, scheme = 'http') =>
  listening(
    createServer((socket) => {
      socket.on('error', () => undefined);
      handle(socket);
    }),
    scheme,
  );

/** A peer that answers requests. */
export const httpPeer = (handle: (request: IncomingMessage, response: ServerResponse) => void) =>
  listening(createHttpServer(handle));

/** A closed port. */
export async function deadPort(): Promise<number> {
  const { port, server } = await rawPeer(() => undefined);
  server.close();
  await once(server, 'close');
  return port;
}

/** A peer that never answers a SYN: its process is stopped, and its backlog is full. */
export async function silentPort(): Promise<number> {
  const program = `const s = require('net').createServer().listen(0, '127.0.0.1', 1, () => console.log(s.address().port))`;
  const child: ChildProcess = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  ends.push(() => child.kill('SIGKILL'));
  const [line] = (await once(child.stdout as NonNullable<typeof child.stdout>, 'data')) as [Buffer];
  const port = Number(line.toString());
  child.kill('SIGSTOP');
  for (;;) {
    const socket = connect({ host: '127.0.0.1', port });
    socket.on('error', () => undefined);
    ends.push(() => socket.destroy());
    const connected = await Promise.race([
      once(socket, 'connect').then(() => true),
      new Promise<boolean>((resolve) => setTimeout(resolve, 150, false)),
    ]);
    if (!connected) return port;
  }
}

/**
 * A host name with these addresses. It exists only in this process's resolver; the sockets are real.
 */
export function nameOf(addresses: readonly string[]): string {
  const { lookup } = dns;
  const answer = (...[, , callback]: [string, object, (error: null, list: object[]) => void]) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: 4 })),
    );
  dns.lookup = answer as unknown as typeof lookup;
  ends.push(() => {
    dns.lookup = lookup;
  });
  return 'several.test';
}

/** A self-signed certificate, for 127.0.0.1 by default, and its key. */
export function newCertificate(names = 'IP:127.0.0.1'): { cert: string; key: string } {
  const directory = mkdtempSync(join(tmpdir(), 'cardwright-certificate-'));
  try {
    const [cert, key] = [join(directory, 'cert.pem'), join(directory, 'key.pem')];
    const wanted = ['-subj', '/CN=test', '-addext', `subjectAltName=${names}`, '-days', '2'];
    const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', key, '-out', cert];
    execFileSync('openssl', ['req', '-x509', ...made, ...wanted], { stdio: 'ignore' });
    return { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') };
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** A peer that speaks HTTP over TLS. */
export async function securePeer(
  certificate: { cert: string; key: string },
  handle: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<Peer> {
  const { createServer: createSecureServer } = await import('node:https');
  return listening(createSecureServer(certificate, handle), 'https');
}
