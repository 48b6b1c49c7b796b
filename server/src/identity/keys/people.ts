// What members of a company do with its keys. The commit checks their permission again and writes the audit log.
import type { Clock } from '../../foundation/clock.ts';
import type { Peppers } from '../../foundation/config.ts';
import { newUuid } from '../../foundation/ids.ts';
import type { KeyScope } from '../../foundation/key-scopes.ts';
import { refuseField } from '../../foundation/refusals/malformed.ts';
import { type RefusalCode, refuse } from '../../foundation/refusals/refusals.ts';
import type { Environment } from '../../foundation/scope.ts';
import { hashForStoring } from '../../foundation/secrets.ts';
import type { Db } from '../../platform/db/db.ts';
import {
  endKey,
  findKeyOfCompany,
  type KeyOfCompanyRow,
  listKeysOfCompany,
  makeKey,
  type Refused,
  replaceKey,
} from './sql.ts';
import { newKeyText } from './text.ts';

/** More than a company needs, and few enough to look through. */
const MOST_KEYS = 100;

/** Rows shown at once: all keys that can be in use, and many inactive ones. */
const MOST_LISTED = 500;

/** A key that ends within this time is flagged. */
const SOON_MS = 7 * 24 * 3_600_000;

export type PersonTools = { db: Db; clock: Clock; peppers: Peppers; cell: string };

/** The acting person and their company. */
export type By = { companyId: string; userId: string };

/** The keys of a company in both environments, working ones first, then newest first. */
export const listCompanyKeys = (db: Db, companyId: string): Promise<KeyOfCompanyRow[]> =>
  listKeysOfCompany(db, companyId, MOST_LISTED);

/** One key of the company, even if too old to be listed; undefined for keys of other companies. */
export const findCompanyKey = (db: Db, companyId: string, id: string): Promise<KeyOfCompanyRow | undefined> =>
  findKeyOfCompany(db, companyId, id);

export type KeyState = 'active' | 'expiring' | 'expired' | 'revoked';

/** The status of a key at a time. */
export function stateOf(key: Pick<KeyOfCompanyRow, 'revoked_at' | 'expires_at'>, now: Date): KeyState {
  if (key.revoked_at !== null) return 'revoked';
  if (key.expires_at === null) return 'active';
  if (key.expires_at <= now) return 'expired';
  return key.expires_at.getTime() - now.getTime() <= SOON_MS ? 'expiring' : 'active';
}

/** Creates a key. Only the result contains its text. */
export async function createCompanyKey(
  tools: PersonTools,
  by: By,
  wanted: { name: string; environment: Environment; scopes: readonly KeyScope[]; expiresAt?: Date },
): Promise<{ id: string; text: string }> {
  const { id, text, at, hashed } = newKey(tools, wanted.environment);
  if (wanted.expiresAt !== undefined && wanted.expiresAt <= at) {
    refuseField('body', 'expiresAt', 'must be in the future');
  }
  refuseFor(await makeKey(tools.db, by, { ...wanted, ...hashed, id, at, most: MOST_KEYS }));
  return { id, text };
}

/** Replaces a key with a new one that has the same permissions and end; the old one keeps working for the overlap. */
export async function rotateCompanyKey(
  tools: PersonTools,
  by: By,
  { key, overlapHours }: { key: { id: string; environment: Environment }; overlapHours: number },
): Promise<{ id: string; text: string }> {
  const { id, text, at, hashed } = newKey(tools, key.environment);
  refuseFor(await replaceKey(tools.db, by, { old: key, ...hashed, id, at, overlapHours }));
  return { id, text };
}

/** Revokes a key: every server refuses it within a second. */
export async function revokeCompanyKey(
  tools: PersonTools,
  by: By,
  key: { id: string; environment: Environment },
): Promise<void> {
  refuseFor(await endKey(tools.db, by, { ...key, at: tools.clock.now() }));
}

function newKey({ clock, peppers, cell }: PersonTools, environment: Environment) {
  const at = clock.now();
  const text = newKeyText(environment, cell);
  return { id: newUuid(at), at, text, hashed: { ...hashForStoring(peppers, text), hint: text.slice(-4) } };
}

function refuseFor(refused: Refused): void {
  if (refused === null) return;
  const code: RefusalCode = refused === 'not_a_member' ? 'company_not_found' : refused;
  refuse(code);
}
