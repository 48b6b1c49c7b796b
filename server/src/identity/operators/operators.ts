// Operators: the people who act on companies.
import { createHash } from 'node:crypto';
import type { Clock } from '../../foundation/clock.ts';
import { newUuid } from '../../foundation/ids.ts';
import { newSecret } from '../../foundation/secrets.ts';
import type { Db, Queryable } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';
import { type Actor, administer, didAlone, type Proposed, propose } from './act.ts';

export type Operator = { id: string; name: string; email: string };

type Tools = { db: Db; clock: Clock; actor: Actor };

/** Proposes an operator. After approval, they get a link to choose a password. */
export async function addOperator(
  { db, clock, actor }: Tools,
  { name, email, reason }: { name: string; email: string; reason: string },
): Promise<Proposed | { refused: string }> {
  const given = { id: newUuid(clock.now()), name, email: email.toLowerCase() }; // one spelling per person
  return propose(db, actor, { action: 'operator.add', given, reason });
}

/** Proposes to enable a disabled operator. */
export const enableOperator = (
  { db, actor }: Tools,
  { operatorId, reason }: { operatorId: string; reason: string },
): Promise<Proposed | { refused: string }> =>
  propose(db, actor, { action: 'operator.enable', given: { operator: operatorId }, reason });

/** Proposes to remove a lost second factor of an operator: they set up another one, and wait again. */
export const resetOperator = (
  { db, actor }: Tools,
  { operatorId, reason }: { operatorId: string; reason: string },
): Promise<Proposed | { refused: string }> =>
  propose(db, actor, { action: 'operator.reset', given: { operator: operatorId }, reason });

/** Disables an operator and ends their sessions and tokens. Two others who may approve must remain. */
export const disableOperator = (
  { db, actor }: Tools,
  { operatorId, reason }: { operatorId: string; reason: string },
): Promise<'done' | { refused: string }> =>
  didAlone(db, actor, { action: 'operator.disable', given: { operator: operatorId, reason } });

export type NewToken = { name: string; actions: readonly string[] | null; expiresAt: Date };

/** Creates a personal token of the actor and returns it, to be shown once. */
export async function makeToken({ db, clock, actor }: Tools, token: NewToken): Promise<{ id: string; token: string }> {
  const id = newUuid(clock.now());
  const text = `cwop_${newSecret()}`;
  const given = { ...token, id, hash: hashOfToken(text).toString('hex') };
  await administer(db, actor, { action: 'operator.token', given });
  return { id, token: text };
}

/** The stored hash of a token. Plain SHA-256 is enough: the token has 256 random bits. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Revokes one of the actor's tokens. False if they have no such token. */
export const revokeToken = async ({ db, actor }: Tools, token: string): Promise<boolean> =>
  (await didAlone(db, actor, { action: 'operator.revoke_token', given: { token } })) === 'done';

/** The operator with this id, unless they are disabled or not active yet. */
export async function findActiveOperator(db: Queryable, id: string): Promise<Operator | undefined> {
  const [row] = await db.query<Operator>(sql`
    select id, name, email from operators where id = ${id} and disabled_at is null and active_from <= clock_timestamp()`);
  return row;
}

/** The operator with this address, unless they are disabled or not active yet. */
export async function findActiveOperatorByEmail(db: Queryable, email: string): Promise<Operator | undefined> {
  const [row] = await db.query<Operator>(sql`
    select id, name, email from operators
     where email = ${email} and disabled_at is null and active_from <= clock_timestamp()`);
  return row;
}

/** Names of operators by id, for display. */
export async function operatorNames(db: Queryable, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.query<Pick<Operator, 'id' | 'name'>>(sql`
    select id, name from operators where id = any (${ids}::uuid[])`);
  return new Map(rows.map((row) => [row.id, row.name]));
}

/** `able_from`: when they may begin to propose and approve. */
export type OperatorRow = Operator & { created_at: Date; disabled_at: Date | null; able_from: Date };

/** Every operator, oldest first. There are few of them. */
export async function listOperators(db: Queryable): Promise<OperatorRow[]> {
  return db.query<OperatorRow>(sql`
    select id, name, email, created_at, disabled_at, able_from from operators order by created_at, id`);
}
