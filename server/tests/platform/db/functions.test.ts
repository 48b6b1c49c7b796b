// One current definition of each database function: what `migrate` applies, what it leaves alone, what it refuses.
import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { functionRooms, readFunctionFiles, readKinds } from '../../../src/platform/db/function-files.ts';
import { applyFunctions } from '../../../src/platform/db/functions.ts';
import { asAdministrator, createDatabase, withDatabase } from '../../../src/platform/db/migrate.ts';
import { install } from '../../../src/platform/install.ts';
import { rooms } from '../../tidy/rules.ts';
import { startWorld, type World } from '../../world.ts';

const database = join(import.meta.dirname, '../../../database');

let world: World;
let ownerUrl: string;
beforeAll(async () => {
  world = await startWorld({ api: 0 });
  ownerUrl = world.stack.urlOf('cardwright_owner');
});
afterAll(() => world.stop());

/** A copy of the function files, for a test to change. */
let folders: { functions: string; migrations: string };
beforeEach(async () => {
  const functions = await mkdtemp(join(tmpdir(), 'cardwright-functions-'));
  await cp(join(database, 'functions'), functions, { recursive: true });
  folders = { functions, migrations: join(database, 'migrations') };
});
afterEach(async () => {
  await applyFunctions(ownerUrl); // every test leaves the functions of the release
  await rm(folders.functions, { recursive: true });
});

const change = async (file: string, find: string, replace: string) => {
  const path = join(folders.functions, `${file}.sql`);
  const text = await readFile(path, 'utf8');
  expect(text).toContain(find);
  await writeFile(
    path,
    text.replace(find, () => replace),
  );
};

const read = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
  (await world.admin.query<Row>(text, values)).rows;

const feeOf = async (cents: number) => (await read<{ fee: bigint }>('select deposit_fee($1) as fee', [cents]))[0]?.fee;

const mayExecute = async (role: string, signature: string) =>
  (await read<{ may: boolean }>(`select has_function_privilege($1, $2, 'execute') as may`, [role, signature]))[0]?.may;

/** Whether the role that owns the posting functions could create anything. */
const mayCreate = async () =>
  (
    await read<{ name: string }>(
      `select nspname as name from pg_namespace where has_schema_privilege('cardwright_posting', oid, 'create')`,
    )
  ).map(({ name }) => name);

