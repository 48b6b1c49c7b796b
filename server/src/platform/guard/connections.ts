// Connections to the checked addresses of one host. Each carries one request at a time and is kept for the next one.
import { Client } from 'undici';
import { connectorTo, type Target } from './connect.ts';

/** Limit for the answer's headers: many times what servers send. */
const MOST_HEAD_BYTES = 16 * 1024;

/** An idle connection is closed after this time. Servers wait longer, so a request rarely meets a closing one. */
const IDLE_MS = 1_000;

/** `isUsed`: it carried a request before, so the server may be closing it. */
export type Connection = { client: Client; isUsed: boolean };

export type Connections = {
  /** An idle connection, or a new one. */
  take(signal: AbortSignal): Connection;
  /** Keeps a connection for the next request. Only after a complete answer. */
  keep(connection: Connection): void;
  /** Closes the idle connections and keeps none from now on. */
  close(): void;
};

/** Opens no connection before the first request. */
export function openConnections(
  target: Target,
  { origin, connectMs }: { origin: string; connectMs: number },
): Connections {
  const idle = new Set<Client>();
  let isClosed = false;
  const open = (signal: AbortSignal): Client => {
    const client = new Client(origin, {
      allowH2: false,
      maxHeaderSize: MOST_HEAD_BYTES,
      headersTimeout: 0, // the sender's limit covers the whole request
      bodyTimeout: 0,
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: IDLE_MS,
      connect: connectorTo(target, { connectMs, signal }),
    });
    client.on('disconnect', () => {
      idle.delete(client);
      void client.destroy();
    });
    return client;
  };
  return {
    take(signal) {
      const [kept] = idle;
      if (kept === undefined) return { client: open(signal), isUsed: false };
      idle.delete(kept);
      return { client: kept, isUsed: true };
    },
    keep({ client }) {
      if (isClosed) void client.destroy();
      else if (!client.destroyed) idle.add(client);
    },
    close() {
      isClosed = true;
      for (const client of idle) void client.destroy();
      idle.clear();
    },
  };
}
