// The operator's command line, run as a real process against a real stack.
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Stack, startStack } from '@cardwright/stack/start.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const repository = fileURLToPath(new URL('../..', import.meta.url));

/** Every server must have heard of a change by then. */
const HEARD_WITHIN_MS = 1_000;

type Ran = { code: number; stdout: string; stderr: string };

let stack: Stack;
let fresh: Stack; // the same Postgres, a database in which nobody has done anything
let operatorToken: string;
let directory: string;

beforeAll(async () => {
  stack = await startStack({ workers: 0 });
  fresh = await startStack({ adminUrl: stack.databaseUrl, database: 'fresh', seed: false, api: 0, workers: 0 });
  operatorToken = stack.demo?.operatorToken ?? '';
  directory = await mkdtemp(join(tmpdir(), 'cardwright-admin-'));
}, 60_000);

afterAll(async () => {
  await fresh?.stop();
  await stack?.stop();
  if (directory !== undefined) await rm(directory, { recursive: true });
});

/** Runs a command to its end. A setting that is undefined is not set. */
function run(args: readonly string[], settings: Record<string, string | undefined> = {}): Promise<Ran> {
  const env = {
    PATH: process.env['PATH'],
    CARDWRIGHT_ADMIN_DATABASE_URL: stack.urlOf('cardwright_admin'),
    CARDWRIGHT_PEPPERS: stack.secrets.peppers,
    CARDWRIGHT_OPERATOR_TOKEN: operatorToken,
    ...settings,
  };
  return new Promise((resolve) => {
    execFile(process.execPath, ['server/src/admin.ts', ...args], { cwd: repository, env }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : error === null ? 0 : -1, stdout, stderr });
    });
  });
}

/** Runs a command that must succeed, and answers its JSON value. */
async function json<Value>(args: readonly string[], settings: Record<string, string | undefined> = {}): Promise<Value> {
  const ran = await run([...args, '--json'], settings);
  expect(ran, args.join(' ')).toMatchObject({ code: 0, stderr: '' });
  return JSON.parse(ran.stdout) as Value;
}

type Company = { id: string; verification: string; capabilities: object; suspendedAt: string | null };
type Key = { id: string; key: string; warnings: string[] };
type Acts = { data: { action: string; operator: { name: string } | null; subject: string }[]; nextBefore: number };

const createCompany = () => json<Company>(['company', 'create', '--name', 'Test Ltd', '--kind', 'corporate']);

async function approvedCompany(): Promise<string> {
  const { id } = await createCompany();
  await json(['company', 'verify', id, '--approve', '--reason', 'register extract checked']);
  return id;
}

const createKey = (company: string, scopes = 'all') =>
  json<Key>(['key', 'create', company, '--environment', 'sandbox', '--name', 'backend', '--scopes', scopes]);

const readBalance = async (key: string) =>
  (await fetch(`${stack.baseUrl}/api/v1/balance`, { headers: { authorization: `Bearer ${key}` } })).status;

async function fund(key: string): Promise<{ status: number; code?: string }> {
  const response = await fetch(`${stack.baseUrl}/api/v1/sandbox/funding`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({ amount: '100.00' }),
  });
  return { ...((await response.json()) as object), status: response.status };
}

