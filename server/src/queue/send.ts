// Sending pokes from a process that does nothing else with the queue.
import type { Tx } from '../db/db.ts';
import { openQueueClient, type QueueOptions } from './client.ts';
import { type Poke, sendPokes } from './pokes.ts';

export type PokeSender = {
  /** Looks for the queue, once. Whoever is about to send waits for it before a transaction holds any locks. */
  ready(): Promise<void>;
  /** Adds pokes to the transaction: they are there when it has committed, and never when it has not. */
  send(tx: Tx, pokes: readonly Poke[]): Promise<void>;
  close(): Promise<void>;
};

/** Opens a sender. */
export function openPokeSender(options: QueueOptions): PokeSender {
  const queue = openQueueClient(options, 'cardwright-jobs');
  return {
    async ready() {
      await queue.ready();
    },
    async send(tx, pokes) {
      if (pokes.length > 0) await sendPokes(await queue.ready(), tx, pokes);
    },
    close: () => queue.close(),
  };
}
