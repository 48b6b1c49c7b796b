// The operator's command line itself: who may run it, how it answers, and the commands that concern no company.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Stack, startStack } from '@cardwright/stack/start.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type CommandLine, commandLine } from './admin-process.ts';
import { sealerOf } from './sealer-of.ts';

let stack: Stack;
let fresh: Stack; // a database in which nobody has done anything
let operatorToken: string;
let directory: string;
let run: CommandLine['run'];
let json: CommandLine['json'];

beforeAll(async () => {
  const shared = { adminUrl: inject('adminUrl'), api: 0, workers: 0 };
  stack = await startStack({ ...shared, database: 'admin_command_line' });
  fresh = await startStack({ ...shared, database: 'admin_fresh', seed: false, secrets: stack.secrets });
  operatorToken = stack.demo?.operatorToken ?? '';
  ({ run, json } = commandLine(stack));
  directory = await mkdtemp(join(tmpdir(), 'cardwright-admin-'));
}, 60_000);

afterAll(async () => {
  await fresh?.stop();
  await stack?.stop();
  if (directory !== undefined) await rm(directory, { recursive: true });
});

describe('the operator', () => {
  test('whose token is wrong or missing is refused, for reading as for changing', async () => {
    for (const CARDWRIGHT_OPERATOR_TOKEN of ['cwop_wrong', undefined]) {
      for (const args of [
        ['company', 'list'],
        ['company', 'create', '--name', 'X', '--kind', 'corporate'],
        ['ledger', 'verify'],
      ]) {
        const ran = await run(args, { CARDWRIGHT_OPERATOR_TOKEN });
        expect(ran).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/token/i) });
        expect(ran.stderr.trim().split('\n')).toHaveLength(1);
      }
    }
    const wrong = await run(['operator', 'add', '--name', 'Eve', '--email', 'eve@example.com'], {
      CARDWRIGHT_OPERATOR_TOKEN: 'cwop_wrong',
    });
    expect(wrong).toMatchObject({ code: 1, stdout: '' });
  });

  test('may keep the token in a file, which wins over the environment', async () => {
    const file = join(directory, 'token');
    await writeFile(file, `${operatorToken}\n`, { mode: 0o600 });
    await json(['operator', 'list', '--token-file', file], { CARDWRIGHT_OPERATOR_TOKEN: 'cwop_wrong' });
    const missing = await run(['operator', 'list', '--token-file', join(directory, 'nothing')]);
    expect(missing).toMatchObject({ code: 1, stderr: expect.stringContaining('cannot be read') });
  });

  test('who is the first adds themselves without a token; nobody after them does', async () => {
    const settings = {
      CARDWRIGHT_ADMIN_DATABASE_URL: fresh.urlOf('cardwright_admin'),
      CARDWRIGHT_OPERATOR_TOKEN: undefined,
    };
    const add = (name: string) => ['operator', 'add', '--name', name, '--email', `${name}@example.com`];
    const first = await json<{ token: string }>(add('first'), settings);
    expect(await run(add('second'), settings)).toMatchObject({ code: 1, stdout: '' });
    const asFirst = { ...settings, CARDWRIGHT_OPERATOR_TOKEN: first.token };
    const second = await json<{ id: string; token: string }>(add('second'), asFirst);
    expect(await run(add('second'), asFirst)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('exists already'),
    });
    const { data } = await json<{ data: { name: string }[] }>(['operator', 'list'], asFirst);
    expect(data.map(({ name }) => name)).toEqual(['first', 'second']);
    expect((await run(['operator', 'list', '--json'], asFirst)).stdout).not.toContain('cwop_');

    const disable = ['operator', 'disable', second.id, '--reason', 'left'];
    expect(await run(disable, asFirst)).toMatchObject({ code: 0 });
    expect(await run(disable, asFirst)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('No active operator'),
    });
    const asSecond = { ...settings, CARDWRIGHT_OPERATOR_TOKEN: second.token };
    expect(await run(['company', 'list'], asSecond)).toMatchObject({ code: 1, stdout: '' });

    await json(['company', 'create', '--name', 'Test Ltd', '--kind', 'individual'], asFirst);
    expect((await run(['ledger', 'verify'], asFirst)).code).toBe(0);
    await tamper(fresh.databaseUrl);
    const bad = await run(['ledger', 'verify', '--json'], asFirst);
    expect(bad).toMatchObject({ code: 1, stderr: expect.stringContaining('does not add up') });
    expect(JSON.parse(bad.stdout)).toMatchObject({ ok: false, bad: { row: 'account available' } });
  });
});

