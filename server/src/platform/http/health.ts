// Health checks for process supervisors: live means "do not restart me", ready means "send me requests".
import type { FastifyInstance } from 'fastify';
import { refuse } from '../../foundation/refusals/refusals.ts';
import type { Db } from '../db/db.ts';
import { sql } from '../db/sql.ts';

/** Serves /health/live and /health/ready. */
export function serveHealth(app: FastifyInstance, ...databases: readonly Db[]): void {
  app.get('/health/live', async () => ({ status: 'live' }));
  app.get('/health/ready', async () => {
    for (const db of databases)
      await db.query(sql`select 1`).catch(() => refuse('overloaded', { message: 'The database does not answer.' }));
    return { status: 'ready' };
  });
}
