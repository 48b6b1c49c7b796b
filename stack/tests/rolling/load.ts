// Clients, a person and an operator who notice every failed request while processes are replaced.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

/** One of these after the other. */
export type Request = { url: string; headers: Record<string, string>; body?: object };

export type Load = {
  /** Requests so far. */
  sent: number;
  /** What went wrong, once each. */
  failures: Set<string>;
  /** Ends it, and waits for the requests under way. */
  stop(): Promise<void>;
};

/** Sends requests at a rate, in turn, as clients that repeat nothing. */
export function startLoad(perSecond: number, turn: (number: number) => Request): Load {
  const ended = new AbortController();
  const underWay = new Set<Promise<void>>();
  const load: Load = {
    sent: 0,
    failures: new Set(),
    async stop() {
      ended.abort();
      await sending;
      await Promise.all(underWay);
    },
  };
  const send = async (request: Request) => {
    const failure = await failureOf(request);
    if (failure !== undefined) load.failures.add(failure);
  };
  const sending = (async () => {
    const started = performance.now();
    while (!ended.signal.aborted) {
      const sent = send(turn(load.sent++));
      underWay.add(sent);
      void sent.finally(() => underWay.delete(sent));
      await sleep(Math.max(0, started + (load.sent * 1_000) / perSecond - performance.now()));
    }
  })();
  return load;
}

async function failureOf({ url, headers, body }: Request): Promise<string | undefined> {
  const { pathname } = new URL(url);
  try {
    const answer = await fetch(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        ...headers,
        ...(body === undefined ? {} : { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return answer.ok ? undefined : `${pathname}: ${answer.status} ${text.slice(0, 200)}`;
  } catch (error) {
    return `${pathname}: ${String((error as Error).cause ?? error)}`;
  }
}
