// Requests to URLs that clients have chosen. Each request is checked from scratch: the URL, every current address of
// its name, and the peer's certificate. A connection carries one request and is closed, so none is reused after its
// name changed. There are no retries, redirects or proxies.
import { isIP } from 'node:net';
import { Client, type Dispatcher } from 'undici';
import { isPublic } from './addresses.ts';
import type { AllowList } from './allow.ts';
import { connectorTo, type Target } from './connect.ts';
import { type Resolve, resolveByServers, resolveHere } from './resolve.ts';
import { checkUrl, hostOf } from './url.ts';

export type SenderOptions = {
  allow: AllowList;
  /** From the call to the last byte of the answer. */
  timeoutMs: number;
  /** For the connection, including TLS. */
  connectMs: number;
  /** Bytes of the answer's body to keep; the rest is not read. */
  mostBytes: number;
  resolve?: Resolve;
};

export type Request = { headers: Record<string, string>; body: Buffer; signal?: AbortSignal };

/** The outcome of a request. Refused: no connection was made. Failed: it may have arrived or not. */
export type Sent =
  | { kind: 'answered'; status: number; retryAfter?: string; body: Buffer }
  | { kind: 'refused'; why: string }
  | { kind: 'failed'; why: string };

export type Sender = { post(url: URL, request: Request): Promise<Sent>; close(): Promise<void> };

/** Limit for the answer's headers: many times what servers send. */
const MOST_HEAD_BYTES = 16 * 1024;

/** Opens a sender. `post` always returns the outcome and never throws. `close` aborts requests in flight. */
export function openSender(options: SenderOptions): Sender {
  const underWay = new Map<AbortController, Promise<Sent>>();
  const byServers = resolveByServers();
  const resolve = (url: URL) => (options.resolve ?? (options.allow.has(url) ? resolveHere : byServers))(hostOf(url));
  let isClosed = false;
  return {
    async post(url, request) {
      if (isClosed) return { kind: 'failed', why: 'the sender is closed' };
      const ending = new AbortController();
      const sent = sendOnce(options, { url, request, resolve, ending });
      underWay.set(ending, sent);
      try {
        return await sent;
      } finally {
        underWay.delete(ending);
      }
    },
    async close() {
      isClosed = true;
      for (const ending of underWay.keys()) ending.abort(new Ended('the sender is closed'));
      await Promise.all(underWay.values());
    },
  };
}

/** We ended the request; the message gives the reason in our own words. */
class Ended extends Error {}

type Sending = {
  url: URL;
  request: Request;
  resolve: (url: URL) => Promise<readonly string[]>;
  ending: AbortController;
};

async function sendOnce(options: SenderOptions, { url, request, resolve, ending }: Sending): Promise<Sent> {
  const { allow, timeoutMs } = options;
  const checked = checkUrl(url.href, allow);
  if (!checked.ok) return { kind: 'refused', why: checked.why };
  const timer = setTimeout(() => ending.abort(new Ended(`no whole answer within ${timeoutMs} ms`)), timeoutMs);
  const onSignal = () => ending.abort(new Ended('it was called off'));
  request.signal?.addEventListener('abort', onSignal);
  if (request.signal?.aborted) onSignal();
  try {
    const addresses = await addressesOf(checked.url, { resolve, signal: ending.signal });
    const isAllowed = allow.has(checked.url) || addresses.every(isPublic);
    if (!isAllowed) return { kind: 'refused', why: 'The host leads to an address that is not public.' };
    return await exchange(checked.url, addresses, { ...options, request, signal: ending.signal });
  } catch (error) {
    return { kind: 'failed', why: wordsFor(error) };
  } finally {
    clearTimeout(timer);
    request.signal?.removeEventListener('abort', onSignal);
  }
}

/** Every current address of the host. Resolve once per request: a second answer may differ. */
async function addressesOf(
  url: URL,
  { resolve, signal }: { resolve: Sending['resolve']; signal: AbortSignal },
): Promise<readonly string[]> {
  if (isIP(hostOf(url)) !== 0) return [hostOf(url)];
  const isOver = Promise.withResolvers<never>();
  const onAbort = () => isOver.reject(signal.reason);
  signal.addEventListener('abort', onAbort);
  if (signal.aborted) onAbort();
  try {
    const addresses = await Promise.race([isOver.promise, resolve(url)]);
    if (addresses.length === 0) throw Object.assign(new Error('no address'), { code: 'ENODATA' });
    return addresses;
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

type Exchanging = { request: Request; signal: AbortSignal; connectMs: number; mostBytes: number };

async function exchange(
  url: URL,
  addresses: readonly string[],
  { request, signal, connectMs, mostBytes }: Exchanging,
): Promise<Sent> {
  const isSecure = url.protocol === 'https:';
  const standardPort = isSecure ? 443 : 80;
  const target: Target = { addresses, host: hostOf(url), port: Number(url.port || standardPort), isSecure };
  const client = new Client(url.origin, {
    allowH2: false,
    maxHeaderSize: MOST_HEAD_BYTES,
    headersTimeout: 0, // our own limit covers the whole request
    bodyTimeout: 0,
    connect: connectorTo(target, { connectMs, signal }),
  });
  try {
    return await new Promise<Sent>((resolve, reject) => {
      const handler = new AnswerHandler({ resolve, reject, signal, mostBytes });
      const path = `${url.pathname}${url.search}`;
      client.dispatch({ path, method: 'POST', headers: request.headers, body: request.body, reset: true }, handler);
    });
  } finally {
    await client.destroy();
  }
}

type Following = {
  resolve: (sent: Sent) => void;
  reject: (error: unknown) => void;
  signal: AbortSignal;
  mostBytes: number;
};

/** Follows one request to the end of its answer, or as far as we read. */
class AnswerHandler implements Dispatcher.DispatchHandler {
  readonly #following: Following;
  readonly #chunks: Buffer[] = [];
  #status = 0;
  #retryAfter: string | undefined;
  #size = 0;

  constructor(following: Following) {
    this.#following = following;
    const { signal, reject } = following;
    // Connections end by the same signal; the client that holds them is always destroyed.
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    if (signal.aborted) reject(signal.reason);
  }

  onRequestStart(): void {
    if (this.#following.signal.aborted) throw new Error('nothing is sent when its time is over');
  }

  onResponseStart(_controller: unknown, status: number, headers: Record<string, string | string[] | undefined>): void {
    this.#status = status;
    this.#retryAfter = [headers['retry-after']].flat()[0];
  }

  onResponseData(_controller: unknown, chunk: Buffer): void {
    this.#chunks.push(chunk.subarray(0, Math.max(0, this.#following.mostBytes - this.#size)));
    this.#size += chunk.length;
    if (this.#size >= this.#following.mostBytes) this.onResponseEnd(); // closing the connection discards the rest
  }

  onResponseEnd(): void {
    const retryAfter = this.#retryAfter === undefined ? {} : { retryAfter: this.#retryAfter };
    const body = Buffer.concat(this.#chunks);
    this.#following.resolve({ kind: 'answered', status: this.#status, ...retryAfter, body });
  }

  onResponseError(_controller: unknown, error: Error): void {
    this.#following.reject(error);
  }
}

/** A code, or our own words: an error message may quote received bytes, and clients read this text. */
function wordsFor(error: unknown): string {
  if (error instanceof Ended) return error.message;
  const { code, name } = error as NodeJS.ErrnoException;
  return `no answer: ${code ?? name}`;
}
