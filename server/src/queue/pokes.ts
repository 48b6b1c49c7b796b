// Pokes: jobs that say which operation to look at. Each joins the transaction of whatever it is for.
import type { PgBoss } from 'pg-boss';
import type { Tx } from '../db/db.ts';
import type { Environment } from '../scope.ts';
import { runQueueOf } from './queues.ts';

/** A poke to look at an operation. What is to be done stands in the operation, so a poke too many does nothing. */
export type Poke = { companyId: string; environment: Environment; operationId: string };

/** A poke that this process holds: nobody else gets it until its heartbeat is missed. */
export type HeldPoke = Poke & { jobId: string };

/** Told whenever a poke is due at once. Listeners that miss it find the poke when they look by themselves. */
export const POKED = 'cardwright_poked';

/** The library's statements, run inside our own transaction. */
const inside = (tx: Tx) => ({
  db: { executeSql: (text: string, values: unknown[] = []) => tx.execute(text, values) },
});

/** Adds pokes to the transaction, due at once or after so many seconds. */
export async function sendPokes(boss: PgBoss, tx: Tx, pokes: readonly Poke[], afterSeconds = 0): Promise<void> {
  const told = afterSeconds > 0 || pokes.length === 0 ? undefined : tx.execute(`select pg_notify('${POKED}', '')`, []);
  await Promise.all([
    told,
    ...byQueue(pokes).map(([queue, some]) =>
      boss.insert(
        queue,
        some.map(({ companyId, environment, operationId }) => ({
          data: { companyId, environment, operationId },
          ...(afterSeconds > 0 ? { startAfter: afterSeconds } : {}),
        })),
        { ...inside(tx), returnId: false },
      ),
    ),
  ]);
}

/** Takes pokes that are due, at most so many. They are ours when the transaction has committed. */
export async function takePokes(boss: PgBoss, tx: Tx, environment: Environment, most: number): Promise<HeldPoke[]> {
  const jobs = await boss.fetch<Poke>(runQueueOf(environment), { batchSize: most, ...inside(tx) });
  return jobs.map(({ id, data }) => ({ ...data, jobId: id }));
}

/** Removes pokes whose operation needs no more looking at, or will be poked about again. */
export async function dropPokes(boss: PgBoss, tx: Tx, pokes: readonly HeldPoke[]): Promise<void> {
  const drops = byQueue(pokes).map(([queue, some]) =>
    boss.deleteJob(
      queue,
      some.map(({ jobId }) => jobId),
      inside(tx),
    ),
  );
  await Promise.all(drops);
}

/** Says that we are alive and still hold these. */
export async function touchPokes(boss: PgBoss, pokes: readonly HeldPoke[]): Promise<void> {
  const touches = byQueue(pokes).map(([queue, some]) =>
    boss.touch(
      queue,
      some.map(({ jobId }) => jobId),
    ),
  );
  await Promise.all(touches);
}

const byQueue = <Some extends Poke>(pokes: readonly Some[]): [string, Some[]][] => [
  ...Map.groupBy(pokes, ({ environment }) => runQueueOf(environment)),
];
