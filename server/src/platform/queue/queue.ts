// The queue: pg-boss on the same database, for jobs that run by the calendar.
import { PgBoss } from 'pg-boss';

/** A job whose worker died is taken from it after its heartbeat is missed; these decide how soon that is noticed. */
const NOTICE_SECONDS = 1;

/** A stopping worker lets its jobs finish for this long. */
const STOP_MS = 8_000;

export type WorkQueue = {
  /** Runs jobs of a queue, one at a time in this process. What a job answers is kept with it until it is deleted. */
  work(queue: string, job: (id: string) => Promise<object>): Promise<void>;
  /** Adds a job at the times of a cron expression (UTC), once per cell however many workers there are. */
  schedule(queue: string, cron: string): Promise<void>;
  /**
   * Calls `onTold` with the payload of each notification, and without one after an outage that may have lost some.
   */
  listen(channel: string, onTold: (payload?: string) => void): Promise<void>;
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
  const ears: { close(): Promise<void> }[] = [];
  return {
    work: async (queue, job) => {
      await boss.work(queue, async (jobs) => {
        // pg-boss tries a failed job again by the queue's policy, in silence: whoever watches the log must hear of it.
        return job(jobs[0]?.id ?? '').catch((error: unknown) => {
          onError(error);
          throw error;
        });
      });
    },
    schedule: (queue, cron) => boss.schedule(queue, cron, null, { tz: 'UTC' }),
    listen: async (channel, onTold) => {
      const opened = await boss.getDb().listen?.(channel, onTold, () => onTold());
      if (opened !== undefined) ears.push(opened);
    },
    stop: async () => {
      await Promise.all(ears.map((ear) => ear.close()));
      await boss.stop({ graceful: true, timeout: STOP_MS });
    },
  };
}
