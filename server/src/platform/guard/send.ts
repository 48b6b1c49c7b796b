// Requests to URLs that clients have chosen. Every URL is checked; a channel checks the text of one URL once. Every
// address of its name, and the peer's certificate, are checked for every connection; connections are used again for
// seconds only, so a name that changed is noticed. There are no redirects or proxies.
import { isIP } from 'node:net';
import type { Dispatcher } from 'undici';
import { isPublic } from './addresses.ts';
import type { AllowList } from './allow.ts';
import { type Connections, openConnections } from './connections.ts';
import { beforeEnd, Ended, Ending } from './ending.ts';
import { type Resolve, resolveByServers, resolveHere } from './resolve.ts';
import { type CheckedUrl, checkUrl, hostOf } from './url.ts';

export type SenderOptions = {
  allow: AllowList;
  /** From the call to the last byte of the answer. */
  timeoutMs: number;
  /** For the connection, including TLS. */
  connectMs: number;
  /** Bytes of the answer's body to keep; the rest is not read. */
  mostBytes: number;
  /** How long a channel uses the checked addresses of a name. */
  trustMs?: number;
  resolve?: Resolve;
};

type Request = { headers: Record<string, string>; body: Buffer; signal?: AbortSignal };

/** The outcome of a request. Refused: no connection was made. Failed: it may have arrived or not. */
export type Sent =
  | { kind: 'answered'; status: number; retryAfter?: string; body: Buffer }
  | { kind: 'refused'; why: string }
  | { kind: 'failed'; why: string };

/** Requests to one endpoint at a time, over connections that are kept. `post` returns the outcome and never throws. */
export type Channel = { post(url: URL, request: Request): Promise<Sent>; close(): void };

export type Sender = {
  open(): Channel;
  /** Aborts the requests in flight. */
  close(): Promise<void>;
};

/** As long as an endpoint's turn: a name that changes is noticed at its next turn at the latest. */
const TRUST_MS = 5_000;

/** Opens a sender. */
export function openSender(options: SenderOptions): Sender {
  const underWay = new Map<Ending, Promise<Sent>>();
  const byServers = resolveByServers();
  const resolve = (url: URL) => (options.resolve ?? (options.allow.has(url) ? resolveHere : byServers))(hostOf(url));
  let isClosed = false;
  return {
    open() {
      const hosts = openHosts(options, resolve);
      const check = checkingOf(options.allow);
      return {
        async post(url, request) {
          if (isClosed) return { kind: 'failed', why: 'the sender is closed' };
          const ending = new Ending();
          const sent = sendOnce(options, { checked: check(url), request, hosts, ending });
          underWay.set(ending, sent);
          try {
            return await sent;
          } finally {
            underWay.delete(ending);
          }
        },
        close: () => hosts.close(),
      };
    },
    async close() {
      isClosed = true;
      for (const ending of underWay.keys()) ending.end(new Ended('the sender is closed'));
      await Promise.all(underWay.values());
    },
  };
}

/** The host leads to a forbidden address; nothing was dialled. */
class NotPublic extends Error {}

/** Checks the text of URLs, again when it differs from the last one. */
function checkingOf(allow: AllowList): (url: URL) => CheckedUrl {
  let last: { text: string; checked: CheckedUrl } | undefined;
  return (url) => {
    if (last?.text !== url.href) last = { text: url.href, checked: checkUrl(url.href, allow) };
    return last.checked;
  };
}

type Sending = { checked: CheckedUrl; request: Request; hosts: Hosts; ending: Ending };

async function sendOnce(
  { timeoutMs, mostBytes }: SenderOptions,
  { checked, request, hosts, ending }: Sending,
): Promise<Sent> {
  if (!checked.ok) return { kind: 'refused', why: checked.why };
  const timer = setTimeout(() => ending.end(new Ended(`no whole answer within ${timeoutMs} ms`)), timeoutMs);
  const onSignal = () => ending.end(new Ended('it was called off'));
  request.signal?.addEventListener('abort', onSignal);
  if (request.signal?.aborted) onSignal();
  try {
    const connections = await beforeEnd(hosts.connectionsTo(checked.url), ending);
    return await exchange(connections, checked.url, { request, ending, mostBytes });
  } catch (error) {
    if (error instanceof NotPublic) return { kind: 'refused', why: error.message };
    return { kind: 'failed', why: wordsFor(error) };
  } finally {
    clearTimeout(timer);
    request.signal?.removeEventListener('abort', onSignal);
  }
}

/** The checked host of a channel. */
type Hosts = { connectionsTo(url: URL): Promise<Connections>; close(): void };

