// The statements on the sign-in tables. They name no schema: each connection sets its own.
import type { Queryable } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';

/** Counts one attempt. Returns the end of the lock-out, or undefined if the attempt was within the limit. */
export async function takeAttempt(
  db: Queryable,
  subject: Buffer,
  limit: { most: number; now: Date; from: Date; until: Date },
): Promise<Date | undefined> {
  const [row] = await db.query<{ locked_until: Date | null }>(sql`
    insert into attempts as a (subject, tried, since) values (${subject}, 1, ${limit.now})
    on conflict (subject) do update
       set tried = case when a.since <= ${limit.from} then 1 else least(a.tried + 1, 1000000) end,
           since = case when a.since <= ${limit.from} then ${limit.now} else a.since end,
           locked_until = case when a.since <= ${limit.from} then null
                               when a.tried + 1 > ${limit.most} then coalesce(a.locked_until, ${limit.until}) end
    returning a.locked_until`);
  return row?.locked_until ?? undefined;
}

/** Deletes all attempts of a subject. */
export async function forgetAttempt(db: Queryable, subject: Buffer): Promise<void> {
  await db.query(sql`delete from attempts where subject = ${subject}`);
}

/** Takes one attempt back. */
export async function giveBackAttempt(db: Queryable, subject: Buffer): Promise<void> {
  await db.query(sql`update attempts set tried = tried - 1 where subject = ${subject} and tried > 0`);
}

/** Records that a session has given a second-factor code; false if the session has ended. */
export async function stepUpSession(db: Queryable, sessionId: string, at: Date): Promise<boolean> {
  const rows = await db.query(sql`update sessions set stepped_up_at = ${at} where id = ${sessionId} returning id`);
  return rows.length === 1;
}

/** The token of a session, if it belongs to this user. */
export async function findToken(db: Queryable, userId: string, sessionId: string): Promise<string | undefined> {
  const [row] = await db.query<{ token: string }>(
    sql`select token from sessions where user_id = ${userId} and id::text = ${sessionId}`,
  );
  return row?.token;
}

/** Ends every session of a user. */
export async function deleteSessions(db: Queryable, userId: string): Promise<void> {
  await db.query(sql`delete from sessions where user_id = ${userId}`);
}

/** Stores a user with a verified address; false if the address is taken. */
export async function insertUser(
  db: Queryable,
  user: { id: string; name: string; email: string; at: Date },
): Promise<boolean> {
  const rows = await db.query(sql`
    insert into users (id, name, email, email_verified, created_at, updated_at)
    values (${user.id}, ${user.name}, ${user.email.toLowerCase()}, true, ${user.at}, ${user.at})
    on conflict do nothing
    returning id`);
  return rows.length === 1;
}

/** A user by their id, or by the token of a link to choose a password. */
export async function findUser(
  db: Queryable,
  by: { userId: string } | { resetToken: string },
): Promise<{ id: string; name: string; email: string } | undefined> {
  const [row] = await db.query<{ id: string; name: string; email: string }>(
    'userId' in by
      ? sql`select id, name, email from users where id = ${by.userId}`
      : sql`select u.id, u.name, u.email
              from verifications v join users u on u.id::text = v.value
             where v.identifier = ${`reset-password:${by.resetToken}`}
             limit 1`,
  );
  return row;
}

/** Whether a user has set a password. */
export async function hasPassword(db: Queryable, userId: string): Promise<boolean> {
  return (await db.query(sql`select id from accounts where user_id = ${userId} and password is not null`)).length > 0;
}

/** Whether the user is disabled. */
export async function isDisabled(db: Queryable, userId: string): Promise<boolean> {
  return (await db.query(sql`select id from users where id = ${userId} and disabled_at is not null`)).length > 0;
}

/** The encrypted secret of a user's second factor; undefined if they have none or may not sign in. */
export async function findSecret(db: Queryable, userId: string): Promise<string | undefined> {
  const [row] = await db.query<{ secret: string }>(sql`
    select f.secret
      from two_factors f
      join users u on u.id = f.user_id
     where f.user_id = ${userId} and f.verified and u.two_factor_enabled and u.disabled_at is null`);
  return row?.secret;
}

/** Whether a user has set up an authenticator app to the end. */
export async function hasApp(db: Queryable, userId: string): Promise<boolean> {
  return (await db.query(sql`select id from two_factors where user_id = ${userId} and verified`)).length > 0;
}

export type SecondFactorRow = { id: string; secret: string; backup_codes: string };

/** Second factors encrypted under another version of the secret, ordered by id. */
export async function listSecondFactors(
  db: Queryable,
  { besides, after, limit }: { besides: number; after: string | undefined; limit: number },
): Promise<SecondFactorRow[]> {
  return db.query<SecondFactorRow>(sql`
    select id, secret, backup_codes from two_factors
     where secret_version <> ${besides} and (${after ?? null}::uuid is null or id > ${after ?? null})
     order by id limit ${limit}`);
}

/** Stores a re-encrypted second factor; false if it has changed meanwhile. */
export async function replaceSecondFactor(
  db: Queryable,
  { id, secret, backup_codes }: SecondFactorRow,
  fresh: { secret: string; backupCodes: string },
): Promise<boolean> {
  const rows = await db.query(sql`
    update two_factors set secret = ${fresh.secret}, backup_codes = ${fresh.backupCodes}
     where id = ${id} and secret = ${secret} and backup_codes = ${backup_codes}
    returning id`);
  return rows.length === 1;
}

/** Rows deleted per run: about a second of work, and more rows than expire between two runs. */
const MOST_FORGOTTEN = 10_000;

/** Deletes expired sessions, links, codes and counts of attempts: the oldest, and the rest at the next run. */
export async function forgetEnded(db: Queryable, ended: { now: Date; attemptsBefore: Date }): Promise<void> {
  await db.query(sql`
    delete from sessions where id in (
      select id from sessions where expires_at <= ${ended.now} order by expires_at limit ${MOST_FORGOTTEN})`);
  await db.query(sql`
    delete from verifications where id in (
      select id from verifications where expires_at <= ${ended.now} order by expires_at limit ${MOST_FORGOTTEN})`);
  await db.query(sql`
    delete from attempts where subject in (
      select subject from attempts where since <= ${ended.attemptsBefore} order by since limit ${MOST_FORGOTTEN})`);
}
