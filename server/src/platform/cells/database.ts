// The database of a new cell: a password for each role, and the statements that an administrator runs once.
import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { type LoginRole, loginRoles } from '../db/migrate.ts';

export type Passwords = Readonly<Record<LoginRole, string>>;

const PASSWORD_BYTES = 32; // 256 bits: beyond guessing
const SALT_BYTES = 16;

/** The default of Postgres. A random password of 256 bits needs no more. */
const ITERATIONS = 4_096;

/** A new password for each role that logs in. */
export const newPasswords = (): Passwords =>
  Object.fromEntries(loginRoles.map((role) => [role, randomBytes(PASSWORD_BYTES).toString('hex')])) as Passwords;

/** For psql, after roles.sql. It has no secret: a verifier checks a password and does not contain it. */
export function databaseStatements(name: string, passwords: Passwords): string {
  const processes = loginRoles.filter((role) => role !== 'cardwright_owner');
  return [
    '-- Passwords of the roles, and the database. Run it once, as the administrator of the cluster, after roles.sql.',
    '\\set ON_ERROR_STOP on',
    ...loginRoles.map((role) => `alter role ${role} password '${verifierOf(passwords[role])}';`),
    `create database ${name} owner cardwright_owner template template0 encoding 'UTF8' locale 'C';`,
    `revoke all on database ${name} from public;`,
    `grant connect on database ${name} to ${processes.join(', ')};`,
    `\\connect ${name}`,
    'alter schema public owner to cardwright_owner;',
    '',
  ].join('\n');
}

/** What Postgres stores instead of a password (RFC 5803). A statement with it may appear in the server's log. */
function verifierOf(password: string): string {
  const salt = randomBytes(SALT_BYTES);
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256');
  const keyed = (label: string) => createHmac('sha256', salted).update(label).digest();
  const stored = createHash('sha256').update(keyed('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${stored}:${keyed('Server Key').toString('base64')}`;
}
