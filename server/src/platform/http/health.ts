// Health checks for process supervisors and load balancers.
import type { FastifyInstance } from 'fastify';
import { refuse } from '../../foundation/refusals/refusals.ts';
import type { Db } from '../db/db.ts';
import { sql } from '../db/sql.ts';
import type { Fence } from '../fence/fence.ts';

const NO_ANSWER = 'The database does not answer.';

/**
 * Serves /health/live ("do not restart me"), /health/ready ("send me reads") and /health/writable ("send me writes").
 * They differ: while no standby confirms commits, or behind a closed fence, reads work and writes do not. A process
 * that is told to stop is not ready, and still answers.
 */
export function serveHealth(
  app: FastifyInstance,
  { db, own, fence }: { db: Db; own?: Db; fence: Pick<Fence, 'check'> },
): void {
  const all = own === undefined ? [db] : [db, own];
  app.get('/health/live', async () => ({ status: 'live' }));
  app.get('/health/ready', async () => {
    refuseWhileDraining(app);
    for (const each of all) await each.query(sql`select 1`).catch(() => refuse('overloaded', { message: NO_ANSWER }));
    return { status: 'ready' };
  });
  app.get('/health/writable', async () => {
    refuseWhileDraining(app);
    const closed = fence.check();
    if (closed !== undefined) refuse('recovering', { message: `Nothing is written: ${closed.why}.` });
    if (!(await db.canCommit())) refuse('overloaded', { message: 'The database does not commit.' });
    return { status: 'writable' };
  });
}

/** Why a process that serves no requests cannot work now; undefined if it can. */
export async function whyNotReady(db: Db, isStopping: boolean): Promise<string | undefined> {
  if (isStopping) return 'The process is stopping: it claims nothing more.';
  return db.query(sql`select 1`).then(
    () => undefined,
    () => NO_ANSWER,
  );
}

function refuseWhileDraining(app: FastifyInstance): void {
  if (app.isDraining()) refuse('overloaded', { message: 'The process is stopping: send requests elsewhere.' });
}
