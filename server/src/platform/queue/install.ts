// The queues of the cell, created by the owner of the schemas. The processes that use them own nothing.
import { PgBoss } from 'pg-boss';
import { connectingTo } from '../db/client.ts';
import { asAdministrator } from '../db/migrate.ts';
import { queues, retiredQueues } from './queues.ts';

/** Installs pg-boss and every queue, and grants the processes access. Idempotent. */
export async function installQueues(ownerUrl: string): Promise<void> {
  const boss = new PgBoss({ ...connectingTo(ownerUrl), schema: 'pgboss', supervise: false, schedule: false });
  boss.on('error', () => undefined); // a failing start throws
  await boss.start();
  try {
    const existing = new Set((await boss.getQueues()).map((queue) => queue.name));
    for (const [name, options] of Object.entries(queues)) {
      if (!existing.has(name)) await boss.createQueue(name, options);
      const { policy: _, ...changeable } = options; // a queue's policy cannot change
      if (existing.has(name)) await boss.updateQueue(name, changeable);
    }
    for (const name of retiredQueues) if (existing.has(name)) await boss.deleteQueue(name);
  } finally {
    await boss.stop({ graceful: false });
  }
  await grantToProcesses(ownerUrl);
}

async function grantToProcesses(ownerUrl: string): Promise<void> {
  await asAdministrator(ownerUrl, async (client) => {
    await client.query('grant usage on schema pgboss to cardwright_worker');
    await client.query('grant select, insert, update, delete on all tables in schema pgboss to cardwright_worker');
    await client.query('grant execute on all functions in schema pgboss to cardwright_worker');
    // The API added jobs in earlier versions; it no longer needs the queue.
    await client.query('revoke all on all tables in schema pgboss from cardwright_api');
    await client.query('revoke all on all functions in schema pgboss from cardwright_api');
    await client.query('revoke usage on schema pgboss from cardwright_api');
    // Operators see the job counts and the failed jobs, and can have those retried.
    await client.query('grant usage on schema pgboss to cardwright_admin');
    await client.query('grant select on pgboss.version, pgboss.queue to cardwright_admin');
    await client.query('grant select, insert on pgboss.job to cardwright_admin');
    await client.query('grant select, update, delete on pgboss.job_common to cardwright_admin');
    await client.query('grant execute on function pgboss.job_now() to cardwright_admin');
    // Readers of the status see the same counts, but no jobs.
    await client.query('grant usage on schema pgboss to cardwright_reader');
    const numbers = 'name, ready_count, deferred_count, active_count, failed_count, monitor_on';
    await client.query(`grant select (${numbers}) on pgboss.queue to cardwright_reader`);
  });
}