/** What only a superuser could do: money from nowhere. */
async function tamper(databaseUrl: string): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query(`update ledger.accounts set balance = 1 where account = 'available' and environment = 'live'`);
  await client.end();
}

describe('verification', () => {
  test('compares with the exported heads, and says what it cannot see without them', async () => {
    const sealer = sealerOf(stack);
    await sealer.seal();
    await sealer.close();
    const where = { CARDWRIGHT_SEALS_DIRECTORY: stack.sealsDirectory };
    for (const command of ['ledger', 'audit']) {
      const compared = await run([command, 'verify'], where);
      expect(compared).toMatchObject({ code: 0, stdout: expect.not.stringContaining('Warning') });
      const alone = await run([command, 'verify']);
      expect(alone).toMatchObject({
        code: 0,
        stdout: expect.stringContaining('CARDWRIGHT_SEALS_DIRECTORY is not set'),
      });
    }
    const client = new pg.Client(stack.databaseUrl);
    await client.connect();
    await client.query('alter table audit_log disable trigger user');
    await client.query(`update audit_log set subject = 'somebody else' where sequence = 2`);
    const bad = await run(['audit', 'verify', '--json'], where);
    await client.query(`alter table audit_log enable always trigger audit_log_is_append_only`);
    await client.end();
    expect(bad).toMatchObject({ code: 1, stderr: expect.stringContaining('first at act 2') });
    expect(JSON.parse(bad.stdout)).toMatchObject({ ok: false, comparedWithHeads: true, bad: { row: 'act 2' } });
  });

  test('does not believe a damaged store', async () => {
    const damaged = join(directory, 'damaged');
    await mkdir(damaged);
    await writeFile(join(damaged, 'heads-2026-11.jsonl'), '{"chain":"gone"}\n\n');
    const ran = await run(['ledger', 'verify'], { CARDWRIGHT_SEALS_DIRECTORY: damaged });
    expect(ran).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('heads-2026-11.jsonl, line 1') });
  });
});

describe('the catalogue', () => {
  test('gains a product, and a change keeps what was not named', async () => {
    type Product = { id: string; name: string; status: string; pricing: object };
    const prices = ['--price', 'issue:3:20:10:5000', '--price', 'topup:0:25:10:5000:0.50'];
    const made = await json<Product>(['product', 'set', '--name', 'Travel card', '--kind', 'card', ...prices]);
    expect(made.pricing).toMatchObject({ topup: { rateBps: 25, minimumFee: '0.50', maximumAmount: '5000.00' } });
    const changed = await json<Product>(['product', 'set', '--id', made.id, '--status', 'inactive']);
    expect(changed).toEqual({ ...made, status: 'inactive' });
    expect((await run(['product', 'list'])).stdout).toContain('Travel card');
  });

  test('refuses prices that make no sense', async () => {
    const set = (...rest: string[]) => run(['product', 'set', '--name', 'X', '--kind', 'service', ...rest]);
    for (const price of [
      'issue:3:20:10:5000',
      'service:1:20:10:5',
      'service:1:10001:1:5',
      'service:-1:0:1:5',
      'service',
    ]) {
      expect(await set('--price', price), price).toMatchObject({ code: 2, stdout: '' });
    }
  });
});

describe('the command line', () => {
  test('verifies the ledger, with progress on stderr', async () => {
    const ran = await run(['ledger', 'verify', '--json']);
    expect(ran).toMatchObject({ code: 0, stderr: expect.stringContaining('verified so far') });
    expect(JSON.parse(ran.stdout)).toMatchObject({ ok: true, bad: null });
  });

  test('answers what was typed wrong with exit code 2 and one line', async () => {
    for (const args of [
      ['company', 'show', 'nonsense'],
      ['company', 'list', '--limit', '0'],
      ['company', 'verify', 'com_01jcp4vsb0e5d8zq6m5k1n7x2t', '--reason', 'neither'],
      ['key', 'list', 'com_01jcp4vsb0e5d8zq6m5k1n7x2t'],
      ['company', 'list', '--token', operatorToken],
    ]) {
      const ran = await run(args);
      expect(ran, args.join(' ')).toMatchObject({ code: 2, stdout: '' });
      expect(ran.stderr.trim().split('\n'), args.join(' ')).toHaveLength(1);
      expect(ran.stderr).not.toContain(operatorToken);
    }
  });

  test('says what to do when the database cannot be reached, without its password', async () => {
    const ran = await run(['company', 'list'], {
      CARDWRIGHT_ADMIN_DATABASE_URL: 'postgres://cardwright_admin:hunter2@127.0.0.1:1/cardwright',
    });
    expect(ran).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('cannot be reached') });
    expect(ran.stderr).not.toContain('hunter2');
  });
});
