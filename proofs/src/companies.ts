// Companies for a proof to work with, made as an operator would make them.
import { systemClock } from '@cardwright/server/clock.ts';
import { createCompany, verifyCompany } from '@cardwright/server/companies/manage.ts';
import type { Kind } from '@cardwright/server/companies/sql.ts';
import { readPeppers } from '@cardwright/server/config.ts';
import { type Db, openDb } from '@cardwright/server/db/db.ts';
import { createKey } from '@cardwright/server/keys/manage.ts';
import { type KeyScope, keyScopes } from '@cardwright/server/keys/scopes.ts';
import type { Environment } from '@cardwright/server/scope.ts';
import type { Stack } from '@cardwright/stack/start.ts';

/** The operator's tools on a stack. Close `db` when done. */
export function operatorTools(stack: { urlOf: Stack['urlOf']; secrets: Pick<Stack['secrets'], 'peppers'> }) {
  const db = openDb({
    url: stack.urlOf('cardwright_admin'),
    name: 'proof-operator',
    connections: 4,
    histories: true,
    onError: () => undefined,
  });
  return { db, clock: systemClock, peppers: readPeppers(stack.secrets.peppers), cell: '00', actor: undefined };
}

export type Tools = ReturnType<typeof operatorTools>;

/** An approved company; its uuid. */
export async function newCompany(tools: Tools, name: string, kind: Kind = 'corporate'): Promise<string> {
  const companyId = await createCompany(tools, { name, kind });
  await verifyCompany(tools, companyId, { verification: 'approved', reason: 'made by a proof' });
  return companyId;
}

/** A key of a company; its text. */
export async function newKey(
  tools: Tools,
  scope: { companyId: string; environment: Environment },
  scopes: readonly KeyScope[] = keyScopes,
): Promise<string> {
  return (await createKey(tools, scope, { name: 'proof', scopes })).text;
}

/** The database as its administrator sees it: no row-level security, every function. For attacks and for looking. */
export function administratorDb(stack: Pick<Stack, 'databaseUrl'>, connections: number): Db {
  const name = 'proof-administrator';
  return openDb({ url: stack.databaseUrl, name, connections, histories: true, onError: () => undefined });
}
