// Prepares a database: roles, the database itself, and its schema, which its owner migrates.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { IS_OURS } from './budget.ts';
import { newClient } from './client.ts';
import { applyMigrations, type Migrations, type Step } from './migrations.ts';

const database = join(import.meta.dirname, '../../../database');

/** The roles that log in. `cardwright_posting` never does. */
export const loginRoles = [
  'cardwright_owner',
  'cardwright_api',
  'cardwright_worker',
  'cardwright_admin',
  'cardwright_portal',
  'cardwright_desk',
  'cardwright_reader',
  'issuer_sandbox',
] as const;
export type LoginRole = (typeof loginRoles)[number];

const own: Migrations = { migrations: join(database, 'migrations'), table: 'schema_migrations' };

/** Migrates a database to the newest schema. Idempotent. */
export async function migrateSchema(
  ownerUrl: string,
  migrations: Migrations = own,
  onStep: (step: Step) => void = () => undefined,
): Promise<void> {
  await asAdministrator(ownerUrl, (client) => applyMigrations(client, migrations, onStep));
}

/** Pause before the migration lock is tried again. */
const LOCK_AGAIN_MS = 200;

/**
 * Runs work under the migration lock: without it, the second of two concurrent runs would fail. The lock is polled,
 * because an index that is built concurrently waits for every statement that began before, a wait for this lock too.
 */
export async function withMigrationLock(ownerUrl: string, work: () => Promise<void>): Promise<void> {
  await asAdministrator(ownerUrl, async (client) => {
    const tryLock = "select pg_try_advisory_lock(hashtext('cardwright migrate')) as locked"; // held by the connection
    while (!(await client.query<{ locked: boolean }>(tryLock)).rows[0]?.locked) await sleep(LOCK_AGAIN_MS);
    await work();
  });
}

/** How many connections our processes have to this database: a copy for a rehearsal has none. */
export const countUsers = (ownerUrl: string): Promise<number> =>
  asAdministrator(ownerUrl, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::integer as count from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and ${IS_OURS}`,
    );
    return rows[0]?.count ?? 0;
  });

/** Creates the roles of a cluster with their passwords. Needs a cluster administrator; idempotent. */
export async function prepareRoles(adminUrl: string, passwordOf: (role: LoginRole) => string): Promise<void> {
  await asAdministrator(adminUrl, async (client) => {
    await client.query("select pg_advisory_lock(hashtext('cardwright roles'))");
    await client.query(await readFile(join(database, 'roles.sql'), 'utf8'));
    for (const role of loginRoles) {
      await client.query(`alter role ${role} password ${client.escapeLiteral(passwordOf(role))}`);
    }
  });
}

/** Creates a database that belongs to the owner role and that nobody else may change. Idempotent. */
export async function createDatabase(adminUrl: string, name: string): Promise<void> {
  await asAdministrator(adminUrl, async (client) => {
    const id = client.escapeIdentifier(name);
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rowCount === 0) await client.query(`create database ${id} owner cardwright_owner template template0`);
    else await client.query(`grant connect, create on database ${id} to cardwright_owner`); // created by somebody else
    await client.query(`revoke all on database ${id} from public`);
    const processes = loginRoles.filter((role) => role !== 'cardwright_owner');
    await client.query(`grant connect on database ${id} to ${processes.join(', ')}`);
  });
  await asAdministrator(withDatabase(adminUrl, name), (client) =>
    client.query('alter schema public owner to cardwright_owner'),
  );
}

/** The same server and user, another database. */
export const withDatabase = (url: string, database: string): string =>
  url.replace(/^([a-z]+:\/\/[^/?]*)(\/[^?]*)?/, `$1/${encodeURIComponent(database)}`);

/** Runs work on an administrator's connection, then closes it. */
export async function asAdministrator<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = newClient(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