describe('a company', () => {
  test('is refused until it is approved, and its key works from then on', async () => {
    const { id, verification } = await createCompany();
    expect(verification).toBe('pending');
    const { key, warnings } = await createKey(id);
    expect(warnings.join()).toContain('refused until it is approved');
    expect(await readBalance(key)).toBe(403);
    await json(['company', 'verify', id, '--approve', '--reason', 'register extract checked']);
    await sleep(HEARD_WITHIN_MS);
    expect(await readBalance(key)).toBe(200);
  });

  test('that is suspended reads but does not write, until it is resumed', async () => {
    const id = await approvedCompany();
    const { key } = await createKey(id);
    expect(await fund(key)).toMatchObject({ status: 200 });
    await json(['company', 'suspend', id, '--reason', 'chargebacks']);
    expect(await fund(key)).toMatchObject({ status: 403, code: 'company_suspended' });
    await sleep(HEARD_WITHIN_MS);
    expect(await fund(key)).toMatchObject({ status: 403, code: 'company_suspended' });
    expect(await readBalance(key)).toBe(200);
    await json(['company', 'resume', id]);
    await sleep(HEARD_WITHIN_MS);
    expect(await fund(key)).toMatchObject({ status: 200 });
    const shown = await run(['company', 'show', id]);
    expect(shown.stdout).toContain('200.00 available, 0.00 held; 1 of 1 keys work');
  });

  test('has live capabilities that are switched one by one', async () => {
    const { id } = await createCompany();
    const on = await json<Company>(['company', 'activate', id, 'direct_invoices']);
    expect(on.capabilities).toEqual({ direct_invoices: true, live_services: false });
    const off = await json<Company>(['company', 'deactivate', id, 'direct_invoices']);
    expect(off.capabilities).toEqual({ direct_invoices: false, live_services: false });
  });

  test('that stands so already is told apart from one that does not exist', async () => {
    const { id } = await createCompany();
    const nobody = 'com_01jcp4vsb0e5d8zq6m5k1n7x2t';
    for (const [act, already] of [
      [['resume'], 'is not suspended already'],
      [['deactivate', 'live_services'], 'is not activated for live_services already'],
    ] as const) {
      const [verb, ...rest] = act;
      const unchanged = await run(['company', verb, id, ...rest]);
      expect(unchanged).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(already) });
      const missing = await run(['company', verb, nobody, ...rest]);
      expect(missing).toMatchObject({ code: 1, stderr: expect.stringContaining(`No company has the id ${nobody}`) });
    }
    const noKey = await run(['key', 'create', nobody, '--environment', 'live', '--name', 'x', '--scopes', 'all']);
    expect(noKey).toMatchObject({ code: 1, stderr: expect.stringContaining('No company has the id') });
  });

  test('list goes through all of them page by page, newest first', async () => {
    const newest = await createCompany();
    type Page = { data: { id: string; createdAt: string }[]; nextBefore: string | null };
    const all = (await json<Page>(['company', 'list', '--limit', '500'])).data;
    expect(all[0]?.id).toBe(newest.id);
    expect(all.map((company) => company.createdAt)).toEqual(
      all
        .map((company) => company.createdAt)
        .sort()
        .reverse(),
    );
    const first = await json<Page>(['company', 'list', '--limit', '2']);
    const second = await json<Page>(['company', 'list', '--limit', '2', '--before', first.nextBefore ?? '']);
    expect([...first.data, ...second.data]).toEqual(all.slice(0, 4));
  });
});

describe('a key', () => {
  test('that is rotated without overlap is refused within a second, and its successor works', async () => {
    const company = await approvedCompany();
    const old = await createKey(company, 'balance:read');
    expect(await readBalance(old.key)).toBe(200);
    const successor = await json<Key>([
      ...['key', 'rotate', company, old.id, '--environment', 'sandbox', '--overlap-hours', '0'],
    ]);
    await refusedWithinASecond(old.key);
    expect(await readBalance(successor.key)).toBe(200);
    const again = await run(['key', 'rotate', company, old.id, '--environment', 'sandbox']);
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('is expired already') });
  });

  test('that is rotated with an overlap works on beside its successor', async () => {
    const company = await approvedCompany();
    const old = await createKey(company, 'balance:read');
    const successor = await json<Key>(['key', 'rotate', company, old.id, '--environment', 'sandbox']);
    expect([await readBalance(old.key), await readBalance(successor.key)]).toEqual([200, 200]);
  });

  test('that is revoked is refused within a second', async () => {
    const company = await approvedCompany();
    const { id, key } = await createKey(company);
    expect(await readBalance(key)).toBe(200);
    await json(['key', 'revoke', company, id, '--environment', 'sandbox']);
    await refusedWithinASecond(key);
    const again = await run(['key', 'revoke', company, id, '--environment', 'sandbox']);
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('is revoked already') });
    const elsewhere = await run(['key', 'revoke', company, id, '--environment', 'live']);
    expect(elsewhere).toMatchObject({ code: 1, stderr: expect.stringContaining('has no live key') });
  });

  test('is printed once, with what it opens and a warning about events', async () => {
    const company = await approvedCompany();
    const scopes = 'balance:read,webhooks:write';
    const created = await run([
      ...['key', 'create', company, '--environment', 'live', '--name', 'hooks', '--scopes', scopes],
      ...['--expires-in-days', '30'],
    ]);
    expect(created.stdout).toMatch(/^ {2}cw_live_00\w+$/m);
    expect(created.stdout).toContain('read the balance and statements');
    expect(created.stdout).toContain('Warning: webhooks:write: send every event to an address');
    const listed = await run(['key', 'list', company, '--environment', 'live']);
    expect(listed.stdout).toContain(scopes);
    expect(listed.stdout).not.toContain('cw_live_');
  });
});

