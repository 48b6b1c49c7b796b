// Sending pokes from a process that does nothing else with the queue.
import { PgBoss } from 'pg-boss';
import type { Tx } from '../db/db.ts';
import { type Poke, sendPokes } from './pokes.ts';

export type PokeSender = {
  /** Looks for the queue, once. Whoever is about to send waits for it before a transaction holds any locks. */
  ready(): Promise<void>;
  /** Adds pokes to the transaction: they are there when it has committed, and never when it has not. */
  send(tx: Tx, pokes: readonly Poke[]): Promise<void>;
  close(): Promise<void>;
};

/** As long as every other statement of ours waits for a connection. */
const CONNECT_TIMEOUT_MS = 5_000;

/**
 * Opens a sender, which supervises nothing and owns nothing of the queue. A process may start while the database is
 * away, so it looks for the queue when it is first needed.
 */
export function openPokeSender(options: { url: string; onError: (error: unknown) => void }): PokeSender {
  const boss = new PgBoss({
    connectionString: options.url,
    application_name: 'cardwright-jobs',
    schema: 'pgboss',
    migrate: false,
    createSchema: false,
    supervise: false,
    schedule: false,
    max: 1,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  boss.on('error', options.onError);
  let starting: Promise<unknown> | undefined;
  const start = () => {
    starting ??= boss.start().catch((error: unknown) => {
      starting = undefined; // the next poke tries again
      throw error;
    });
    return starting;
  };
  return {
    async ready() {
      await start();
    },
    async send(tx, pokes) {
      if (pokes.length === 0) return;
      await start();
      await sendPokes(boss, tx, pokes);
    },
    close: async () => {
      if (starting !== undefined) await boss.stop({ graceful: false });
    },
  };
}
