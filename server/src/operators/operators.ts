// Operators: the people who act on companies, each with a token of their own for the command line.
import type { Clock } from '../clock.ts';
import type { Peppers } from '../config.ts';
import type { Db, Queryable } from '../db/db.ts';
import { sql } from '../db/sql.ts';
import { newUuid, toId } from '../ids.ts';
import { hashesForFinding, hashForStoring, newSecret } from '../secrets.ts';
import { type Actor, audit } from './audit.ts';

export type Operator = { id: string; name: string; email: string };

type NewOperator = { name: string; email: string };
type NotAdded = 'needs_an_operator' | 'email_taken';

/** Adds an operator and answers their token, which is shown once. Without an actor it works for the first one only. */
export async function addOperator(
  tools: { db: Db; clock: Clock; peppers: Peppers; actor: Actor },
  person: NewOperator,
): Promise<{ operator: Operator; token: string } | NotAdded> {
  const { token, ...hashed } = newToken(tools.peppers);
  const operator = await insertOperator(tools, person, hashed);
  return typeof operator === 'string' ? operator : { operator, token };
}

/** Adds an operator who makes their own token, once they have signed in: whoever adds them never sees it. */
export const addOperatorWithoutToken = (
  tools: { db: Db; clock: Clock; actor: { operatorId: string } },
  person: NewOperator,
): Promise<Operator | NotAdded> => insertOperator(tools, person, undefined);

/** Makes a token for the actor and answers it, to be shown once; the one before is refused from now on. */
export async function replaceToken(tools: {
  db: Db;
  clock: Clock;
  peppers: Peppers;
  actor: { operatorId: string };
}): Promise<{ token: string } | 'not_active'> {
  const { actor } = tools;
  const { token, hash, pepperVersion } = newToken(tools.peppers);
  return tools.db.writeUnscoped(async (tx) => {
    const rows = await tx.query(sql`
      update operators set token_hash = ${hash}, pepper_version = ${pepperVersion}
       where id = ${actor.operatorId} and disabled_at is null
      returning id`);
    if (rows.length === 0) return 'not_active';
    const subject = toId('operator', actor.operatorId);
    await audit(tx, { at: tools.clock.now(), actor, action: 'operator.token', subject });
    return { token };
  });
}

type HashedToken = { hash: Buffer; pepperVersion: number };

function newToken(peppers: Peppers): HashedToken & { token: string } {
  const token = `cwop_${newSecret()}`;
  return { token, ...hashForStoring(peppers, token) };
}

async function insertOperator(
  tools: { db: Db; clock: Clock; actor: Actor },
  person: NewOperator,
  hashed: HashedToken | undefined,
): Promise<Operator | NotAdded> {
  const now = tools.clock.now();
  const id = newUuid(now);
  const email = person.email.toLowerCase(); // one person, however they write it
  return tools.db.writeUnscoped(async (tx) => {
    await tx.query(sql`lock table operators in share row exclusive mode`); // two first operators at once: one waits
    if (tools.actor === undefined && (await countOperators(tx)) > 0n) return 'needs_an_operator';
    const rows = await tx.query(sql`
      insert into operators (id, name, email, token_hash, pepper_version, created_at)
      values (${id}, ${person.name}, ${email}, ${hashed?.hash ?? null}, ${hashed?.pepperVersion ?? null}, ${now})
      on conflict on constraint one_operator_per_email do nothing
      returning id`);
    if (rows.length === 0) return 'email_taken';
    await audit(tx, {
      at: now,
      actor: tools.actor,
      action: 'operator.add',
      subject: toId('operator', id),
      details: { name: person.name, email },
    });
    return { id, name: person.name, email };
  });
}

/** The operator whose token this is, or undefined. */
export async function findOperatorByToken(
  db: Queryable,
  peppers: Peppers,
  token: string,
): Promise<Operator | undefined> {
  const [row] = await db.query<Operator>(sql`
    select id, name, email from operators
     where token_hash = any (${hashesForFinding(peppers, token)}) and disabled_at is null`);
  return row;
}

/** The operator with this id, unless they can no longer act. */
export async function findActiveOperator(db: Queryable, id: string): Promise<Operator | undefined> {
  const [row] = await db.query<Operator>(sql`
    select id, name, email from operators where id = ${id} and disabled_at is null`);
  return row;
}

/** The operator with this address, unless they can no longer act. */
export async function findActiveOperatorByEmail(db: Queryable, email: string): Promise<Operator | undefined> {
  const [row] = await db.query<Operator>(sql`
    select id, name, email from operators where email = ${email} and disabled_at is null`);
  return row;
}

/** Ends an operator's token. The last one who can act stays, or nobody could ever act again. */
export async function disableOperator(
  tools: { db: Db; clock: Clock; actor: Actor },
  request: { operatorId: string; reason: string },
): Promise<'disabled' | 'not_active' | 'last_operator'> {
  const now = tools.clock.now();
  return tools.db.writeUnscoped(async (tx) => {
    await tx.query(sql`lock table operators in share row exclusive mode`); // two at once could disable each other
    const active = await tx.query<Operator>(sql`select id, name, email from operators where disabled_at is null`);
    if (!active.some(({ id }) => id === request.operatorId)) return 'not_active';
    if (active.length === 1) return 'last_operator';
    await tx.query(sql`
      update operators set disabled_at = ${now} where id = ${request.operatorId} and disabled_at is null`);
    await audit(tx, {
      at: now,
      actor: tools.actor,
      action: 'operator.disable',
      subject: toId('operator', request.operatorId),
      details: { reason: request.reason },
    });
    return 'disabled';
  });
}

/** The id of the operator with this email, or undefined. */
export async function findOperatorByEmail(db: Queryable, email: string): Promise<string | undefined> {
  const [row] = await db.query<Operator>(sql`select id, name, email from operators where email = ${email}`);
  return row?.id;
}

/** Names of operators by id, for showing who did what. */
export async function operatorNames(db: Queryable, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.query<Operator>(sql`select id, name, email from operators where id = any (${ids}::uuid[])`);
  return new Map(rows.map((row) => [row.id, row.name]));
}

export type OperatorRow = Operator & { created_at: Date; disabled_at: Date | null };

/** Every operator, the first one first. They are few: people, not customers. */
export async function listOperators(db: Queryable): Promise<OperatorRow[]> {
  return db.query<OperatorRow>(sql`
    select id, name, email, created_at, disabled_at from operators order by created_at, id`);
}

async function countOperators(db: Queryable): Promise<bigint> {
  const [row] = await db.query<{ count: bigint }>(sql`select count(*) as count from operators`);
  return row?.count ?? 0n;
}
