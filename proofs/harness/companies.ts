// Companies for a proof to work with, created as an operator would create them.
import { systemClock } from '@cardwright/server/foundation/clock.ts';
import { readPeppers } from '@cardwright/server/foundation/config.ts';
import { type KeyScope, keyScopes } from '@cardwright/server/foundation/key-scopes.ts';
import type { Environment } from '@cardwright/server/foundation/scope.ts';
import { createCompany, verifyCompany } from '@cardwright/server/identity/companies/manage.ts';
import type { Kind } from '@cardwright/server/identity/companies/sql.ts';
import { createKey } from '@cardwright/server/identity/keys/manage.ts';
import { type Db, openDb } from '@cardwright/server/platform/db/db.ts';
import { agree, operatorsOf } from '@cardwright/stack/operators.ts';
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
  const { peppers } = stack.secrets;
  return { db, clock: systemClock, peppers: readPeppers(peppers), cell: '00', ...operatorsOf(peppers) };
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
  return (await makeKey(tools, scope, { name: 'proof', scopes })).text;
}

/** A key as operators create it: a live one needs two of them. */
export async function makeKey(
  tools: Tools,
  scope: { companyId: string; environment: Environment },
  wish: { name: string; scopes: readonly KeyScope[]; expiresAt?: Date },
): Promise<{ id: string; text: string }> {
  const key = await createKey(tools, scope, { ...wish, reason: 'made by a proof' });
  await agree(tools, key);
  return key;
}

/** The database as its administrator sees it: no row-level security, every function. For attacks and checks. */
export function administratorDb(stack: Pick<Stack, 'databaseUrl'>, connections: number): Db {
  const name = 'proof-administrator';
  return openDb({ url: stack.databaseUrl, name, connections, histories: true, onError: () => undefined });
}
