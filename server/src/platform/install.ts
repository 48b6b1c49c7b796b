// Updates a database: its schema, then its functions, then its queues.
import { applyFunctions } from './db/functions.ts';
import { migrateSchema, withMigrationLock } from './db/migrate.ts';
import type { Step } from './db/migrations.ts';
import { installQueues } from './queue/install.ts';

/**
 * Updates a database to the newest schema, functions and queues, and reports each step. The address must be the
 * owner's. Idempotent.
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
