// Requests that wait for a change of an object. One query a second serves all of them, and none while nobody waits.
import { finished } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { startPolling } from '../../foundation/polling.ts';
import type { Scope } from '../../foundation/scope.ts';
import { openConcurrency } from './concurrency.ts';

/** Proxies and clients give up on an answer after 30 to 60 seconds. */
const LONGEST_WAIT_SECONDS = 30;

/** A client that polls is asked to do it once a second: waiting is no slower, and costs one query for all clients. */
const EVERY_MS = 1_000;

/** Enough for a client that waits for every order of a burst; a wait holds a connection and little else. */
const MOST_PER_COMPANY = 100;

/** The limit of waiting requests in one process: a few kilobytes each. */
const MOST_IN_ALL = 5_000;

/** The query parameter of a request that can wait. */
export const waitQuery = {
  wait: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: LONGEST_WAIT_SECONDS,
      description: 'Addition: waits for up to this many seconds for a change before it answers.',
    }),
  ),
};

/** An object, and the status that it had when the request came. */
export type Awaited = { kind: 'operation' | 'invoice'; scope: Scope; id: string; status: string };

export type Waiting = {
  /** Waits until `findChanged` names the object, for at most some seconds, or until the server stops. */
  untilChanged(reply: FastifyReply, awaited: Awaited, seconds: number): Promise<void>;
};

/** Opens the waiting requests of a server. `findChanged` returns the ids of the objects that have changed. */
export function openWaiting(
  app: Pick<FastifyInstance, 'addHook' | 'log'>,
  findChanged: (all: readonly Awaited[]) => Promise<readonly string[]>,
): Waiting {
  const waiting = new Map<() => void, Awaited>();
  const limit = openConcurrency({ perOwner: MOST_PER_COMPANY, inAll: MOST_IN_ALL, refusal: 'too_many_waiting' });
  const look = async () => {
    if (waiting.size === 0) return;
    const asked = [...waiting];
    const changed = new Set(await findChanged(asked.map(([, awaited]) => awaited)));
    for (const [wake, { id }] of asked) if (changed.has(id)) wake();
  };
  const onError = (err: unknown) => app.log.error({ err }, 'polling for waiting requests failed');
  const polling = startPolling({ everyMs: EVERY_MS, check: look, onError });
  let isStopping = false;
  app.addHook('preClose', async () => {
    isStopping = true;
    for (const wake of waiting.keys()) wake(); // a server waits for open requests when it closes
    await polling.stop();
  });
  return {
    async untilChanged(reply, awaited, seconds) {
      const leave = limit.enter(awaited.scope.companyId);
      const { promise, resolve: wake } = Promise.withResolvers<void>();
      const timer = setTimeout(wake, seconds * 1_000);
      const stopListening = finished(reply.raw, () => wake()); // the client has gone
      if (isStopping) wake();
      else waiting.set(wake, awaited);
      await promise;
      waiting.delete(wake);
      clearTimeout(timer);
      stopListening();
      leave();
    },
  };
}
