// The queue: pg-boss on the same database, so that a job can join the commit of what it is for.
import { PgBoss } from 'pg-boss';
import type { Tx } from '../db/db.ts';
import type { Environment } from '../scope.ts';
import { dropPokes, type HeldPoke, type Poke, sendPokes, takePokes, touchPokes } from './pokes.ts';

/** A job whose worker died is taken from it after its heartbeat is missed; these decide how soon that is noticed. */
const NOTICE_SECONDS = 1;

/** A stopping worker lets its jobs finish for this long. */
const STOP_MS = 8_000;

export type WorkQueue = {
  /** Runs jobs of a queue, one at a time in this process. What a job answers is kept with it until it is deleted. */
  work(queue: string, job: () => Promise<object>): Promise<void>;
  /** Adds a job at the times of a cron expression (UTC), once per cell however many workers there are. */
  schedule(queue: string, cron: string): Promise<void>;
  /** Pokes about operations: see pokes.ts. */
  pokes: {
    send(tx: Tx, pokes: readonly Poke[], afterSeconds?: number): Promise<void>;
    take(tx: Tx, environment: Environment, most: number): Promise<HeldPoke[]>;
    drop(tx: Tx, pokes: readonly HeldPoke[]): Promise<void>;
    touch(pokes: readonly HeldPoke[]): Promise<void>;
  };
  /** Calls `onTold` when the database tells something, and after an outage in which something may have been missed. */
  listen(channel: string, onTold: () => void): Promise<void>;
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
      await boss.work(queue, async () => {
        // pg-boss tries a failed job again by the queue's policy, in silence: whoever watches the log must hear of it.
        return job().catch((error: unknown) => {
          onError(error);
          throw error;
        });
      });
    },
    schedule: (queue, cron) => boss.schedule(queue, cron, null, { tz: 'UTC' }),
    pokes: {
      send: (tx, pokes, afterSeconds) => sendPokes(boss, tx, pokes, afterSeconds),
      take: (tx, environment, most) => takePokes(boss, tx, environment, most),
      drop: (tx, pokes) => dropPokes(boss, tx, pokes),
      touch: (pokes) => touchPokes(boss, pokes),
    },
    listen: async (channel, onTold) => {
      const opened = await boss.getDb().listen?.(channel, onTold, onTold);
      if (opened !== undefined) ears.push(opened);
    },
    stop: async () => {
      await Promise.all(ears.map((ear) => ear.close()));
      await boss.stop({ graceful: true, timeout: STOP_MS });
    },
  };
}
