// The statements on passkeys and their challenges. They name no schema: each connection sets its own.
import type { Queryable } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';

export type PasskeyRow = {
  id: string;
  user_id: string;
  credential_id: Buffer;
  public_key: Buffer;
  counter: bigint;
  transports: string[];
  name: string;
  created_at: Date;
  last_used_at: Date | null;
};

/** The passkeys of a user, oldest first. */
export async function listPasskeys(db: Queryable, userId: string): Promise<PasskeyRow[]> {
  return db.query<PasskeyRow>(sql`
    select id, user_id, credential_id, public_key, counter, transports, name, created_at, last_used_at
      from passkeys where user_id = ${userId} order by created_at, id`);
}

/** The passkey of a credential, and its user, if the user may sign in. */
export async function findPasskey(db: Queryable, credentialId: Buffer): Promise<PasskeyRow | undefined> {
  const [row] = await db.query<PasskeyRow>(sql`
    select p.id, p.user_id, p.credential_id, p.public_key, p.counter, p.transports, p.name, p.created_at, p.last_used_at
      from passkeys p
      join users u on u.id = p.user_id
     where p.credential_id = ${credentialId} and u.email_verified and u.disabled_at is null`);
  return row;
}

/**
 * Stores a passkey, unless the credential is known or the person's two-factor authentication changed meanwhile. Drops
 * the unfinished set-up of an authenticator app: its secret may be known to a person who had no second factor to give.
 */
export async function insertPasskey(
  db: Queryable,
  passkey: PasskeyRow,
  { hasSecondFactor }: { hasSecondFactor: boolean },
): Promise<'added' | 'known' | 'changed'> {
  const [row] = await db.query<{ owners: number; added: number }>(sql`
    with owner as (
      select u.id from users u
       where u.id = ${passkey.user_id} and u.two_factor_enabled = ${hasSecondFactor}
         for update
    ), added as (
      insert into passkeys (id, user_id, credential_id, public_key, counter, transports, name, created_at)
      select ${passkey.id}, o.id, ${passkey.credential_id}, ${passkey.public_key}, ${passkey.counter}::bigint,
             ${passkey.transports}::text[], ${passkey.name}, ${passkey.created_at}::timestamptz
        from owner o
      on conflict do nothing
      returning user_id
    ), unfinished as (
      delete from two_factors f using added a where f.user_id = a.user_id and not f.verified
    )
    select (select count(*) from owner)::integer as owners, (select count(*) from added)::integer as added`);
  if (row?.owners !== 1) return 'changed';
  return row.added === 1 ? 'added' : 'known';
}

/** Removes a passkey of a user and returns its name; undefined if there is none. */
export async function deletePasskey(db: Queryable, userId: string, id: string): Promise<string | undefined> {
  const [row] = await db.query<{ name: string }>(
    sql`delete from passkeys where user_id = ${userId} and id = ${id} returning name`,
  );
  return row?.name;
}

/** Notes a use; false if a concurrent use had a counter as high, which only a copy of the authenticator can send. */
export async function usePasskey(db: Queryable, id: string, used: { counter: number; at: Date }): Promise<boolean> {
  const rows = await db.query(sql`
    update passkeys set counter = ${used.counter}, last_used_at = ${used.at}
     where id = ${id} and (counter < ${used.counter} or (counter = 0 and ${used.counter}::bigint = 0))
    returning id`);
  return rows.length === 1;
}

type Challenge = { id: string; identifier: string; of: string };

/** Stores a challenge beside the links and codes of sign-in, which are deleted when they expire. */
export async function insertChallenge(
  db: Queryable,
  { id, identifier, of }: Challenge,
  { now, until }: { now: Date; until: Date },
): Promise<void> {
  await db.query(sql`
    insert into verifications (id, identifier, value, expires_at, created_at, updated_at)
    values (${id}, ${identifier}, ${of}, ${until}, ${now}, ${now})`);
}

/** Takes a challenge, once; false if it is unknown, was taken, has expired or belongs to somebody else. */
export async function takeChallenge(
  db: Queryable,
  { identifier, of }: Omit<Challenge, 'id'>,
  now: Date,
): Promise<boolean> {
  const rows = await db.query<{ value: string; expires_at: Date }>(
    sql`delete from verifications where identifier = ${identifier} returning value, expires_at`,
  );
  return rows.some(({ value, expires_at }) => value === of && expires_at > now);
}
