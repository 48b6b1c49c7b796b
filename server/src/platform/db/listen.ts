// LISTEN on a connection of its own, which is replaced when it breaks or the primary moves.
import { setTimeout as sleep } from 'node:timers/promises';
import { newClient, type Primary } from './client.ts';

/** Short: until the connection is back, work is found by polling only. */
const CONNECT_AGAIN_MS = 250;
const CONNECT_WITHIN_MS = 5_000;

/** A silent connection may be dead: this finds out. */
const CHECK_MS = 5_000;

export type Listener = { close(): Promise<void> };

/**
 * Calls `onTold` with the payload of each notification, and without one after each connect: some may have been missed.
 * The first connection must succeed.
 */
export async function listen(options: {
  url: string;
  name: string;
  channel: string;
  onTold: (payload?: string) => void;
  onError: (error: unknown) => void;
}): Promise<Listener> {
  const closed = new AbortController();
  let client = await connect(options);

  const keep = async () => {
    while (!closed.signal.aborted) {
      await untilBroken(client, closed.signal);
      client.drop(new Error('the listener connects again'));
      while (!closed.signal.aborted) {
        try {
          client = await connect(options);
          if (closed.signal.aborted) client.drop(new Error('the listener is closed'));
          break;
        } catch (error) {
          options.onError(error);
          await pause(CONNECT_AGAIN_MS, closed.signal);
        }
      }
    }
  };
  const kept = keep();
  return {
    async close() {
      closed.abort();
      client.drop(new Error('the listener is closed'));
      await kept;
    },
  };
}

async function connect({ url, name, channel, onTold }: Parameters<typeof listen>[0]): Promise<Primary> {
  const client = newClient(url, {
    application_name: name,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    query_timeout: CHECK_MS,
    keepAlive: true,
  });
  client.on('notification', ({ payload }) => onTold(payload));
  await client.connect();
  await client.query(`listen ${client.escapeIdentifier(channel)}`);
  onTold();
  return client;
}

/** Resolves when a connection has ended or no longer answers. */
async function untilBroken(client: Primary, closed: AbortSignal): Promise<void> {
  const ended = new AbortController();
  client.once('end', () => ended.abort());
  const stop = AbortSignal.any([ended.signal, closed]);
  while (!stop.aborted) {
    await pause(CHECK_MS, stop);
    if (stop.aborted) return;
    try {
      await client.query('select 1');
    } catch {
      return;
    }
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<unknown> =>
  sleep(ms, undefined, { signal }).catch(() => undefined);
