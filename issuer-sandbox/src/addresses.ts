// The addresses of two scenarios below HTTP: one refuses every connection, one hangs up.
import { createServer as createHttpServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { BODY_LIMIT_BYTES } from './app.ts';
import type { RequestKeys } from './config.ts';
import { headerOf, pathOf, type Recorder, referenceIn } from './record.ts';
import { isSigned } from './signatures.ts';

export type Address = { url: string; close(): void };

/**
 * Reserves a port without listening, so that connections to it are refused while we run. The port is bound to our end
 * of a connection to ourselves: meanwhile no other program gets it.
 */
export async function openRefusedPort(host: string, port: number): Promise<Address> {
  const anchor = createServer();
  await listening(anchor, host, 0);
  const keeper = connect({ host, port: portOf(anchor), localAddress: host, localPort: port });
  await new Promise<void>((resolve, reject) => {
    keeper.once('connect', resolve);
    keeper.once('error', reject);
  });
  keeper.on('error', () => undefined); // its other end is ours as well and stays
  return {
    url: `http://${host}:${keeper.localPort}`,
    close() {
      keeper.destroy();
      anchor.close();
    },
  };
}

/** Reads and logs requests, and never answers: it closes the connection instead. */
export async function openEarlyCloser(options: {
  host: string;
  port: number;
  requestKeys: RequestKeys;
  record: Recorder;
  onError: (error: unknown) => void;
}): Promise<Address> {
  const server = createHttpServer((request) => {
    takeWithoutAnswer(options, request)
      .catch(options.onError)
      .finally(() => request.socket.destroy());
  });
  await listening(server, options.host, options.port);
  return {
    url: `http://${options.host}:${portOf(server)}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function takeWithoutAnswer(
  { requestKeys, record }: { requestKeys: RequestKeys; record: Recorder },
  request: IncomingMessage,
): Promise<void> {
  const body = await readBody(request);
  const { headers, method = '', url: path = '' } = request;
  await record({
    port: 'early_close',
    method,
    path: pathOf(path),
    account: headerOf(headers, 'issuer-account'),
    reference: referenceIn(parsed(body)),
    scenario: headerOf(headers, 'sandbox-scenario'),
    signatureValid: isSigned(requestKeys, { headers, method, path, body }, new Date()),
    ending: 'closed',
    status: null,
  });
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > BODY_LIMIT_BYTES) break;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;

function listening(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
}
