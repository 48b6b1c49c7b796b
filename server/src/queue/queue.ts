// The queue: pg-boss on the same database, so that a job can join the commit of what it is for.
import { PgBoss } from 'pg-boss';
import { RUN_OPERATIONS } from './queues.ts';
import type { OperationJob } from './send.ts';

/** A job whose worker died is taken from it after its heartbeat is missed; these decide how soon that is noticed. */
const NOTICE_SECONDS = 1;

/** Jobs of a batch: as many as one commit claims and settles. */
const BATCH = 32;

/** Batches at once: a batch that waits for a slow issuer leaves the others running. */
const BATCHES_AT_ONCE = 4;

/** An idle queue is looked at so often; pg-boss allows no less. */
const POLL_SECONDS = 0.5;

/** A stopping worker lets its jobs finish for this long. */
const STOP_MS = 8_000;

export type WorkQueue = {
  /** Runs jobs of a queue, one at a time in this process. What a job answers is kept with it until it is deleted. */
  work(queue: string, job: () => Promise<object>): Promise<void>;
  /**
   * Looks at operations in batches, several side by side, so that a slow one holds up only its own. A poke whose
   * worker dies is given to another after its heartbeat is missed.
   */
  workOnOperations(batch: (pokes: OperationJob[]) => Promise<void>): Promise<void>;
  /** Adds a job at the times of a cron expression (UTC), once per cell however many workers there are. */
  schedule(queue: string, cron: string): Promise<void>;
  stop(): Promise<void>;
};

/** Opens the queue for a worker, which owns nothing of it: the migrations made the schema and the queues. */
export async function openQueue(options: { url: string; onError: (error: unknown) => void }): Promise<WorkQueue> {
  const boss = new PgBoss({
    connectionString: options.url,
    application_name: 'cardwright-queue',
    schema: 'pgboss',
    migrate: false,
    createSchema: false,
    max: 4,
    monitorIntervalSeconds: NOTICE_SECONDS,
    superviseIntervalSeconds: NOTICE_SECONDS,
    reindex: false, // the owner's to do: the worker's role may not
  });
  const { onError } = options;
  boss.on('error', onError);
  await boss.start();
  return {
    work: async (queue, job) => {
      await boss.work(queue, async () => {
        // pg-boss tries a failed job again by the queue's policy, in silence: whoever watches the log must hear of it.
        return job().catch((error: unknown) => {
          onError(error);
          throw error;
        });
      });
    },
    workOnOperations: async (batch) => {
      const work = { batchSize: BATCH, localConcurrency: BATCHES_AT_ONCE, pollingIntervalSeconds: POLL_SECONDS };
      await boss.work<OperationJob>(RUN_OPERATIONS, work, async (jobs) => {
        await batch(jobs.map(({ data }) => data)).catch((error: unknown) => {
          onError(error);
          throw error;
        });
      });
    },
    schedule: (queue, cron) => boss.schedule(queue, cron, null, { tz: 'UTC' }),
    stop: () => boss.stop({ graceful: true, timeout: STOP_MS }),
  };
}