/** Checks a host for its first request, and again after `trustMs` or when the URL has another origin. */
function openHosts(options: SenderOptions, resolve: (url: URL) => Promise<readonly string[]>): Hosts {
  let current: { origin: string; until: number; connections: Promise<Connections> } | undefined;
  const leave = () => {
    void current?.connections.then((connections) => connections.close()).catch(() => undefined);
    current = undefined;
  };
  return {
    connectionsTo(url) {
      if (current?.origin === url.origin && performance.now() < current.until) return current.connections;
      leave();
      const connections = connectionsToChecked(url, options, resolve);
      const checked = { origin: url.origin, until: performance.now() + (options.trustMs ?? TRUST_MS), connections };
      current = checked;
      connections.catch(() => {
        if (current === checked) current = undefined; // the next request tries again
      });
      return connections;
    },
    close: leave,
  };
}

/** Resolves a name once and checks every address: a second answer may differ. */
async function connectionsToChecked(
  url: URL,
  { allow, connectMs }: SenderOptions,
  resolve: (url: URL) => Promise<readonly string[]>,
): Promise<Connections> {
  const addresses = isIP(hostOf(url)) === 0 ? await resolve(url) : [hostOf(url)];
  if (addresses.length === 0) throw Object.assign(new Error('no address'), { code: 'ENODATA' });
  const isAllowed = allow.has(url) || addresses.every(isPublic);
  if (!isAllowed) throw new NotPublic('The host leads to an address that is not public.');
  const isSecure = url.protocol === 'https:';
  const standardPort = isSecure ? 443 : 80;
  const target = { addresses, host: hostOf(url), port: Number(url.port || standardPort), isSecure };
  return openConnections(target, { origin: url.origin, connectMs });
}

type Exchanging = { request: Request; ending: Ending; mostBytes: number };

/**
 * A kept connection may close just as it is used again. Then the request is sent once more, over a new connection: the
 * receiver may see it twice, as with every retry.
 */
async function exchange(connections: Connections, url: URL, exchanging: Exchanging): Promise<Sent> {
  const { request, ending, mostBytes } = exchanging;
  const connection = connections.take();
  const answer = new AnswerHandler({ ending, mostBytes });
  const path = `${url.pathname}${url.search}`;
  try {
    connection.client.dispatch({ path, method: 'POST', headers: request.headers, body: request.body }, answer);
    const sent = await answer.sent;
    if (answer.isWhole) connections.keep(connection);
    else connection.drop(); // discards the rest
    return sent;
  } catch (error) {
    connection.drop();
    if (!connection.isUsed || answer.hasBegun || ending.reason !== undefined) throw error;
    connections.close(); // this server drops kept connections
    return exchange(connections, url, exchanging);
  }
}

/** Follows one request to the end of its answer, or as far as we read. */
class AnswerHandler implements Dispatcher.DispatchHandler {
  readonly sent: Promise<Sent>;
  /** Something of the answer has arrived. */
  hasBegun = false;
  /** The answer has ended, and nothing of it is left on the connection. */
  isWhole = false;
  readonly #limits: { ending: Ending; mostBytes: number };
  readonly #settle: PromiseWithResolvers<Sent>;
  readonly #chunks: Buffer[] = [];
  #status = 0;
  #retryAfter: string | undefined;
  #size = 0;

  constructor(limits: { ending: Ending; mostBytes: number }) {
    this.#limits = limits;
    this.#settle = Promise.withResolvers();
    this.sent = this.#settle.promise;
    limits.ending.on(this.#settle.reject);
  }

  onRequestStart(): void {
    if (this.#limits.ending.reason !== undefined) throw new Error('nothing is sent when its time is over');
  }

  onResponseStart(_controller: unknown, status: number, headers: Record<string, string | string[] | undefined>): void {
    this.hasBegun = true;
    this.#status = status;
    this.#retryAfter = [headers['retry-after']].flat()[0];
  }

  onResponseData(_controller: unknown, chunk: Buffer): void {
    this.#chunks.push(chunk.subarray(0, Math.max(0, this.#limits.mostBytes - this.#size)));
    this.#size += chunk.length;
    if (this.#size >= this.#limits.mostBytes) this.#resolve();
  }

  onResponseEnd(): void {
    this.isWhole = true;
    this.#resolve();
  }

  onResponseError(_controller: unknown, error: Error): void {
    this.#settle.reject(error);
  }

  #resolve(): void {
    const retryAfter = this.#retryAfter === undefined ? {} : { retryAfter: this.#retryAfter };
    const body = Buffer.concat(this.#chunks);
    this.#settle.resolve({ kind: 'answered', status: this.#status, ...retryAfter, body });
  }
}

/** A code, or our own words: an error message may quote received bytes, and clients read this text. */
function wordsFor(error: unknown): string {
  if (error instanceof Ended) return error.message;
  const { code, name } = error as NodeJS.ErrnoException;
  return `no answer: ${code ?? name}`;
}
