// Attacks: a webhook goes to the public address that its URL names, and to nowhere else.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NO_RATE_LIMITS } from '@cardwright/stack/start.ts';
import { runApart } from '../harness/apart.ts';
import { type Context, type Counts, type Proof, sizeOf } from '../harness/proof.ts';
import { ssrfBugs } from './bugs.ts';
import { publicAddresses } from './corpus.ts';
import { tryDoors } from './doors.ts';

/** Input of the process that runs the rounds. */
export type Task = {
  rounds: number;
  /** The port to which nothing may ever connect. */
  canary: { secure: number; plain: number };
  /** Certificate for every public name and address of the corpus, and for this machine: TLS must not save us. */
  certificate: Certificate;
};

type Certificate = { cert: string; key: string };

/** A name of this machine, and all names in the corpus. */
const CERTIFIED = [
  ...['*.example.com', 'localhost', 'localtest.me', '*.nip.io'].map((name) => `DNS:${name}`),
  ...['127.0.0.1', '::1', publicAddresses.four, publicAddresses.six].map((address) => `IP:${address}`),
].join();

async function run(context: Context): Promise<Counts> {
  const certificate = newCertificate();
  const canary = await startCanary(certificate);
  const proxy = `http://127.0.0.1:${canary.ports.plain}`;
  const proxies = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'all_proxy'];
  try {
    const task: Task = { rounds: sizeOf(context.sizes, 'rounds'), canary: canary.ports, certificate };
    const counts = await runApart(context, {
      file: new URL('./rounds.ts', import.meta.url),
      task,
      env: {
        ...Object.fromEntries(proxies.map((name) => [name, proxy])),
        NO_PROXY: '',
        NODE_USE_ENV_PROXY: '1',
        NODE_TLS_REJECT_UNAUTHORIZED: '0', // setting it must not disable our checks
        NODE_NO_WARNINGS: '1', // Node rightly warns about that
      },
    });
    const doors = await tryDoors(context, canary.ports.secure);
    if (canary.connections() > 0) context.violation('a connection reached the canary', canary.connections());
    return { ...counts, ...doors, canary: canary.connections() };
  } finally {
    canary.stop();
  }
}

/** Listeners on this machine that count connections and answer every request with 200. */
async function startCanary(certificate: Certificate) {
  const sockets: Socket[] = [];
  const answer = (_request: object, response: { end(text: string): void }) => response.end('inside');
  const servers: Server[] = [createSecureServer(certificate, answer), createServer(answer)];
  const ports: number[] = [];
  for (const server of servers) {
    server.on('connection', (socket: Socket) => sockets.push(socket));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    ports.push((server.address() as AddressInfo).port);
  }
  const [secure = 0, plain = 0] = ports;
  return {
    ports: { secure, plain },
    connections: () => sockets.length,
    stop() {
      for (const socket of sockets) socket.destroy();
      for (const server of servers) server.close();
    },
  };
}

function newCertificate(): Certificate {
  const directory = mkdtempSync(join(tmpdir(), 'cardwright-certificate-'));
  try {
    const [cert, key] = [join(directory, 'cert.pem'), join(directory, 'key.pem')];
    const wanted = ['-subj', '/CN=ssrf', '-addext', `subjectAltName=${CERTIFIED}`, '-days', '2'];
    const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', key, '-out', cert];
    execFileSync('openssl', ['req', '-x509', ...made, ...wanted], { stdio: 'ignore' });
    return { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') };
  } finally {
    rmSync(directory, { recursive: true });
  }
}

export const ssrf: Proof = {
  promise: 'A webhook goes to the public address that its URL names, and to nowhere else.',
  sizes: { full: { rounds: 20, behind: 480 }, small: { rounds: 1, behind: 48 } },
  stack: { api: 1, workers: 1, seed: false, env: { ...NO_RATE_LIMITS, CARDWRIGHT_WEBHOOK_ALLOW: '' } },
  run,
  bugs: ssrfBugs,
};
