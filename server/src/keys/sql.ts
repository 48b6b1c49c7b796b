// The statements of API keys.
import { inScope, type Queryable, type Tx } from '../db/db.ts';
import { sql } from '../db/sql.ts';
import type { Environment, Scope } from '../scope.ts';
import type { KeyScope } from './scopes.ts';

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

/** What the API must know of a bearer text before it trusts it. */
export type FoundKey = {
  key_id: string;
  company_id: string;
  environment: Environment;
  scopes: KeyScope[];
  expires_at: Date | null;
  revoked_at: Date | null;
  verification: 'pending' | 'approved' | 'rejected';
  suspended: boolean;
  reads_per_second: number | null;
  writes_per_second: number | null;
  statements_per_second: number | null;
};

/** The key behind each text, whichever company it belongs to. A text comes with a hash for each pepper in use. */
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

/** Stores a key's hash with what it may do. */
export async function insertKey(
  tx: Tx,
  scope: Scope,
  key: {
    id: string;
    name: string;
    hash: Buffer;
    pepperVersion: number;
    hint: string;
    scopes: readonly KeyScope[];
    createdAt: Date;
    expiresAt: Date | undefined;
    rotatedFrom: string | undefined;
  },
): Promise<void> {
  await tx.query(sql`
    insert into api_keys (id, company_id, environment, name, hash, pepper_version, hint, scopes, created_at, expires_at, rotated_from)
    values (${key.id}, ${scope.companyId}, ${scope.environment}, ${key.name}, ${key.hash}, ${key.pepperVersion}, ${key.hint},
            ${key.scopes}, ${key.createdAt}, ${key.expiresAt ?? null}, ${key.rotatedFrom ?? null})`);
}

const columns = sql`id, name, hint, scopes, created_at, expires_at, revoked_at, rotated_from, last_used_at`;

/** The keys of a company in one environment, newest first; what its members' sessions act with is none of them. */
export async function listKeys(tx: Tx, scope: Scope): Promise<KeyRow[]> {
  return tx.query<KeyRow>(sql`
    select ${columns} from api_keys where ${inScope(scope)} and person_id is null order by created_at desc, id desc`);
}

/** One key, locked against a second change at the same time. */
export async function findKeyForUpdate(tx: Tx, scope: Scope, id: string): Promise<KeyRow | undefined> {
  const [row] = await tx.query<KeyRow>(sql`
    select ${columns} from api_keys where ${inScope(scope)} and id = ${id} and person_id is null for update`);
  return row;
}

/** Whether a key was replaced by another one before. */
export async function hasSuccessor(tx: Tx, scope: Scope, id: string): Promise<boolean> {
  const rows = await tx.query(sql`select id from api_keys where ${inScope(scope)} and rotated_from = ${id} limit 1`);
  return rows.length > 0;
}

/** Revokes a key; false when it was revoked before. */
export async function revokeKeyRow(tx: Tx, scope: Scope, id: string, at: Date): Promise<boolean> {
  const rows = await tx.query(sql`
    update api_keys set revoked_at = ${at}
     where ${inScope(scope)} and id = ${id} and person_id is null and revoked_at is null
    returning id`);
  return rows.length === 1;
}

/** Lets a key end at a time, unless it ends earlier already. */
export async function expireKeyRow(tx: Tx, scope: Scope, id: string, at: Date): Promise<void> {
  await tx.query(sql`
    update api_keys set expires_at = least(expires_at, ${at})
     where ${inScope(scope)} and id = ${id} and revoked_at is null`);
}

/** Notes the last use of many keys in one statement. */
export async function touchKeys(
  db: Queryable,
  uses: readonly { companyId: string; environment: Environment; keyId: string; at: Date }[],
): Promise<void> {
  await db.query(sql`
    select touch_keys(${uses.map((use) => use.companyId)}::uuid[], ${uses.map((use) => use.environment)}::environment[],
                      ${uses.map((use) => use.keyId)}::uuid[], ${uses.map((use) => use.at)}::timestamptz[])`);
}

/** A key as its company's people see it. */
export type KeyOfCompanyRow = KeyRow & {
  environment: Environment;
  /** The name of whoever made it; null for an operator's. */
  created_by: string | null;
};

/**
 * The keys of a company in both environments, those that work first, then newest first; what its members' sessions act
 * with is none of them.
 */
export async function listKeysOfCompany(db: Queryable, companyId: string, limit: number): Promise<KeyOfCompanyRow[]> {
  return db.query<KeyOfCompanyRow>(sql`select * from list_keys_of_company(${companyId}, ${limit})`);
}

/** One key of a company, or undefined: another company's is none, nor what a member's session acts with. */
export async function findKeyOfCompany(
  db: Queryable,
  companyId: string,
  id: string,
): Promise<KeyOfCompanyRow | undefined> {
  const [row] = await db.query<KeyOfCompanyRow>(sql`select * from find_key_of_company(${companyId}, ${id})`);
  return row;
}

/** Why a person could not do it; null when they did. */
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

/** Stores a key that a person makes for their company, if they may. */
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

/** Stores the key that replaces another, if the person may. */
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

/** Revokes a key, if the person may. */
export async function endKey(
  db: Queryable,
  by: By,
  key: { id: string; environment: Environment; at: Date },
): Promise<Refused> {
  const [row] = await db.query<{ refused: Refused }>(sql`
    select end_key(${by.companyId}, ${key.environment}, ${by.userId}, ${key.id}, ${key.at}) as refused`);
  return row?.refused ?? null;
}
