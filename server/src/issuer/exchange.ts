// One request and its response, at most once. Without a whole response in time the outcome is unknown, unless it is
// proven that no socket ever connected for the request.
import { type Dispatcher, Pool } from 'undici';
import { crashPoint } from '../foundation/crash-points.ts';
import type { SpanOptions } from '../platform/trace/span.ts';
import { inSpan, traceparentNow } from '../platform/trace/trace.ts';
import type { StopFile } from '../platform/work/stop.ts';
import { codeOf, NeverConnected, openSockets } from './connect.ts';
import { type Deadline, mayLeave } from './deadline.ts';

/** Concurrent requests of one process to an address. Further ones queue while their time runs. */
export const MOST_CONNECTIONS = 256;

/** Far larger than any response of the protocol. */
const ANSWER_LIMIT_BYTES = 64 * 1024;

/** The share of the time that connecting may take. It tells a failed connection apart from a missing response. */
const CONNECT_SHARE = 0.5;

type HttpRequest = {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body: string;
  /** The latest time to leave. Without one, only the response timeout applies. */
  deadline?: Deadline | undefined;
};

/** The outcome of a request: a response of any status, or none. */
export type Exchange =
  | { kind: 'answered'; status: number; body: Buffer }
  | { kind: 'unknown'; reason: string }
  | { kind: 'never_connected'; reason: string }
  | { kind: 'late'; reason: string }
  | { kind: 'stopped'; reason: string };

/** An address of an issuer, with its own connections. */
export type Address = { exchange(request: HttpRequest): Promise<Exchange>; close(): Promise<void> };

/** Opens an address. Nothing is retried, redirected or proxied, whatever the environment variables say. */
export function openAddress(url: string, { timeoutMs, stop }: { timeoutMs: number; stop: StopFile }): Address {
  let lost = 0; // grows whenever an established connection closes
  const pool = new Pool(url, {
    connections: MOST_CONNECTIONS,
    pipelining: 1,
    allowH2: false,
    maxResponseSize: ANSWER_LIMIT_BYTES,
    connect: openSockets({ timeoutMs: timeoutMs * CONNECT_SHARE, onLost: () => lost++ }),
  });
  const exchange = ({ deadline, ...request }: HttpRequest): Promise<Exchange> => {
    const lostBefore = lost;
    return new Promise((resolve) => {
      const handler = new OnceHandler(
        (outcome) => {
          // A kept-alive connection may have closed just as the request was about to use it, and the next one was
          // refused. Probably nothing was written; but there was a socket, so it is no proof.
          const isProven = outcome.kind !== 'never_connected' || lost === lostBefore;
          resolve(isProven ? outcome : { ...outcome, kind: 'unknown' });
        },
        { timeoutMs, deadline, stop },
      );
      pool.dispatch({ ...request, body: request.body === '' ? null : request.body }, handler);
    });
  };
  return {
    exchange: (request) =>
      inSpan('issuer', spanOf(request), async (span) => {
        if (span === undefined) return exchange(request);
        // The signature covers no such header: it changes nothing at the issuer.
        const outcome = await exchange({ ...request, headers: { ...request.headers, ...traceparentNow() } });
        span.add({ 'cardwright.outcome': outcome.kind });
        if (outcome.kind === 'answered') span.add({ 'http.response.status_code': outcome.status });
        return outcome;
      }),
    close: () => pool.destroy(),
  };
}

/** The kind of request. The rest of its path names an object. */
const spanOf =
  ({ method, path }: HttpRequest) =>
  (): SpanOptions => ({
    kind: 'client',
    facts: { 'http.request.method': method, 'http.route': path.split('/', 3).join('/').split('?')[0] ?? '' },
  });

/** Handles one request. It lets the request start once, and never after its deadline. */
class OnceHandler implements Dispatcher.DispatchHandler {
  readonly #report: (outcome: Exchange) => void;
  readonly #timer: NodeJS.Timeout;
  readonly #chunks: Buffer[] = [];
  readonly #deadline: Deadline | undefined;
  readonly #stop: StopFile;
  #controller: Dispatcher.DispatchController | undefined; // set when the request is assigned a socket
  #isOver = false;
  #status = 0;

  constructor(
    report: (outcome: Exchange) => void,
    { timeoutMs, deadline, stop }: { timeoutMs: number; deadline: Deadline | undefined; stop: StopFile },
  ) {
    this.#report = report;
    this.#deadline = deadline;
    this.#stop = stop;
    this.#timer = setTimeout(() => {
      const reason = `no answer within ${timeoutMs} ms`;
      // Without a socket it never started, and never will.
      const hasLeft = deadline === undefined || this.#controller !== undefined;
      this.#finish({ kind: hasLeft ? 'unknown' : 'late', reason });
      this.#controller?.abort(new Error(reason)); // closes the connection: a late answer is discarded
    }, timeoutMs);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#isOver || this.#controller !== undefined) throw new Error('a request is sent once, and in time');
    // The last moment before the first byte is written. A request refused here provably never left.
    if (this.#deadline !== undefined && !mayLeave(this.#deadline)) {
      this.#finish({ kind: 'late', reason: 'its claim was too old to send it' });
      throw new Error('a request is sent in time');
    }
    const stop = this.#stop.check();
    if (stop !== undefined) {
      this.#finish({ kind: 'stopped', reason: stop.why });
      throw new Error('nothing is sent while work is stopped');
    }
    if (this.#deadline !== undefined) crashPoint('before-send');
    this.#controller = controller;
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number): void {
    this.#status = status;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    this.#finish({ kind: 'answered', status: this.#status, body: Buffer.concat(this.#chunks) });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    const isProven = error instanceof NeverConnected && this.#controller === undefined;
    if (isProven) this.#finish({ kind: 'never_connected', reason: error.message });
    else this.#finish({ kind: 'unknown', reason: `the connection failed: ${codeOf(error)}` });
  }

  #finish(outcome: Exchange): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#report(outcome);
  }
}
