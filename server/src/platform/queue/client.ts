// The queue for a process that runs no jobs: it supervises nothing and owns nothing of it.
import { PgBoss } from 'pg-boss';
import { connectingTo } from '../db/client.ts';

/** The same limit as for every other statement. */
const CONNECT_TIMEOUT_MS = 5_000;

export type QueueOptions = { url: string; onError: (error: unknown) => void };

export type QueueClient = {
  /** Connects on first use: a process may start while the database is down. */
  ready(): Promise<PgBoss>;
  close(): Promise<void>;
};

/** Opens a client of the queue; `name` is what its connection is called in the database. */
export function openQueueClient({ url, onError }: QueueOptions, name: string): QueueClient {
  const boss = new PgBoss({
    ...connectingTo(url),
    application_name: name,
    schema: 'pgboss',
    migrate: false,
    createSchema: false,
    supervise: false,
    schedule: false,
    max: 1,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  boss.on('error', onError);
  let starting: Promise<PgBoss> | undefined;
  return {
    ready() {
      starting ??= boss.start().catch((error: unknown) => {
        starting = undefined; // the next call tries again
        throw error;
      });
      return starting;
    },
    close: async () => {
      if (starting !== undefined) await boss.stop({ graceful: false });
    },
  };
}
