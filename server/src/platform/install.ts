// Updates a database: its schema, then its functions, then its queues.
import { applyFunctions } from './db/functions.ts';
import { asAdministrator, loginRoles, migrateSchema, withMigrationLock } from './db/migrate.ts';
import type { Step } from './db/migrations.ts';
import { installQueues } from './queue/install.ts';

/**
 * Updates a database to the newest schema, functions and queues, and reports each step. The address must be the owner's.
 * Idempotent.
 */
export async function install(ownerUrl: string, onStep: (step: Step) => void = () => undefined): Promise<void> {
  const timed = async (what: string, work: () => Promise<unknown>) => {
    const started = performance.now();
    await work();
    onStep({ file: what, ms: Math.round(performance.now() - started), waits: 0, locks: [] });
  };
  await withMigrationLock(ownerUrl, async () => {
    await migrateSchema(ownerUrl, undefined, onStep);
    await timed('functions', () => applyFunctions(ownerUrl));
    await timed('queues', () => installQueues(ownerUrl));
  });
}

/** How many connections other roles of ours have to this database: a copy for a rehearsal has none. */
export const countUsers = (ownerUrl: string): Promise<number> =>
  asAdministrator(ownerUrl, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::integer as count from pg_stat_activity
        where datname = current_database() and usename = any ($1) and usename <> current_user`,
      [loginRoles],
    );
    return rows[0]?.count ?? 0;
  });
