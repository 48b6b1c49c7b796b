// Bringing the issuer's schema up to date. Its objects belong to the owner of all schemas; the issuer's role only uses
// them.
import { join } from 'node:path';
import { migrateSchema } from '@cardwright/server/platform/db/migrate.ts';

/** Brings the issuer's schema to its newest form. The address must be the owner's. Repeating it changes nothing. */
export async function installIssuer(ownerUrl: string): Promise<void> {
  await migrateSchema(ownerUrl, {
    migrations: join(import.meta.dirname, '../database/migrations'),
    table: 'issuer_sandbox.schema_migrations',
  });
}
