// Connections to the checked addresses of one host. Each carries one request at a time and is kept for the next one.
import { Client } from 'undici';
import { connectorTo, type Target } from './connect.ts';

/** Limit for the answer's headers: many times what servers send. */
const MOST_HEAD_BYTES = 16 * 1024;

/** An idle connection is closed after this time. Servers wait longer, so a request rarely meets a closing one. */
const IDLE_MS = 1_000;

type Connection = {
  client: Client;
  /** It carried a request before, so the server may be closing it. */
  isUsed: boolean;
  /** Closes the connection immediately, even while it is connecting. */
  drop(): void;
};

export type Connections = {
  /** An idle connection, or a new one. */
  take(): Connection;
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
  const idle = new Set<Connection>();
  let isClosed = false;
  const open = (): Connection => {
    const opening = new AbortController();
    const client = new Client(origin, {
      allowH2: false,
      maxHeaderSize: MOST_HEAD_BYTES,
      headersTimeout: 0, // the sender's limit covers the whole request
      bodyTimeout: 0,
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: IDLE_MS,
      connect: connectorTo(target, { connectMs, signal: opening.signal }),
    });
    const connection: Connection = {
      client,
      isUsed: false,
      drop() {
        void client.destroy();
        opening.abort();
      },
    };
    client.on('disconnect', () => {
      idle.delete(connection);
      connection.drop();
    });
    return connection;
  };
  return {
    take() {
      const [kept] = idle;
      if (kept === undefined) return open();
      idle.delete(kept);
      return kept;
    },
    keep(connection) {
      connection.isUsed = true;
      if (isClosed) connection.drop();
      else if (!connection.client.destroyed) idle.add(connection);
    },
    close() {
      isClosed = true;
      for (const connection of idle) connection.drop();
      idle.clear();
    },
  };
}
