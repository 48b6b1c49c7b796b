// An issuer that treats each company differently: a proxy in front of the simulated one. It delays or replaces
// answers for one account, counts every call and detects repeated calls.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'undici';

/** Connections to the simulated issuer: more than two workers need for well-behaved companies. */
const CONNECTIONS = 64;

/** Calls with one effect per reference: sending one twice is always wrong. */
const SENT_ONCE = new Set(['POST /v1/orders', 'POST /v1/deposits']);

/** Hop-by-hop headers, which are not passed on. */
const OF_A_CONNECTION = new Set(['host', 'connection', 'keep-alive', 'transfer-encoding', 'content-length']);

/** A worker's call. The reference comes from the path or the body. */
export type Call = { account: string; method: string; path: string; reference: string; body: string };

export type Replaced = { status: number; body: string };

/** How the issuer treats one account; the defaults are normal behaviour. */
type Manner = {
  /** Delay of an answer, in milliseconds. */
  delayMs?: (call: Call) => number;
  /** An answer in place of the simulated issuer's, which then never receives the call. */
  replace?: (call: Call) => Replaced | undefined;
};

export type PlayedIssuer = {
  url: string;
  /** Sets or resets the treatment of an account; waiting calls are answered immediately. */
  treat(account: string, manner: Manner | undefined): void;
  /** Calls so far. */
  calls(): number;
  /** The largest number of equal calls of an account since its treatment last changed. */
  mostAlike(account: string): number;
  /** Calls made while the same one was under way, or twice where only one is allowed. */
  repeats: Call[];
  close(): Promise<void>;
};

type Parts = {
  pool: Pool;
  manners: Map<string, Manner>;
  waiting: Map<string, Set<() => void>>;
  underWay: Set<string>;
  /** The number of equal calls, by account and call. */
  alike: Map<string, Map<string, number>>;
  sent: Set<string>;
  repeats: Call[];
};

/** Opens the proxy in front of an issuer. */
export async function playIssuerFor(target: string): Promise<PlayedIssuer> {
  const parts: Parts = {
    pool: new Pool(target, { connections: CONNECTIONS }),
    manners: new Map(),
    waiting: new Map(),
    underWay: new Set(),
    alike: new Map(),
    sent: new Set(),
    repeats: [],
  };
  let calls = 0;
  const server = createServer((request, response) => {
    calls++;
    pass(parts, request, response).catch(() => response.destroy());
  });
  server.keepAliveTimeout = 60_000; // workers keep their connections, as with the simulated issuer
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    treat(account, manner) {
      if (manner === undefined) parts.manners.delete(account);
      else parts.manners.set(account, manner);
      parts.alike.delete(account);
      for (const end of parts.waiting.get(account) ?? []) end();
    },
    calls: () => calls,
    mostAlike: (account) => Math.max(0, ...(parts.alike.get(account)?.values() ?? [])),
    repeats: parts.repeats,
    async close() {
      server.closeAllConnections();
      server.close();
      await parts.pool.destroy();
    },
  };
}

async function pass(parts: Parts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { headers } = request;
  const body = await bodyOf(request);
  const call = toCall(request, body);
  const name = `${call.method} ${call.path} ${call.account} ${call.reference}`;
  note(parts, call, name);
  try {
    const manner = parts.manners.get(call.account);
    await wait(parts, call, { delayMs: manner?.delayMs?.(call) ?? 0, response });
    if (response.destroyed) return; // the caller is gone and nothing happens: a send that never arrived
    const answer = manner?.replace?.(call) ?? (await ask(parts.pool, call, headers));
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
  } finally {
    parts.underWay.delete(name);
  }
}

function note({ underWay, sent, repeats, alike }: Parts, call: Call, name: string): void {
  const own = alike.get(call.account) ?? new Map<string, number>();
  const same = `${name} ${call.body}`;
  alike.set(call.account, own.set(same, (own.get(same) ?? 0) + 1));
  const isOnce = SENT_ONCE.has(`${call.method} ${call.path}`);
  if (underWay.has(name) || (isOnce && sent.has(name))) repeats.push(call);
  underWay.add(name);
  if (isOnce) sent.add(name);
}

/** Waits until the time is over, the treatment of the account changes, or the worker gives up. */
async function wait(
  { waiting }: Parts,
  { account }: Call,
  { delayMs, response }: { delayMs: number; response: ServerResponse },
): Promise<void> {
  if (delayMs <= 0) return;
  const own = waiting.get(account) ?? new Set();
  waiting.set(account, own);
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      own.delete(end);
      response.off('close', end);
      resolve();
    };
    const timer = setTimeout(end, delayMs);
    own.add(end);
    response.once('close', end);
  });
}

async function ask(pool: Pool, { method, path, body }: Call, headers: IncomingMessage['headers']): Promise<Replaced> {
  const passed = Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_A_CONNECTION.has(name)));
  const answer = await pool.request({
    method,
    path,
    headers: passed,
    body: body === '' ? null : body,
  });
  return { status: answer.statusCode, body: await answer.body.text() };
}

function toCall({ method = '', url = '', headers }: IncomingMessage, body: string): Call {
  const { reference = '' } = (body === '' ? {} : JSON.parse(body)) as { reference?: string };
  return { account: String(headers['issuer-account'] ?? ''), method, path: url, reference, body };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
