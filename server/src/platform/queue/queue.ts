// The queue: pg-boss on the same database, for scheduled jobs.
import { PgBoss } from 'pg-boss';
import { connectingTo } from '../db/client.ts';
import { type Listener, listen } from '../db/listen.ts';

/** A job is taken from a dead worker after a missed heartbeat; this decides how soon that is noticed. */
const NOTICE_SECONDS = 1;

/** Fetching, supervising, scheduling, and one more while a job ends. */
export const QUEUE_CONNECTIONS = 4;

/** A stopping worker gives its jobs this long to finish. */
const STOP_MS = 8_000;

export type WorkQueue = {
  /** Runs jobs of a queue, one at a time in this process. A job's result is kept with it until it is deleted. */
  work(queue: string, job: (id: string) => Promise<object>): Promise<void>;
  /** Adds a job at the times of a cron expression (UTC), once per cell regardless of the number of workers. */
  schedule(queue: string, cron: string): Promise<void>;
  /** Calls `onTold` with the payload of each notification, and without one after an outage that may have lost some. */
  listen(channel: string, onTold: (payload?: string) => void): Promise<void>;
  stop(): Promise<void>;
};

/** Opens the queue for a worker, which owns nothing of it: the migrations create the schema and the queues. */
export async function openQueue(options: { url: string; onError: (error: unknown) => void }): Promise<WorkQueue> {
  const boss = new PgBoss({
    ...connectingTo(options.url),
    application_name: 'cardwright-queue',
    schema: 'pgboss',
    migrate: false,
    createSchema: false,
    max: QUEUE_CONNECTIONS,
    monitorIntervalSeconds: NOTICE_SECONDS,
    superviseIntervalSeconds: NOTICE_SECONDS,
    reindex: false, // left to the owner: the worker's role lacks the right
  });
  const { onError } = options;
  boss.on('error', onError);
  await boss.start();
  const ears: Listener[] = [];
  return {
    work: async (queue, job) => {
      await boss.work(queue, async (jobs) => {
        // pg-boss silently retries a failed job by the queue's policy, so the failure is reported here.
        return job(jobs[0]?.id ?? '').catch((error: unknown) => {
          onError(error);
          throw error;
        });
      });
    },
    schedule: (queue, cron) => boss.schedule(queue, cron, null, { tz: 'UTC' }),
    listen: async (channel, onTold) => {
      ears.push(await listen({ url: options.url, name: 'cardwright-listen', channel, onTold, onError }));
    },
    stop: async () => {
      await Promise.all(ears.map((ear) => ear.close()));
      await boss.stop({ graceful: true, timeout: STOP_MS });
    },
  };
}
