// The operator's command line itself: authentication, output, and the commands without a company.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toId } from '@cardwright/server/foundation/ids.ts';
import { newOperator, operatorToken as tokenOf } from '@cardwright/stack/operators.ts';
import { freePort, localUrl } from '@cardwright/stack/ports.ts';
import { type Stack, startStack } from '@cardwright/stack/start.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { sealerOf } from '../../server/tests/sealer-of.ts';
import { type CommandLine, commandLine } from './process.ts';

let stack: Stack;
let fresh: Stack; // an empty database
let operatorToken: string;
let directory: string;
let run: CommandLine['run'];
let json: CommandLine['json'];

type Proposed = { proposal: { id: string; action: string; expiresAt: string } };
type Listed = { id: string; name: string; email: string; disabledAt: string | null };

beforeAll(async () => {
  const shared = { adminUrl: inject('adminUrl'), api: 0, workers: 0, desk: true };
  stack = await startStack({ ...shared, database: 'admin_command_line' });
  fresh = await startStack({ ...shared, database: 'admin_fresh', seed: false, secrets: stack.secrets });
  operatorToken = tokenOf(stack.secrets.peppers, 0);
  ({ run, json } = commandLine(stack));
  directory = await mkdtemp(join(tmpdir(), 'cardwright-admin-'));
});

afterAll(async () => {
  await fresh?.stop();
  await stack?.stop();
  if (directory !== undefined) await rm(directory, { recursive: true });
});