/** Asks until the key is refused; it must not take longer than a second. */
async function refusedWithinASecond(key: string): Promise<void> {
  const deadline = performance.now() + HEARD_WITHIN_MS;
  while (performance.now() < deadline - 100) {
    if ((await readBalance(key)) === 401) return;
    await sleep(50);
  }
  expect(await readBalance(key)).toBe(401);
}

describe('the audit log', () => {
  test('shows each act with the name of the operator, and never a key, a token or a pepper', async () => {
    const company = await approvedCompany();
    const { id, key } = await createKey(company);
    const next = await json<Key>(['key', 'rotate', company, id, '--environment', 'sandbox', '--overlap-hours', '0']);
    await json(['key', 'revoke', company, next.id, '--environment', 'sandbox']);
    await json(['company', 'suspend', company, '--reason', 'chargebacks']);
    const { token } = await json<{ token: string }>(['operator', 'add', '--name', 'Ann', '--email', 'ann@example.com']);
    await json(['company', 'resume', company], { CARDWRIGHT_OPERATOR_TOKEN: token });

    const { data } = await json<Acts>(['audit', 'list', '--company', company]);
    expect(data.map((act) => [act.action, act.operator?.name])).toEqual([
      ['company.resume', 'Ann'],
      ['company.suspend', 'Demo Operator'],
      ['key.revoke', 'Demo Operator'],
      ['key.rotate', 'Demo Operator'],
      ['key.create', 'Demo Operator'],
      ['company.approved', 'Demo Operator'],
      ['company.create', 'Demo Operator'],
    ]);
    const whole = await run(['audit', 'list', '--limit', '500', '--json']);
    const pepper = stack.secrets.peppers.split(':')[1] ?? '';
    for (const secret of [key, next.key, token, operatorToken, pepper]) {
      expect(secret.length).toBeGreaterThan(40);
      expect(whole.stdout).not.toContain(secret);
    }
    expect(whole.stdout).not.toMatch(/cw_(sandbox|live)_|cwop_/);
  });

  test('goes back page by page', async () => {
    const first = await json<Acts>(['audit', 'list', '--limit', '2']);
    const second = await json<Acts>(['audit', 'list', '--limit', '2', '--before', String(first.nextBefore)]);
    const both = await json<Acts>(['audit', 'list', '--limit', '4']);
    expect([...first.data, ...second.data]).toEqual(both.data);
  });

  test('cannot be given a secret: a name or reason that holds one is refused and not repeated', async () => {
    const { key } = await createKey(await approvedCompany());
    const ran = await run(['company', 'create', '--kind', 'corporate', '--name', `oops ${key}`]);
    expect(ran).toMatchObject({ code: 2, stdout: '' });
    expect(ran.stderr).not.toContain(key);
  });
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
    await json(add('second'), asFirst);
    expect(await run(add('second'), asFirst)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('exists already'),
    });
    const { data } = await json<{ data: { name: string }[] }>(['operator', 'list'], asFirst);
    expect(data.map(({ name }) => name)).toEqual(['first', 'second']);
    expect(data).not.toHaveProperty('token');

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
