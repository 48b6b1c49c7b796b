// Statements on the queue's own tables that its library lacks.
import type { Queryable } from '../db/db.ts';
import { sql } from '../db/sql.ts';
import { DEAD_LETTERS } from './queues.ts';

export type DeadJobRow = {
  id: string;
  /** The queue in which it failed. */
  source_name: string | null;
  data: object | null;
  /** The result of its last attempt. */
  source_output: { message?: unknown } | null;
  source_retry_count: number | null;
  source_created_on: Date | null;
  created_on: Date;
};

/** Failed jobs that were not retried, oldest first. */
export async function listDeadJobs(db: Queryable, most: number): Promise<DeadJobRow[]> {
  return db.query<DeadJobRow>(sql`
    select id, source_name, data, source_output, source_retry_count, source_created_on, created_on
      from pgboss.job_common
     where name = ${DEAD_LETTERS} and state in ('created', 'retry', 'failed')
     order by created_on, id
     limit ${most}`);
}
