// Sending jobs inside a transaction: they are there when it has committed, and never when it has not.
import { PgBoss } from 'pg-boss';
import type { Tx } from '../db/db.ts';
import type { Environment } from '../scope.ts';
import { RUN_OPERATIONS } from './queues.ts';

/** A poke to look at an operation. What is to be done stands in the operation, so a poke too many does nothing. */
export type OperationJob = { companyId: string; environment: Environment; operationId: string };

export type JobSender = {
  /** Adds jobs to the transaction, due at once or after so many seconds. */
  send(tx: Tx, jobs: readonly OperationJob[], afterSeconds?: number): Promise<void>;
  close(): Promise<void>;
};

/**
 * Opens a sender, which supervises nothing and owns nothing of the queue. It looks for the queue when the first job is
 * sent: a process may start while the database is away.
 */
export function openJobSender(options: { url: string; onError: (error: unknown) => void }): JobSender {
  const boss = new PgBoss({
    connectionString: options.url,
    application_name: 'cardwright-jobs',
    schema: 'pgboss',
    migrate: false,
    createSchema: false,
    supervise: false,
    schedule: false,
    max: 1,
  });
  boss.on('error', options.onError);
  let starting: Promise<unknown> | undefined;
  const start = () => {
    starting ??= boss.start().catch((error: unknown) => {
      starting = undefined; // the next job tries again
      throw error;
    });
    return starting;
  };
  return {
    async send(tx, jobs, afterSeconds = 0) {
      if (jobs.length === 0) return;
      await start();
      const rows = jobs.map((data) => ({ data, ...(afterSeconds > 0 ? { startAfter: afterSeconds } : {}) }));
      await boss.insert(RUN_OPERATIONS, rows, {
        db: { executeSql: (text, values = []) => tx.execute(text, values) },
        returnId: false,
      });
    },
    close: async () => {
      if (starting !== undefined) await boss.stop({ graceful: false });
    },
  };
}
