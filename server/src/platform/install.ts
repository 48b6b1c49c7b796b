// Updates a database: its schema, then its functions, then its queues.
import { typedWrong } from '../foundation/command-line.ts';
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

/** The owner's address, for commands that need it; without one, the process exits with a message. */
export function readOwnerUrl(help: string): string {
  const url = process.env['CARDWRIGHT_OWNER_DATABASE_URL'];
  if (url === undefined || url === '') {
    console.error('Set CARDWRIGHT_OWNER_DATABASE_URL, for example: postgres://cardwright_owner:…@host:5432/cardwright');
    process.exit(1);
  }
  if (!URL.canParse(url)) typedWrong(help, 'CARDWRIGHT_OWNER_DATABASE_URL is not a URL.');
  return url;
}
