// Updates a database: its schema, then its functions, then its queues.
import { applyFunctions } from './db/functions.ts';
import { migrateSchema, withMigrationLock } from './db/migrate.ts';
import { installQueues } from './queue/install.ts';

/** Updates a database to the newest schema, functions and queues. The address must be the owner's. Idempotent. */
export async function install(ownerUrl: string): Promise<void> {
  await withMigrationLock(ownerUrl, async () => {
    await migrateSchema(ownerUrl);
    await applyFunctions(ownerUrl);
    await installQueues(ownerUrl);
  });
}
