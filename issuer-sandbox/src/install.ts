// Migrates the issuer's schema. Its objects belong to the owner of all schemas; the issuer's role only uses them.
import { join } from 'node:path';
import { migrateSchema } from '@cardwright/server/platform/db/migrate.ts';

/** Migrates the issuer's schema. The address must be the owner's. Idempotent. */
export async function installIssuer(ownerUrl: string): Promise<void> {
  await migrateSchema(ownerUrl, {
    migrations: join(import.meta.dirname, '../database/migrations'),
    table: 'issuer_sandbox.schema_migrations',
  });
}
