// A real issuer process on its own database, a client that signs, and a receiver that stores its notifications.
import { createHmac, createPublicKey, randomBytes, verify } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Issuer, startIssuer } from '@cardwright/stack/issuer.ts';
import { type Stack, startStack } from '@cardwright/stack/start.ts';
import pg from 'pg';
import { inject } from 'vitest';

type Answer = { status: number; body: Record<string, unknown>; text: string };

type Ask = {
  method?: string;
  body?: object | string;
  account?: string;
  scenario?: string;
  baseUrl?: string;
  /** Headers that replace the true ones. */
  headers?: Record<string, string>;
  timeoutMs?: number;
};

type Notification = {
  at: number;
  id: string;
  type: string;
  account: string;
  occurredAt: string;
  data: Record<string, unknown>;
  verified: boolean;
};

type Receiver = {
  url: string;
  received: Notification[];
  /** The response from now on. */
  answerWith(status: number): void;
  of(reference: string): Notification[];
  close(): void;
};

export type TestIssuer = {
  issuer: Issuer;
  stack: Stack;
  /** The database with superuser rights. */
  admin: pg.Pool;
  receiver: Receiver;
  ask(path: string, options?: Ask): Promise<Answer>;
  stop(): Promise<void>;
};

/** Starts an issuer whose notifications go to a receiver of the test's own. */
export async function startTestIssuer(): Promise<TestIssuer> {
  const database = `issuer_${randomBytes(6).toString('hex')}`;
  const stack = await startStack({ adminUrl: inject('adminUrl'), database, api: 0, workers: 0, seed: false });
  const receiver = await openReceiver(stack.secrets.issuer.notificationPublicKey);
  const issuer = await startIssuer({
    databaseUrl: stack.urlOf('issuer_sandbox'),
    secrets: stack.secrets.issuer,
    notificationUrl: receiver.url,
    log: 'ignore',
    onStarted: () => undefined,
  });
  const admin = new pg.Pool({ connectionString: stack.databaseUrl, max: 2 });
  return {
    issuer,
    stack,
    admin,
    receiver,
    ask: (path, options = {}) => ask(stack.secrets.issuer.requestKey, (options.baseUrl ?? issuer.url) + path, options),
    async stop() {
      await admin.end();
      await issuer.process.stop();
      receiver.close();
      await stack.stop();
    },
  };
}

/** Signs a request as docs/issuer-protocol.md says, and sends it. */
async function ask(requestKey: string, address: string, options: Ask): Promise<Answer> {
  const [keyId = '', secret = ''] = requestKey.split(':');
  const { pathname, search } = new URL(address);
  const method = options.method ?? (options.body === undefined ? 'GET' : 'POST');
  const body = typeof options.body === 'string' ? options.body : JSON.stringify(options.body);
  const timestamp = options.headers?.['Issuer-Timestamp'] ?? String(Math.floor(Date.now() / 1_000));
  const deadline = options.headers?.['Issuer-Deadline'] ?? '';
  const text = `${timestamp}\n${deadline}\n${method}\n${pathname}${search}\n${body ?? ''}`;
  const signature = createHmac('sha256', Buffer.from(secret, 'hex')).update(text).digest('hex');
  const response = await fetch(address, {
    method,
    signal: AbortSignal.timeout(options.timeoutMs ?? 10_000),
    headers: {
      'Issuer-Key': keyId,
      'Issuer-Timestamp': timestamp,
      'Issuer-Signature': `v2=${signature}`,
      'Issuer-Account': options.account ?? 'acme',
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(options.scenario === undefined ? {} : { 'Sandbox-Scenario': options.scenario }),
      ...options.headers,
    },
    ...(body === undefined ? {} : { body }),
  });
  const answer = await response.text();
  return { status: response.status, body: toObject(answer), text: answer };
}

function toObject(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}

async function openReceiver(publicKey: string): Promise<Receiver> {
  const received: Notification[] = [];
  let status = 204;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const verified = isVerified(publicKey, request.headers, body);
      received.push({
        ...(JSON.parse(body) as Omit<Notification, 'at' | 'verified'>),
        at: performance.now(),
        verified,
      });
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/issuer/sandbox/notifications`,
    received,
    answerWith(next) {
      status = next;
    },
    of: (reference) => received.filter(({ data }) => data['reference'] === reference),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Verifies a notification with the public key alone. */
function isVerified(publicKey: string, headers: NodeJS.Dict<string | string[]>, body: string): boolean {
  const [keyId = '', base64 = ''] = publicKey.split(':');
  const key = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(base64, 'base64').toString('base64url') },
    format: 'jwk',
  });
  const [, seconds = '', signature = ''] = /^t=(\d+),ed25519=(.+)$/.exec(String(headers['issuer-signature'])) ?? [];
  return (
    headers['issuer-key'] === keyId &&
    Math.abs(Date.now() / 1_000 - Number(seconds)) < 60 &&
    verify(null, Buffer.from(`${seconds}.${body}`), key, Buffer.from(signature, 'base64'))
  );
}
