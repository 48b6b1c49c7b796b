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

/** Proposes an operator. Approved, they choose a password by the link that they are sent. */
export async function addOperator(
  { db, clock, actor }: Tools,
  { name, email, reason }: { name: string; email: string; reason: string },
): Promise<Proposed | { refused: string }> {
  const given = { id: newUuid(clock.now()), name, email: email.toLowerCase() }; // one person, however they write it
  return propose(db, actor, { act: 'operator.add', given, reason });
}

/** Proposes to let an operator act again who was disabled. */
export const enableOperator = (
  { db, actor }: Tools,
  { operatorId, reason }: { operatorId: string; reason: string },
): Promise<Proposed | { refused: string }> =>
  propose(db, actor, { act: 'operator.enable', given: { operator: operatorId }, reason });

/** Proposes to take an operator's second factor away, who has lost it: they set up another one, and wait again. */
export const resetOperator = (
  { db, actor }: Tools,
  { operatorId, reason }: { operatorId: string; reason: string },
): Promise<Proposed | { refused: string }> =>
  propose(db, actor, { act: 'operator.reset', given: { operator: operatorId }, reason });

/** Ends an operator, with their sessions and tokens. Two others who may approve must be left. */
export const disableOperator = (
  { db, actor }: Tools,
  { operatorId, reason }: { operatorId: string; reason: string },
): Promise<'done' | { refused: string }> =>
  didAlone(db, actor, { act: 'operator.disable', given: { operator: operatorId, reason } });

export type NewToken = { name: string; acts: readonly string[] | null; expiresAt: Date };

/** Makes a personal token of the actor and answers it, to be shown once. */
export async function makeToken({ db, clock, actor }: Tools, token: NewToken): Promise<{ id: string; token: string }> {
  const id = newUuid(clock.now());
  const text = `cwop_${newSecret()}`;
  const given = { ...token, id, hash: hashOfToken(text).toString('hex') };
  await administer(db, actor, { act: 'operator.token', given });
  return { id, token: text };
}

/** What is stored of a token: it has 256 random bits, so that nobody finds it by trying. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Ends one of the actor's tokens. False when they have no such token. */
export const revokeToken = async ({ db, actor }: Tools, token: string): Promise<boolean> =>
  (await didAlone(db, actor, { act: 'operator.revoke_token', given: { token } })) === 'done';

/** The operator with this id, unless they can no longer act. */
export async function findActiveOperator(db: Queryable, id: string): Promise<Operator | undefined> {
  const [row] = await db.query<Operator>(sql`
    select id, name, email from operators where id = ${id} and disabled_at is null and active_from <= clock_timestamp()`);
  return row;
}

/** The operator behind a credential, if they can act. What they do is checked again by the act itself. */
export async function findOperatorOf(
  db: Queryable,
  { credential }: Actor,
): Promise<Pick<Operator, 'id' | 'name'> | undefined> {
  const [row] = await db.query<Pick<Operator, 'id' | 'name'>>(sql`select id, name from operator_of(${credential})`);
  return row;
}

/** The operator with this address, unless they can no longer act or not yet. */
export async function findActiveOperatorByEmail(db: Queryable, email: string): Promise<Operator | undefined> {
  const [row] = await db.query<Operator>(sql`
    select id, name, email from operators
     where email = ${email} and disabled_at is null and active_from <= clock_timestamp()`);
  return row;
}

/** Names of operators by id, for showing who did what. */
export async function operatorNames(db: Queryable, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.query<Pick<Operator, 'id' | 'name'>>(sql`
    select id, name from operators where id = any (${ids}::uuid[])`);
  return new Map(rows.map((row) => [row.id, row.name]));
}

/** `able_from`: from then on they may propose and approve. */
export type OperatorRow = Operator & { created_at: Date; disabled_at: Date | null; able_from: Date };

/** Every operator, the first one first. They are few: people, not customers. */
export async function listOperators(db: Queryable): Promise<OperatorRow[]> {
  return db.query<OperatorRow>(sql`
    select id, name, email, created_at, disabled_at, able_from from operators order by created_at, id`);
}
