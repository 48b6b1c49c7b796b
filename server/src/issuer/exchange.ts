// One request and its answer, at most once. What is not a whole answer in time is unknown, unless it is proven that no
// socket ever connected for the request.
import { type Dispatcher, Pool } from 'undici';
import { crashPoint } from '../foundation/crash-points.ts';
import type { StopFile } from '../platform/work/stop.ts';
import { codeOf, NeverConnected, openSockets } from './connect.ts';
import { type Deadline, mayLeave } from './deadline.ts';

/** As many requests as one process has under way at an address. Another one waits for its turn, and its time runs. */
export const MOST_CONNECTIONS = 256;

/** Larger than any answer of the protocol by far. */
const ANSWER_LIMIT_BYTES = 64 * 1024;

/** A connection may take this part of the time: one that never comes is told apart from an answer that does not. */
const CONNECT_SHARE = 0.5;

type HttpRequest = {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body: string;
  /** Until when it may leave; without one, its time to be answered is the only limit. */
  deadline?: Deadline | undefined;
};

/** What became of a request: an answer of whatever status, or none. */
export type Exchange =
  | { kind: 'answered'; status: number; body: Buffer }
  | { kind: 'unknown'; reason: string }
  | { kind: 'never_connected'; reason: string }
  | { kind: 'late'; reason: string }
  | { kind: 'stopped'; reason: string };

/** An address of an issuer, with connections of its own. */
export type Address = { exchange(request: HttpRequest): Promise<Exchange>; close(): Promise<void> };

/** Opens an address. Nothing is retried, redirected or sent through a proxy, whatever the environment says. */
export function openAddress(url: string, { timeoutMs, stop }: { timeoutMs: number; stop: StopFile }): Address {
  let lost = 0; // grows whenever a connection that there was is no more
  const pool = new Pool(url, {
    connections: MOST_CONNECTIONS,
    pipelining: 1,
    allowH2: false,
    maxResponseSize: ANSWER_LIMIT_BYTES,
    connect: openSockets({ timeoutMs: timeoutMs * CONNECT_SHARE, onLost: () => lost++ }),
  });
  return {
    exchange({ deadline, ...request }) {
      const lostBefore = lost;
      return new Promise((resolve) => {
        const handler = new OnceHandler(
          (outcome) => {
            // A kept connection may have ended just as the request was to use it, and the next one was refused. Nothing
            // was written then, as far as we know; but a socket was there, so it is no proof.
            const isProven = outcome.kind !== 'never_connected' || lost === lostBefore;
            resolve(isProven ? outcome : { ...outcome, kind: 'unknown' });
          },
          { timeoutMs, deadline, stop },
        );
        pool.dispatch({ ...request, body: request.body === '' ? null : request.body }, handler);
      });
    },
    close: () => pool.destroy(),
  };
}

/** Follows one request. It lets the request begin once, and never after its time is over. */
class OnceHandler implements Dispatcher.DispatchHandler {
  readonly #report: (outcome: Exchange) => void;
  readonly #timer: NodeJS.Timeout;
  readonly #chunks: Buffer[] = [];
  readonly #deadline: Deadline | undefined;
  readonly #stop: StopFile;
  #controller: Dispatcher.DispatchController | undefined; // there is one as soon as the request is given a socket
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
      // Without a socket of its own, it never began, and never will: it is over.
      const hasLeft = deadline === undefined || this.#controller !== undefined;
      this.#finish({ kind: hasLeft ? 'unknown' : 'late', reason });
      this.#controller?.abort(new Error(reason)); // closes the connection: a late answer is nobody's
    }, timeoutMs);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#isOver || this.#controller !== undefined) throw new Error('a request is sent once, and in time');
    // The last moment before the first byte is written. Refused here, the request provably never left.
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