describe('migrate', () => {
  test('applies no file to a database that is up to date', async () => {
    expect(await applyFunctions(ownerUrl)).toEqual([]);
  });

  test('refuses a database of the migrations before the baseline', async () => {
    await world.admin.query('alter table function_files rename to away');
    try {
      await expect(applyFunctions(ownerUrl)).rejects.toThrow('cannot be upgraded. Create a new one.');
    } finally {
      await world.admin.query('alter table away rename to function_files');
    }
  });

  test('applies a file that changed, and no other', async () => {
    expect(await feeOf(10_000)).toBe(150n);
    await change('funding/deposit_fee', 'create or replace', '-- As before.\ncreate or replace');
    await change('funding/deposit_fee', '* 15', '* 16');
    expect(await applyFunctions(ownerUrl, folders)).toEqual(['funding/deposit_fee']);
    expect(await feeOf(10_000)).toBe(160n);
    expect(await applyFunctions(ownerUrl, folders)).toEqual([]);
  });

  test('gives a function the grants of its file, and takes away all others', async () => {
    const signature = 'find_keys(bytea[])';
    await change(
      'identity/find_keys',
      `grant execute on function ${signature} to cardwright_api;`,
      `grant execute on function ${signature} to cardwright_worker;`,
    );
    expect(await applyFunctions(ownerUrl, folders)).toEqual(['identity/find_keys']);
    expect(await mayExecute('cardwright_api', signature)).toBe(false);
    expect(await mayExecute('cardwright_worker', signature)).toBe(true);
    expect(await applyFunctions(ownerUrl)).toEqual(['identity/find_keys']);
    expect(await mayExecute('cardwright_api', signature)).toBe(true);
    expect(await mayExecute('cardwright_worker', signature)).toBe(false);
  });

  test('creates a function again that is gone', async () => {
    await world.admin.query('drop function find_keys(bytea[])');
    expect(await applyFunctions(ownerUrl)).toEqual(['identity/find_keys']);
    expect(await mayExecute('cardwright_api', 'find_keys(bytea[])')).toBe(true);
    expect(await mayExecute('public', 'find_keys(bytea[])')).toBe(false);
  });

  test('keeps an old signature beside the new one, as long as it has a file', async () => {
    const text = await readFile(join(folders.functions, 'funding/deposit_fee.sql'), 'utf8');
    const old = text.replace('(amount bigint)', '(amount integer)').replaceAll('(bigint)', '(integer)');
    const path = join(folders.functions, 'funding/deposit_fee.v1.sql');
    await writeFile(path, old);
    expect(await applyFunctions(ownerUrl, folders)).toEqual(['funding/deposit_fee.v1']);
    await rm(path);
    await expect(applyFunctions(ownerUrl, folders)).rejects.toThrow('No file defines these functions');
    await world.admin.query('drop function deposit_fee(integer)'); // as a migration of the release after does
    expect(await applyFunctions(ownerUrl, folders)).toEqual([]);
  });

  test('refuses a function that no file and no migration defines, and changes nothing', async () => {
    await world.admin.query('create function ledger.made_by_hand() returns integer language sql return 1');
    await change('funding/deposit_fee', '* 15', '* 16');
    try {
      await expect(applyFunctions(ownerUrl, folders)).rejects.toThrow(/ledger\.made_by_hand\(\)/);
      expect(await feeOf(10_000)).toBe(150n);
    } finally {
      await world.admin.query('drop function ledger.made_by_hand()');
    }
    expect(await applyFunctions(ownerUrl, folders)).toEqual(['funding/deposit_fee']);
  });

  test('changes nothing when a file fails, and names it', async () => {
    await change('funding/deposit_fee', '* 15', '* 16');
    await change('sandbox/fund_sandbox', 'returns boolean[]', 'returns bigint[]');
    await expect(applyFunctions(ownerUrl, folders)).rejects.toThrow('functions/sandbox/fund_sandbox.sql: ');
    expect(await feeOf(10_000)).toBe(150n);
    expect(await applyFunctions(ownerUrl)).toEqual([]);
    expect(await mayCreate()).toEqual([]);
  });

  test('may run twice at the same time: one applies, the other finds it done', async () => {
    await change('funding/deposit_fee', '* 15', '* 16');
    await change('identity/find_keys', 'stable', 'volatile');
    const both = await Promise.all([applyFunctions(ownerUrl, folders), applyFunctions(ownerUrl, folders)]);
    expect(both.toSorted((a, b) => a.length - b.length)).toEqual([[], ['identity/find_keys', 'funding/deposit_fee']]);
  });

  test('may run twice at the same time on an empty database', async () => {
    const adminUrl = inject('adminUrl');
    const name = `test_${randomBytes(6).toString('hex')}`;
    await createDatabase(adminUrl, name);
    const url = withDatabase(ownerUrl, name);
    await Promise.all([install(url), install(url)]);
    const { rows } = await asAdministrator(withDatabase(adminUrl, name), (client) =>
      client.query<{ applied: bigint }>('select count(*) as applied from function_files'),
    );
    expect(rows).toEqual([{ applied: BigInt((await readFunctionFiles(folders.functions)).length) }]);
  });

  test('leaves the posting role without a right to create anything', async () => {
    await change('identity/find_keys', 'stable', 'volatile');
    await applyFunctions(ownerUrl, folders);
    expect(await mayCreate()).toEqual([]);
  });

  test('refuses a file that defines another function than its name says, or no owner', async () => {
    await change('funding/deposit_fee', 'function deposit_fee(', 'function deposit_fees(');
    await expect(applyFunctions(ownerUrl, folders)).rejects.toThrow('funding/deposit_fee.sql must define');
    await change('funding/deposit_fee', 'function deposit_fees(', 'function deposit_fee(');
    await change('funding/deposit_fee', 'owner to cardwright_owner', 'owner to postgres');
    await expect(applyFunctions(ownerUrl, folders)).rejects.toThrow('the owner must be');
  });
});

describe('the function files', () => {
  test('stand in the rooms of the server', async () => {
    expect(functionRooms).toEqual(rooms);
    const present = await readdir(folders.functions);
    expect(present.filter((name) => name !== 'order.txt' && !rooms.includes(name))).toEqual([]);
  });

  test('begin with what their function promises', async () => {
    for (const { file, text } of await readFunctionFiles(folders.functions)) expect(text, file).toMatch(/^-- \S/);
  });

  test('define the functions of every kind of work', async () => {
    const kinds = await read('select kind, source, condition from work_kinds order by kind');
    expect(await readKinds(folders.functions)).toEqual(kinds);
  });

  test('define every function that nothing but functions uses, and migrations all others', async () => {
    const files = await readFunctionFiles(folders.functions);
    const functions = await read<{ signature: string; used: boolean; has_file: boolean }>(
      `select p.oid::regprocedure::text as signature,
              p.prokind = 'p' or exists (select from pg_depend d
                where d.refclassid = 'pg_proc'::regclass and d.refobjid = p.oid and d.classid <> 'pg_proc'::regclass) as used,
              exists (select from unnest($1::text[]) as f (signature) where to_regprocedure(f.signature) = p.oid) as has_file
         from pg_proc p
        where p.pronamespace::regnamespace::text in ('public', 'ledger', 'people', 'desk', 'actions')`,
      [files.map(({ signature }) => signature)],
    );
    expect(functions.filter(({ used, has_file }) => used === has_file)).toEqual([]);
  });
});
