// Webhook receivers as companies run them: they lose requests, answer late or not at all, and restart. They keep
// a record of their own, which alone decides what was delivered.
import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Scope } from '@cardwright/server/foundation/scope.ts';
import type { Context } from '../harness/proof.ts';
import type { Random } from '../harness/random.ts';

/** Servers that share the companies: each restarts alone. */
const SERVERS = 8;

/** How long a restarting server is down, and the pause before the next restart. */
const AWAY_MS = { low: 100, high: 1_500 };
const RESTART_EVERY_MS = { low: 300, high: 2_000 };

/** A receiver fails only the first few attempts of an event, so that no retry schedule is exhausted. */
const WRONG_ATTEMPTS = 3;

/** The Retry-After of a busy receiver. */
export const RETRY_AFTER_SECONDS = 120;

/** Longer than the product's timeout of 15 seconds, so that the receiver sees the product give up. */
const HANG_MS = 20_000;

/** The product's limit on concurrent requests per endpoint. */
const MOST_AT_ONCE = 32;

/** A signature carries the time of its attempt: on one machine that is now, within a tolerance for load. */
const SIGNED_WITHIN_SECONDS = 10;

/** How many attempts of a thousand meet each fault; all others are accepted immediately. */
const faults = {
  /** It arrived, but the answer is lost: the same event comes again. */
  cut: 50,
  fail: 20,
  busy: 10,
  redirect: 10,
  late: 30,
  tooLate: 3,
  hang: 1,
} as const;

type Fault = keyof typeof faults;

/** An event as it arrived. */
type Got = { raw: string; receipts: number; acknowledged: number; firstAt: number };

/** A company with its endpoint. */
export type Listener = {
  index: number;
  scope: Scope;
  /** As the API names them. */
  companyId: string;
  webhookId: string;
  key: string;
  secret: string;
  url: string;
  /** Does not answer while `hanging` is on. */
  isHanging: boolean;
  got: Map<string, Got>;
  sideBySide: number;
};

export type Receivers = {
  listeners: Listener[];
  urlOf(index: number): string;
  /** Whether receivers misbehave, and whether the hanging ones hang. */
  mode: { wild: boolean; hanging: boolean };
  tally: Record<Fault | 'receipts' | 'repeats' | 'taken' | 'restarts', number>;
  /** Rethrows a violation that was thrown inside a request handler, where it would be lost. */
  look(): void;
  /** Answers all hanging requests. */
  release(): void;
  /** Restarts one server after the other until stopped. */
  startRestarting(random: Random): { stop(): Promise<void> };
  close(): Promise<void>;
};

type Parts = Receivers & { violation: Context['violation']; random: Random; held: Set<() => void> };

/** Opens the servers; listeners are added when they register. */
export async function openReceivers(context: Pick<Context, 'violation' | 'random'>): Promise<Receivers> {
  let thrown: unknown;
  const tally = { receipts: 0, repeats: 0, taken: 0, restarts: 0 };
  const none = Object.fromEntries(Object.keys(faults).map((fault) => [fault, 0])) as Record<Fault, number>;
  const servers = Array.from({ length: SERVERS }, () => createServer((request, response) => read(request, response)));
  const ports = await Promise.all(servers.map((server) => listen(server, 0)));
  const parts: Parts = {
    listeners: [],
    urlOf: (index) => `http://127.0.0.1:${ports[index % SERVERS]}/hook/${index}`,
    mode: { wild: false, hanging: false },
    tally: { ...tally, ...none },
    look: () => {
      if (thrown !== undefined) throw thrown;
    },
    release: () => {
      for (const answer of parts.held) answer();
    },
    startRestarting: (drawing) => startRestarting(parts, servers, { ports, random: drawing }),
    close: async () => {
      await Promise.all(servers.map(close));
    },
    violation: (what, details) => {
      try {
        context.violation(what, details);
      } catch (error) {
        thrown ??= error;
      }
    },
    random: context.random.fork('receivers'),
    held: new Set(),
  };
  const read = (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('error', () => undefined); // the sender was killed
    response.on('error', () => undefined);
    request.on('end', () => receive(parts, { request, response, raw: Buffer.concat(chunks) }));
  };
  return parts;
}

type Exchange = { request: IncomingMessage; response: ServerResponse; raw: Buffer };

