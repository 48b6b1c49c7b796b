// People and operators who sign in as a browser does: with a password, a second factor, and cookies.
import { createHmac, randomBytes } from 'node:crypto';
import { newUuid } from '@cardwright/server/foundation/ids.ts';
import { hashPassword } from '@cardwright/server/identity/people/passwords.ts';
import type { Db } from '@cardwright/server/platform/db/db.ts';
import { Sql, sql } from '@cardwright/server/platform/db/sql.ts';
import type { Answer, Ask, Client } from '../harness/ask.ts';

/** The password of every person. */
export const PASSWORD = 'correct horse battery staple';
const hashed = hashPassword(PASSWORD);

/** A place to sign in: its URL is the only origin that it accepts. */
export type Door = { client: Client; origin: string; at: '/portal' | '/desk' };

/** A person who can sign in. */
export type User = { userId: string; email: string };

/** Inserts a person with a verified address and a password. */
export async function insertUser(db: Db, schema: 'people' | 'desk', given: Partial<User> = {}): Promise<User> {
  const now = new Date();
  const { userId = newUuid(now), email = `${randomBytes(8).toString('hex')}@proofs.example` } = given;
  const table = (name: string) => new Sql([`${schema}.${name}`], []);
  await db.query(sql`
    insert into ${table('users')} (id, name, email, email_verified, created_at, updated_at)
    values (${userId}, 'Pat Proof', ${email}, true, ${now}, ${now})`);
  await db.query(sql`
    insert into ${table('accounts')} (id, user_id, account_id, provider_id, password, created_at, updated_at)
    values (${newUuid(now)}, ${userId}, ${userId}::uuid::text, 'credential', ${await hashed}, ${now}, ${now})`);
  return { userId, email };
}

/** The headers that a door's pages send with every write. */
export const ownHeaders = ({ origin }: Door): Record<string, string> => ({ origin, 'cardwright-portal': '1' });

/** Cookies by name. */
export type Jar = Map<string, string>;

/** The header of a jar. */
export const cookieOf = (jar: Jar): string => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');

async function post(door: Door, jar: Jar, path: string, body: object): Promise<Answer> {
  const headers = { ...ownHeaders(door), ...(jar.size === 0 ? {} : { cookie: cookieOf(jar) }) };
  const ask: Ask = { method: 'POST', path: `${door.at}${path}`, headers, body };
  const answer = await door.client.ask(ask);
  if (answer.status !== 200) throw new Error(`${ask.path} answered ${answer.status}: ${answer.text.slice(0, 200)}`);
  for (const [, name = '', value = '', rest = ''] of (answer.headers['set-cookie'] ?? '').matchAll(
    /(?:^|, )(cardwright_[^=;, ]+)=([^;]*)([^,]*)/g,
  )) {
    if (value === '' || /max-age=0(?!\d)/i.test(rest)) jar.delete(name);
    else jar.set(name, value);
  }
  return answer;
}

/** Signs in with the password. With a second factor, sign-in is not complete yet. */
export async function signIn(door: Door, { email }: User): Promise<Jar> {
  const jar: Jar = new Map();
  await post(door, jar, '/auth/sign-in/email', { email, password: PASSWORD });
  return jar;
}

/** Signs out. */
export async function signOut(door: Door, jar: Jar): Promise<void> {
  await post(door, new Map(jar), '/auth/sign-out', {});
}

/** Sets up a second factor; this session stays valid. Returns its backup codes. */
export async function enableSecondFactor(door: Door, jar: Jar): Promise<string[]> {
  const { text } = await post(door, jar, '/auth/two-factor/enable', { password: PASSWORD });
  const { totpURI, backupCodes } = JSON.parse(text) as { totpURI: string; backupCodes: string[] };
  await post(door, jar, '/auth/two-factor/verify-totp', { code: totpOf(totpURI, Date.now()) });
  return backupCodes;
}

/** Enters a backup code: for the next five minutes, the session may do what needs a fresh code. */
export async function stepUp(door: Door, jar: Jar, codes: string[]): Promise<void> {
  await post(door, jar, '/v1/step-up', { code: codes.shift() ?? '' });
}

const PERIOD_MS = 30_000;
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The code of an authenticator app at a moment (RFC 6238). */
function totpOf(uri: string, at: number): string {
  const secret = new URL(uri).searchParams.get('secret') ?? '';
  const bits = secret
    .split('')
    .map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at / PERIOD_MS)));
  const mac = createHmac('sha1', key).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0x0f;
  return String((mac.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0');
}
