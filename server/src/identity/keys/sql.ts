// The statements of API keys.

import type { FoundKey } from '../../foundation/caller.ts';
import type { KeyScope } from '../../foundation/key-scopes.ts';
import type { Environment, Scope } from '../../foundation/scope.ts';
import { inScope, type Queryable, type Tx } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';

export type KeyRow = {
  id: string;
  name: string;
  hint: string;
  scopes: KeyScope[];
  created_at: Date;
  expires_at: Date | null;
  revoked_at: Date | null;
  rotated_from: string | null;
  last_used_at: Date | null;
};

/** The key behind each text, of any company. A text comes with one hash for each pepper in use. */
export async function findKeysByHashes(
  db: Queryable,
  texts: readonly (readonly Buffer[])[],
): Promise<(FoundKey | undefined)[]> {
  const hashes = texts.flatMap((each, index) => each.map((hash) => ({ index, hash })));
  const rows = await db.query<FoundKey & { at_position: bigint }>(
    sql`select * from find_keys(${hashes.map(({ hash }) => hash)}::bytea[])`,
  );
  const found = new Map(rows.map(({ at_position, ...key }) => [hashes[Number(at_position) - 1]?.index, key]));
  return texts.map((_, index) => found.get(index));
}

const columns = sql`id, name, hint, scopes, created_at, expires_at, revoked_at, rotated_from, last_used_at`;

/** The keys of a company in one environment, newest first; excludes members' session keys. */
export async function listKeys(tx: Tx, scope: Scope): Promise<KeyRow[]> {
  return tx.query<KeyRow>(sql`
    select ${columns} from api_keys where ${inScope(scope)} and person_id is null order by created_at desc, id desc`);
}

/** Records the last use of many keys in one statement. */
export async function touchKeys(
  db: Queryable,
  uses: readonly { companyId: string; environment: Environment; keyId: string; at: Date }[],
): Promise<void> {
  await db.query(sql`
    select touch_keys(${uses.map((use) => use.companyId)}::uuid[], ${uses.map((use) => use.environment)}::environment[],
                      ${uses.map((use) => use.keyId)}::uuid[], ${uses.map((use) => use.at)}::timestamptz[])`);
}

/** A key as the company's members see it. */
export type KeyOfCompanyRow = KeyRow & {
  environment: Environment;
  /** The name of the member who created it; null for an operator's key. */
  created_by: string | null;
};

/**
 * The keys of a company in both environments, working ones first, then newest first; excludes members' session keys.
 */
export async function listKeysOfCompany(db: Queryable, companyId: string, limit: number): Promise<KeyOfCompanyRow[]> {
  return db.query<KeyOfCompanyRow>(sql`select * from list_keys_of_company(${companyId}, ${limit})`);
}

/** One key of a company; undefined for another company's key or a member's session key. */
export async function findKeyOfCompany(
  db: Queryable,
  companyId: string,
  id: string,
): Promise<KeyOfCompanyRow | undefined> {
  const [row] = await db.query<KeyOfCompanyRow>(sql`select * from find_key_of_company(${companyId}, ${id})`);
  return row;
}

/** Why the person's action was refused; null on success. */
export type Refused =
  | 'not_a_member'
  | 'role_missing'
  | 'verification_required'
  | 'company_suspended'
  | 'key_limit'
  | 'key_not_found'
  | 'key_not_active'
  | 'key_replaced'
  | null;

type By = { companyId: string; userId: string };
type Hashed = { id: string; hash: Buffer; pepperVersion: number; hint: string; at: Date };

/** Stores a key that a person creates for their company, if permitted. */
export async function makeKey(
  db: Queryable,
  by: By,
  key: Hashed & {
    environment: Environment;
    name: string;
    scopes: readonly KeyScope[];
    expiresAt?: Date;
    most: number;
  },
): Promise<Refused> {
  const [row] = await db.query<{ refused: Refused }>(sql`
    select make_key(${by.companyId}, ${key.environment}, ${by.userId}, ${key.id}, ${key.name}, ${key.hash}, ${key.pepperVersion},
                    ${key.hint}, ${key.scopes}::text[], ${key.expiresAt ?? null}, ${key.at}, ${key.most}) as refused`);
  return row?.refused ?? null;
}

/** Stores the replacement of a key, if the person is permitted. */
export async function replaceKey(
  db: Queryable,
  by: By,
  key: Hashed & { old: { id: string; environment: Environment }; overlapHours: number },
): Promise<Refused> {
  const [row] = await db.query<{ refused: Refused }>(sql`
    select replace_key(${by.companyId}, ${key.old.environment}, ${by.userId}, ${key.old.id}, ${key.id}, ${key.hash}, ${key.pepperVersion},
                       ${key.hint}, make_interval(hours => ${key.overlapHours}), ${key.at}) as refused`);
  return row?.refused ?? null;
}

/** Revokes a key, if the person is permitted. */
export async function endKey(
  db: Queryable,
  by: By,
  key: { id: string; environment: Environment; at: Date },
): Promise<Refused> {
  const [row] = await db.query<{ refused: Refused }>(sql`
    select end_key(${by.companyId}, ${key.environment}, ${by.userId}, ${key.id}, ${key.at}) as refused`);
  return row?.refused ?? null;
}
