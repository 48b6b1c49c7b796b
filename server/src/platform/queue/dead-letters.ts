// Jobs that failed after all their attempts: they wait until an operator has them retried.
import type { Queryable, Tx } from '../db/db.ts';
import { openQueueClient, type QueueOptions } from './client.ts';
import { DEAD_LETTERS } from './queues.ts';
import { type DeadJobRow, listDeadJobs } from './sql.ts';

export type DeadJob = {
  id: string;
  /** The queue in which it failed, and to which it returns when it is retried. */
  queue: string;
  data: object;
  error: string | undefined;
  tries: number;
  createdAt: Date | null;
  failedAt: Date;
};

export type DeadLetters = {
  /** The failed jobs, oldest first. */
  list(db: Queryable, most: number): Promise<DeadJob[]>;
  /** Returns these jobs to their queues within the transaction; returns how many there were. */
  redrive(tx: Tx, ids: readonly string[]): Promise<number>;
  close(): Promise<void>;
};

/** Opens access to failed jobs. */
export function openDeadLetters(options: QueueOptions): DeadLetters {
  const queue = openQueueClient(options, 'cardwright-dead-letters');
  return {
    list: async (db, most) => (await listDeadJobs(db, most)).map(toDeadJob),
    async redrive(tx, ids) {
      const boss = await queue.ready();
      const db = { executeSql: (text: string, values: unknown[] = []) => tx.execute(text, values) };
      return boss.redrive(DEAD_LETTERS, { ids: [...ids], db });
    },
    close: () => queue.close(),
  };
}

const toDeadJob = (row: DeadJobRow): DeadJob => ({
  id: row.id,
  queue: row.source_name ?? '',
  data: row.data ?? {},
  error: typeof row.source_output?.message === 'string' ? row.source_output.message : undefined,
  tries: (row.source_retry_count ?? 0) + 1,
  createdAt: row.source_created_on,
  failedAt: row.created_on,
});
