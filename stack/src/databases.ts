// The databases of a stack: ours, and the issuer's in the same one or on a server of its own.
import { installIssuer } from '@cardwright/issuer-sandbox/install.ts';
import { createDatabase, prepareRoles } from '@cardwright/server/platform/db/migrate.ts';
import { install } from '@cardwright/server/platform/install.ts';
import { rolePassword, roleUrl } from './secrets.ts';

/** Creates roles, database and newest schema, and those of the issuer; skips completed steps. */
export async function prepareDatabases(adminUrl: string, issuerAdminUrl: string, database: string): Promise<void> {
  for (const url of new Set([adminUrl, issuerAdminUrl])) {
    await prepareRoles(url, (role) => rolePassword(url, role));
    await createDatabase(url, database);
  }
  await install(roleUrl(adminUrl, database, 'cardwright_owner'));
  await installIssuer(roleUrl(issuerAdminUrl, database, 'cardwright_owner'));
}