describe('the operator', () => {
  test('whose token is wrong or missing is refused, for reads and writes', async () => {
    for (const CARDWRIGHT_OPERATOR_TOKEN of ['cwop_wrong', undefined]) {
      for (const args of [
        ['company', 'list'],
        ['company', 'create', '--name', 'X', '--kind', 'corporate'],
      ]) {
        const ran = await run(args, { CARDWRIGHT_OPERATOR_TOKEN });
        expect(ran).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/token/i) });
        expect(ran.stderr.trim().split('\n')).toHaveLength(1);
      }
    }
    for (const CARDWRIGHT_OPERATOR_TOKEN of ['cwop_wrong', undefined]) {
      const eve = ['operator', 'add', '--name', 'Eve', '--email', 'eve@example.com', '--reason', 'wants to'];
      expect(await run(eve, { CARDWRIGHT_OPERATOR_TOKEN })).toMatchObject({ code: 1, stdout: '' });
    }
    expect((await json<{ data: object[] }>(['operator', 'list'])).data).toHaveLength(2);
  });

  test('cannot enter a card number, with or without spaces; the refusal shows only the last four digits', async () => {
    for (const args of [
      ['company', 'create', '--kind', 'corporate', '--name', 'card 4242 4242 4242 4242'],
      ['pause', 'add', '--environment', 'live', '--reason', '4242424242424242'],
    ]) {
      const ran = await run(args);
      expect(ran).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('looks like a card number') });
      expect(ran.stderr).not.toMatch(/4242.?4242/);
    }
  });

  test('may keep the token in a file, which overrides the environment', async () => {
    const file = join(directory, 'token');
    await writeFile(file, `${operatorToken}\n`, { mode: 0o600 });
    await json(['operator', 'list', '--token-file', file], { CARDWRIGHT_OPERATOR_TOKEN: 'cwop_wrong' });
    const missing = await run(['operator', 'list', '--token-file', join(directory, 'nothing')]);
    expect(missing).toMatchObject({ code: 1, stderr: expect.stringContaining('cannot be read') });
  });

  test('is added by two operators, and disabled by one while two who may approve remain', async () => {
    const first = commandLine(fresh);
    const second = commandLine(fresh, tokenOf(fresh.secrets.peppers, 1));
    const decides = (id: string) => second.json(['proposal', 'approve', id]);
    const add = ['operator', 'add', '--name', 'Third', '--email', 'Third@example.com', '--reason', 'joins'];
    const { proposal } = await first.json<Proposed>(add);
    expect(proposal).toMatchObject({ action: 'operator.add', expiresAt: expect.any(String) });
    const again = await first.run(add);
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('open proposal about it') });
    const listed = async () => (await first.json<{ data: Listed[] }>(['operator', 'list'])).data;
    expect((await listed()).map(({ name }) => name).toSorted()).toEqual(['Demo Operator', 'Second Operator']);
    const own = await first.run(['proposal', 'approve', proposal.id]);
    expect(own).toMatchObject({ code: 1, stderr: expect.stringContaining('another operator has to approve') });
    await decides(proposal.id);
    const [one, other, third] = await listed();
    expect(third).toMatchObject({ name: 'Third', email: 'third@example.com', disabledAt: null });
    expect(await first.run(add)).toMatchObject({ code: 1, stderr: expect.stringContaining('already exists') });
    expect((await first.run(['operator', 'list', '--json'])).stdout).not.toContain('cwop_');

    const disable = (id = '') => first.run(['operator', 'disable', id, '--reason', 'left']);
    expect(await disable(third?.id)).toMatchObject({ code: 0 });
    expect(await disable(third?.id)).toMatchObject({ code: 1, stderr: expect.stringContaining('No active operator') });
    for (const { id } of [one, other].filter((each) => each !== undefined))
      expect(await disable(id)).toMatchObject({ code: 1, stderr: expect.stringContaining('At least two') });

    const enable = ['operator', 'enable', third?.id ?? '', '--reason', 'is back'];
    await decides((await first.json<Proposed>(enable)).proposal.id);
    expect(await first.run(enable)).toMatchObject({ code: 1, stderr: expect.stringContaining('No disabled operator') });
    expect((await listed()).map(({ disabledAt }) => disabledAt)).toEqual([null, null, null]);
  });

  test('whose tokens were ended, by disabling or by a reset, is refused', async () => {
    const first = commandLine(fresh);
    const leaving = await newOperator(fresh.databaseUrl, { name: 'Leaving', email: 'leaving@example.com' });
    const losing = await newOperator(fresh.databaseUrl, { name: 'Losing', email: 'losing@example.com' });
    const reads = ({ token }: { token: string }) => commandLine(fresh, token).run(['company', 'list']);
    expect([await reads(leaving), await reads(losing)]).toMatchObject([{ code: 0 }, { code: 0 }]);
    await first.json(['operator', 'disable', toId('operator', leaving.id), '--reason', 'left']);
    const reset = ['operator', 'reset', toId('operator', losing.id), '--reason', 'lost their phone'];
    const { proposal } = await first.json<Proposed>(reset);
    expect(await reads(losing)).toMatchObject({ code: 0 });
    await commandLine(fresh, tokenOf(fresh.secrets.peppers, 1)).json(['proposal', 'approve', proposal.id]);
    for (const each of [leaving, losing])
      expect(await reads(each)).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('My tokens') });
  });

  test('sees where the ledger does not add up', async () => {
    const { json: answer, run: runs } = commandLine(fresh);
    await answer(['company', 'create', '--name', 'Test Ltd', '--kind', 'individual']);
    expect((await runs(['ledger', 'verify'])).code).toBe(0);
    await tamper(fresh.databaseUrl);
    const bad = await runs(['ledger', 'verify', '--json']);
    expect(bad).toMatchObject({ code: 1, stderr: expect.stringContaining('does not add up') });
    expect(JSON.parse(bad.stdout)).toMatchObject({ ok: false, bad: { row: 'account available' } });
  });
});

/** Creates money from nothing, which only a superuser could do. */
async function tamper(databaseUrl: string): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query(`update ledger.accounts set balance = 1 where account = 'available' and environment = 'live'`);
  await client.end();
}

