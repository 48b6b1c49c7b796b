// An upgrade of a database with rows in it: migrations reach the rows of every company.
import { randomBytes, randomUUID } from 'node:crypto';
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { newUuid } from '@cardwright/server/foundation/ids.ts';
import type { Step } from '@cardwright/server/platform/db/migrations.ts';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { asAdministrator, createDatabase, migrateSchema, withDatabase } from '../../../src/platform/db/migrate.ts';
import { startWorld, type World } from '../../world.ts';

const migrations = join(import.meta.dirname, '../../../database/migrations');

/** The last migration before ids were derived from keys. */
const BEFORE = '0011_sandbox.sql';

/** A payment as a version before its holder was named writes it. */
const PAYMENT = `
  insert into transactions (company_id, environment, id, card_id, reference, type, status, amount, currency, occurred_at, created_at)
  values ($1, 'live', $2, $3, $4, 'purchase', 'settled', -100, 'USD', $5, $5)`;

let world: World;
const name = `upgrade_${randomBytes(6).toString('hex')}`;
const adminUrl = withDatabase(inject('adminUrl'), name);
beforeAll(async () => {
  world = await startWorld({ api: 0 }); // for the password of the owner
  await createDatabase(inject('adminUrl'), name);
});
afterAll(async () => {
  await world.stop();
  await asAdministrator(inject('adminUrl'), (client) => client.query(`drop database ${name} with (force)`));
});

test('rows keep the time of their id, and top-ups and payments name the holder of their card', async () => {
  const ownerUrl = withDatabase(world.stack.urlOf('cardwright_owner'), name);
  const early = await mkdtemp(join(tmpdir(), 'cardwright-migrations-'));
  for (const file of (await readdir(migrations)).filter((each) => each <= BEFORE))
    await cp(join(migrations, file), join(early, file));
  await migrateSchema(ownerUrl, { migrations: early, table: 'schema_migrations' });
  await rm(early, { recursive: true });

  const at = new Date('2026-03-10T12:00:00.123Z');
  const [company, operation, invoice, card, holder] = Array.from({ length: 5 }, () => newUuid(at));
  await asAdministrator(adminUrl, async (client) => {
    await client.query('set session_replication_role = replica'); // rows without everything that they name
    const next = `'2026-03-10T12:00:05Z'`;
    await client.query(
      `insert into cards (company_id, environment, id, holder_id, product_id, name, last4, issuer_token, status, balance, created_at)
       values ($1, 'live', $2, $3, $4, 'Travel', '4242', 'token', 'active', 0, $5)`,
      [company, card, holder, randomUUID(), at],
    );
    await client.query(
      `insert into operations (company_id, environment, id, type, status, product_id, amount, fee, card_id, created_at, next_at)
       values ($1, 'live', $2, 'topup', 'queued', $3, 1000, 2, $4, $5, ${next})`,
      [company, operation, randomUUID(), card, at],
    );
    await client.query(
      `insert into invoices (company_id, environment, id, status, requested_amount, deposit_amount, fee, created_at, next_at)
       values ($1, 'live', $2, 'creating', 10000, 10000, 150, $3, ${next})`,
      [company, invoice, at],
    );
    await client.query(PAYMENT, [company, randomUUID(), card, 'before', at]);
  });
  await migrateSchema(ownerUrl);

  await asAdministrator(adminUrl, async (client) => {
    const { rows } = await client.query('select accepted_at, updated_at, holder_id from operations');
    expect(rows).toEqual([{ accepted_at: at, updated_at: at, holder_id: holder }]);
    expect((await client.query('select accepted_at from invoices')).rows).toEqual([{ accepted_at: at }]);
    // A function of the previous version runs until the new one is applied.
    await client.query(PAYMENT, [company, randomUUID(), card, 'after', at]);
    const payments = await client.query('select reference, holder_id from transactions order by created_at, reference');
    expect(payments.rows).toEqual(['after', 'before'].map((reference) => ({ reference, holder_id: holder })));
    const unforced = `select relname from pg_class where relrowsecurity and not relforcerowsecurity`;
    expect((await client.query(unforced)).rows).toEqual([]);
  });
});

describe('a migration', () => {
  let folder: string;
  let ownerUrl: string;
  const table = 'tried_migrations';
  const apply = async () => {
    const steps: Step[] = [];
    await migrateSchema(ownerUrl, { migrations: folder, table }, (step) => void steps.push(step));
    return steps;
  };
  const write = (file: string, text: string) => writeFile(join(folder, file), text);
  const asOwner = <Row extends object>(text: string) =>
    asAdministrator(ownerUrl, async (client) => (await client.query<Row>(text)).rows);
  beforeAll(async () => {
    ownerUrl = withDatabase(world.stack.urlOf('cardwright_owner'), name);
    folder = await mkdtemp(join(tmpdir(), 'cardwright-migrations-'));
    await write('0001_one.sql', '-- migrate:up\ncreate table one (id integer);\n\n-- migrate:down\nselect 1/0;\n');
  });
  afterAll(() => rm(folder, { recursive: true }));

  test('is applied once, and says which locks it held on tables that were there', async () => {
    expect(await apply()).toMatchObject([{ file: '0001_one.sql', waits: 0, locks: [] }]);
    await write('0002_two.sql', "-- migrate:up\nset lock_timeout = '100ms';\nalter table one add column x text;\n");
    expect(await apply()).toMatchObject([
      { file: '0002_two.sql', locks: [{ table: 'one', mode: 'AccessExclusiveLock', rows: 0 }] },
    ]);
    expect(await apply()).toEqual([]);
  });

  test('waits for a lock in short attempts, so that nobody waits long behind it', async () => {
    await write('0003_three.sql', "-- migrate:up\nset lock_timeout = '100ms';\nalter table one add column y text;\n");
    const steps = await asAdministrator(ownerUrl, async (client) => {
      await client.query('begin; lock table one in access share mode');
      const applying = apply();
      await sleep(1_000);
      expect(await asOwner('select from one'), 'a reader does not wait for the migration').toEqual([]);
      await client.query('commit');
      return applying;
    });
    expect(steps).toMatchObject([{ file: '0003_three.sql', waits: expect.any(Number) }]);
    expect(steps[0]?.waits).toBeGreaterThan(0);
  });

  test('changes nothing if it fails, and names itself', async () => {
    await write('0004_four.sql', '-- migrate:up\ncreate table four (id integer);\nselect 1/0;\n');
    await expect(apply()).rejects.toThrow('0004_four.sql: division by zero');
    expect(await asOwner("select to_regclass('four') as four")).toEqual([{ four: null }]);
    await write('0004_four.sql', '-- migrate:up transaction:false\ncreate index concurrently one_by_x on one (x);\n');
    expect(await apply()).toMatchObject([{ file: '0004_four.sql', locks: [] }]);
    await write('five.sql', 'select 1;\n');
    await expect(apply()).rejects.toThrow('five.sql has no number');
  });
});