function receive(parts: Parts, exchange: Exchange): void {
  const { request, response, raw } = exchange;
  const index = /^\/hook\/(\d+)$/.exec(request.url ?? '')?.[1];
  const listener = parts.listeners[Number(index)];
  if (index === undefined || listener === undefined) {
    parts.violation('a request arrived at an unregistered path', { path: request.url });
    response.writeHead(404).end();
    return;
  }
  listener.sideBySide++;
  response.once('close', () => listener.sideBySide--);
  if (listener.sideBySide > MOST_AT_ONCE)
    parts.violation('an endpoint gets more concurrent requests than promised', { index });
  parts.tally.receipts++;
  const got = noteReceipt(parts, listener, { request, raw });
  if (listener.isHanging && parts.mode.hanging) return hang(parts, got, response);
  const drawn = parts.mode.wild && got.receipts <= WRONG_ATTEMPTS ? faultOf(parts.random) : undefined;
  const fault = drawn === 'hang' && !parts.mode.hanging ? undefined : drawn;
  if (fault !== undefined) parts.tally[fault]++;
  answer(parts, { got, response, fault });
}

/** Checks and records a request as a careful company does. */
function noteReceipt(
  { violation, tally }: Parts,
  listener: Listener,
  { request, raw }: { request: IncomingMessage; raw: Buffer },
): Got {
  const about = { index: listener.index, headers: request.headers, body: raw.toString('utf8').slice(0, 200) };
  if (!isSigned(listener.secret, request.headers['service-signature'], raw))
    violation('a signature is not valid at receipt', about);
  const text = raw.toString('utf8');
  const { id, companyId } = JSON.parse(text) as { id: string; companyId: string };
  if (request.headers['service-event-id'] !== id) violation('the header names another event than the body', about);
  if (companyId !== listener.companyId) violation('a company received another company’s event', about);
  const known = listener.got.get(id);
  if (known !== undefined) {
    known.receipts++;
    tally.repeats++;
    if (known.raw !== text) violation('an event came again in other bytes', about);
    return known;
  }
  const got = { raw: text, receipts: 1, acknowledged: 0, firstAt: performance.now() };
  listener.got.set(id, got);
  return got;
}

function isSigned(secret: string, header: string | string[] | undefined, raw: Buffer): boolean {
  const [, t = '', v1 = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(header)) ?? [];
  const expected = createHmac('sha256', secret).update(`${t}.`).update(raw).digest('hex');
  return v1 === expected && Math.abs(Date.now() / 1_000 - Number(t)) <= SIGNED_WITHIN_SECONDS;
}

function faultOf(random: Random): Fault | undefined {
  let left = random.integer(0, 999);
  for (const [fault, times] of Object.entries(faults)) {
    if (left < times) return fault as Fault;
    left -= times;
  }
  return undefined;
}

function answer(
  parts: Parts,
  { got, response, fault }: { got: Got; response: ServerResponse; fault: Fault | undefined },
): void {
  const take = () => acknowledge(parts, got, response);
  const lateBy = (ms: number) => void setTimeout(take, ms);
  switch (fault) {
    case undefined:
      return take();
    case 'cut':
      return void response.socket?.destroy();
    case 'fail':
      return void response.writeHead(500).end('broken');
    case 'busy':
      return void response.writeHead(503, { 'retry-after': String(RETRY_AFTER_SECONDS) }).end();
    case 'redirect':
      return void response.writeHead(302, { location: '/elsewhere' }).end();
    case 'late':
      return lateBy(parts.random.integer(50, 900));
    case 'tooLate':
      return lateBy(2_500);
    case 'hang':
      return hang(parts, got, response);
  }
}

/** A 2xx that is sent makes an event delivered; one whose connection is gone by then does not count. */
function acknowledge({ tally }: Parts, got: Got, response: ServerResponse): void {
  if (response.destroyed || response.writableEnded) return;
  response.writeHead(200).end('ok');
  if (got.acknowledged === 0) tally.taken++;
  got.acknowledged++;
}

function hang(parts: Parts, got: Got, response: ServerResponse): void {
  const end = () => {
    clearTimeout(timer);
    parts.held.delete(end);
    acknowledge(parts, got, response);
  };
  const timer = setTimeout(end, HANG_MS);
  parts.held.add(end);
  response.once('close', () => {
    clearTimeout(timer);
    parts.held.delete(end);
  });
}

function startRestarting(
  { tally }: Parts,
  servers: readonly Server[],
  { ports, random }: { ports: readonly number[]; random: Random },
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const restarting = (async () => {
    while (!stopping.signal.aborted) {
      await sleep(random.integer(RESTART_EVERY_MS.low, RESTART_EVERY_MS.high));
      const index = random.integer(0, servers.length - 1);
      const [server, port] = [servers[index], ports[index]];
      if (server === undefined || port === undefined) throw new Error('there is no such server');
      await close(server);
      await sleep(random.integer(AWAY_MS.low, AWAY_MS.high));
      await listen(server, port);
      tally.restarts++;
    }
  })();
  restarting.catch(() => undefined); // stop() reports it
  return {
    async stop() {
      stopping.abort();
      await restarting;
    },
  };
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