describe('verification', () => {
  test('compares with the exported heads, and warns if there are none', async () => {
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
    expect(bad).toMatchObject({ code: 1, stderr: expect.stringContaining('first at entry 2') });
    expect(JSON.parse(bad.stdout)).toMatchObject({ ok: false, comparedWithHeads: true, bad: { row: 'entry 2' } });
  });

  test('refuses damaged exported heads', async () => {
    const damaged = join(directory, 'damaged');
    await mkdir(damaged);
    await writeFile(join(damaged, 'heads-2026-11.jsonl'), '{"chain":"gone"}\n\n');
    const ran = await run(['ledger', 'verify'], { CARDWRIGHT_SEALS_DIRECTORY: damaged });
    expect(ran).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('heads-2026-11.jsonl, line 1') });
  });
});

describe('the catalogue', () => {
  test('gains a product, and a change keeps omitted values', async () => {
    type Product = { id: string; name: string; status: string; pricing: object };
    const prices = ['--price', 'issue:3:20:10:5000', '--price', 'topup:0:25:10:5000:0.50'];
    const approver = commandLine(stack, tokenOf(stack.secrets.peppers, 1));
    const setByTwo = async (...rest: string[]) => {
      const { proposal } = await json<Proposed>(['product', 'set', ...rest, '--reason', 'for travellers']);
      expect(proposal.action).toBe('product.set');
      const before = await json<{ data: Product[] }>(['product', 'list']);
      await approver.json(['proposal', 'approve', proposal.id]);
      return { before: before.data, after: (await json<{ data: Product[] }>(['product', 'list'])).data };
    };
    const added = await setByTwo('--name', 'Travel card', '--kind', 'card', ...prices);
    expect(added.before.map(({ name }) => name)).not.toContain('Travel card');
    const made = added.after.find(({ name }) => name === 'Travel card');
    expect(made?.pricing).toMatchObject({ topup: { rateBps: 25, minimumFee: '0.50', maximumAmount: '5000.00' } });
    const { after } = await setByTwo('--id', made?.id ?? '', '--status', 'inactive');
    expect(after.find(({ id }) => id === made?.id)).toEqual({ ...made, status: 'inactive' });
    expect((await run(['product', 'list'])).stdout).toContain('Travel card');
  });

  test('refuses prices that make no sense', async () => {
    const set = (...rest: string[]) =>
      run(['product', 'set', '--name', 'X', '--kind', 'service', '--reason', 'x', ...rest]);
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

  test('answers a usage error with exit code 2 and one line', async () => {
    for (const args of [
      ['company', 'show', 'nonsense'],
      ['company', 'list', '--limit', '0'],
      ['company', 'verify', 'com_01jcp4vsb0e5d8zq6m5k1n7x2t', '--reason', 'neither'],
      ['key', 'list', 'com_01jcp4vsb0e5d8zq6m5k1n7x2t'],
      ['company', 'list', '--token', operatorToken],
      ['company', 'activate', 'com_01jcp4vsb0e5d8zq6m5k1n7x2t', 'direct_invoices'],
      ['operator', 'add', '--name', 'Eve', '--email', 'eve@example.com'],
      'key create com_01jcp4vsb0e5d8zq6m5k1n7x2t --environment live --name x --scopes all'.split(' '),
    ]) {
      const ran = await run(args);
      expect(ran, args.join(' ')).toMatchObject({ code: 2, stdout: '' });
      expect(ran.stderr.trim().split('\n'), args.join(' ')).toHaveLength(1);
      expect(ran.stderr).not.toContain(operatorToken);
    }
  });

  test('says what to do when the database cannot be reached, without its password', async () => {
    const ran = await run(['ledger', 'verify'], {
      CARDWRIGHT_READER_DATABASE_URL: 'postgres://cardwright_reader:hunter2@127.0.0.1:1/cardwright',
    });
    expect(ran).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('database cannot be reached') });
    expect(ran.stderr).not.toContain('hunter2');
  });

  test('says what to do when the desk cannot be reached, without the token', async () => {
    const ran = await run(['pause', 'list'], { CARDWRIGHT_DESK_URL: localUrl(await freePort()) });
    expect(ran).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('desk cannot be reached') });
    expect(ran.stderr).not.toContain(operatorToken);
  });
});
