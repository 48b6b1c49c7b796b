// Bringing a database up to date: its schema, then its queues.
import { migrateSchema } from './db/migrate.ts';
import { installQueues } from './queue/install.ts';

/** Brings a database to the newest schema and queues. The address must be the owner's. Repeating it changes nothing. */
export async function install(ownerUrl: string): Promise<void> {
  await migrateSchema(ownerUrl);
  await installQueues(ownerUrl);
}
