// Companies and keys through the real command line against a real stack: changes reach the API and the audit log.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { newOperator, operatorToken } from '@cardwright/stack/operators.ts';
import { type Stack, startStack } from '@cardwright/stack/start.ts';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type CommandLine, commandLine } from './process.ts';

/** By then every server must apply a change. */
const HEARD_WITHIN_MS = 1_000;

let stack: Stack;
let run: CommandLine['run'];
let json: CommandLine['json'];

beforeAll(async () => {
  stack = await startStack({ adminUrl: inject('adminUrl'), database: 'admin', workers: 0, desk: true });
  ({ run, json } = commandLine(stack));
});

afterAll(() => stack?.stop());

type Company = { id: string; verification: string; capabilities: object; suspendedAt: string | null };
type Key = { id: string; key: string; warnings: string[] };
type Entries = { data: { action: string; operator: { name: string } | null; subject: string }[]; nextBefore: number };

type Proposed = { proposal: { id: string; action: string } };

/** The second operator approves. */
const approve = ({ proposal }: Proposed) =>
  json(['proposal', 'approve', proposal.id], { CARDWRIGHT_OPERATOR_TOKEN: operatorToken(stack.secrets.peppers, 1) });

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

  test('has live capabilities that are activated one by one', async () => {
    const { id } = await createCompany();
    const activate = ['company', 'activate', id, 'direct_invoices', '--reason', 'contract signed'];
    const proposed = await json<Proposed>(activate);
    expect(proposed.proposal.action).toBe('company.activate');
    expect(await run(activate)).toMatchObject({ code: 1, stderr: expect.stringContaining('open proposal about it') });
    const shown = () => json<Company>(['company', 'show', id]);
    expect((await shown()).capabilities).toEqual({ direct_invoices: false, live_services: false });
    await approve(proposed);
    expect((await shown()).capabilities).toEqual({ direct_invoices: true, live_services: false });
    expect(await run(activate)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is activated for direct_invoices'),
    });
    const off = await json<Company>(['company', 'deactivate', id, 'direct_invoices']);
    expect(off.capabilities).toEqual({ direct_invoices: false, live_services: false });
  });

  test('that already has the status is distinguished from an unknown one', async () => {
    const { id } = await createCompany();
    const nobody = 'com_01jcp4vsb0e5d8zq6m5k1n7x2t';
    for (const [action, already] of [
      [['resume'], 'is not suspended'],
      [['deactivate', 'live_services'], 'is not activated for live_services'],
    ] as const) {
      const [verb, ...rest] = action;
      const unchanged = await run(['company', verb, id, ...rest]);
      expect(unchanged).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(already) });
      const missing = await run(['company', verb, nobody, ...rest]);
      expect(missing).toMatchObject({ code: 1, stderr: expect.stringContaining(`No company has the id ${nobody}`) });
    }
    const typed = `key create ${nobody} --environment live --name x --scopes all --reason y`;
    const noKey = await run(typed.split(' '));
    expect(noKey).toMatchObject({ code: 1, stderr: expect.stringContaining('No company has the id') });
  });

  test('is listed page by page, newest first', async () => {
    const newest = await createCompany();
    type Page = { data: { id: string; createdAt: string }[]; nextBefore: string | null };
    const all = (await json<Page>(['company', 'list', '--limit', '500'])).data;
    expect(all[0]?.id).toBe(newest.id);
    const times = all.map((company) => company.createdAt);
    expect(times).toEqual(times.toSorted().toReversed());
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
    const successor = await json<Key>(
      `key rotate ${company} ${old.id} --environment sandbox --overlap-hours 0`.split(' '),
    );
    await refusedWithinASecond(old.key);
    expect(await readBalance(successor.key)).toBe(200);
    const again = await run(['key', 'rotate', company, old.id, '--environment', 'sandbox']);
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('is already expired') });
  });

  test('that is rotated with an overlap keeps working beside its successor', async () => {
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
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('is already revoked') });
    const elsewhere = await run(['key', 'revoke', company, id, '--environment', 'live']);
    expect(elsewhere).toMatchObject({ code: 1, stderr: expect.stringContaining('has no live key') });
  });

  test('of live is proposed, printed once with its permissions, and works once approved', async () => {
    const company = await approvedCompany();
    const scopes = 'balance:read,webhooks:write';
    const typed = `key create ${company} --environment live --name hooks --scopes ${scopes} --expires-in-days 30 --reason hooks`;
    const created = await run(typed.split(' '));
    expect(created.stdout).toMatch(/^ {2}cw_live_00\w+$/m);
    expect(created.stdout).toContain('It works once approved. Another operator must approve it');
    expect(created.stdout).toContain('read the balance and statements');
    expect(created.stdout).toContain('Warning: webhooks:write: send every event to an address');
    const [key = ''] = /cw_live_00\w+/.exec(created.stdout) ?? [];
    expect(await readBalance(key)).toBe(401);
    expect((await run(['key', 'list', company, '--environment', 'live'])).stdout).not.toContain(scopes);
    const [id = ''] = /proposal_\w+/.exec(created.stdout) ?? [];
    expect((await run(['proposal', 'show', id])).stdout).not.toContain('cw_live_');
    await approve({ proposal: { id, action: 'key.create_live' } });
    await sleep(HEARD_WITHIN_MS);
    expect(await readBalance(key)).toBe(200);
    const listed = await run(['key', 'list', company, '--environment', 'live']);
    expect(listed.stdout).toContain(scopes);
    expect(listed.stdout).not.toContain('cw_live_');
  });

  test('of live is replaced only on approval', async () => {
    const company = await approvedCompany();
    const rest = ['--environment', 'live', '--reason', 'for reports'];
    const old = await json<Key & Proposed>([
      'key',
      'create',
      company,
      '--name',
      'a',
      '--scopes',
      'balance:read',
      ...rest,
    ]);
    const rotate = ['key', 'rotate', company, old.id, '--overlap-hours', '0', ...rest];
    expect(await run(rotate)).toMatchObject({ code: 1, stderr: expect.stringContaining('has no live key') });
    await approve(old);
    const next = await json<Key & Proposed>(rotate);
    expect(next).toMatchObject({ proposal: { action: 'key.rotate_live' }, name: 'a', scopes: ['balance:read'] });
    await sleep(HEARD_WITHIN_MS);
    expect([await readBalance(old.key), await readBalance(next.key)]).toEqual([200, 401]);
    await approve(next);
    await refusedWithinASecond(old.key);
    expect(await readBalance(next.key)).toBe(200);
  });
});

/** Polls until the key is refused, which must happen within a second. */
async function refusedWithinASecond(key: string): Promise<void> {
  const deadline = performance.now() + HEARD_WITHIN_MS;
  while (performance.now() < deadline - 100) {
    if ((await readBalance(key)) === 401) return;
    await sleep(50);
  }
  expect(await readBalance(key)).toBe(401);
}

describe('the audit log', () => {
  test('shows each entry with the name of the operator, and never a key, a token or a pepper', async () => {
    const company = await approvedCompany();
    const { id, key } = await createKey(company);
    const next = await json<Key>(['key', 'rotate', company, id, '--environment', 'sandbox', '--overlap-hours', '0']);
    await json(['key', 'revoke', company, next.id, '--environment', 'sandbox']);
    await json(['company', 'suspend', company, '--reason', 'chargebacks']);
    const { token } = await newOperator(stack.databaseUrl, { name: 'Ann', email: 'ann@example.com' });
    await approve(await json(['company', 'limits', company, '--reads', '200', '--reason', 'nightly import']));
    await json(['company', 'resume', company], { CARDWRIGHT_OPERATOR_TOKEN: token });

    const { data } = await json<Entries>(['audit', 'list', '--company', company]);
    expect(data.map((entry) => [entry.action, entry.operator?.name])).toEqual([
      ['company.resume', 'Ann'],
      ['company.limits', 'Second Operator'],
      ['company.limits.propose', 'Demo Operator'],
      ['company.suspend', 'Demo Operator'],
      ['key.revoke', 'Demo Operator'],
      ['key.rotate', 'Demo Operator'],
      ['key.create', 'Demo Operator'],
      ['company.approved', 'Demo Operator'],
      ['company.create', 'Demo Operator'],
    ]);
    const whole = await run(['audit', 'list', '--limit', '500', '--json']);
    const pepper = stack.secrets.peppers.split(':')[1] ?? '';
    for (const secret of [key, next.key, token, operatorToken(stack.secrets.peppers, 0), pepper]) {
      expect(secret.length).toBeGreaterThan(40);
      expect(whole.stdout).not.toContain(secret);
    }
    expect(whole.stdout).not.toMatch(/cw_(sandbox|live)_|cwop_/);
  });

  test('is paged from newest to oldest', async () => {
    const first = await json<Entries>(['audit', 'list', '--limit', '2']);
    const second = await json<Entries>(['audit', 'list', '--limit', '2', '--before', String(first.nextBefore)]);
    const both = await json<Entries>(['audit', 'list', '--limit', '4']);
    expect([...first.data, ...second.data]).toEqual(both.data);
  });

  test('never contains a secret: a name or reason with one is refused and not repeated', async () => {
    const { key } = await createKey(await approvedCompany());
    const ran = await run(['company', 'create', '--kind', 'corporate', '--name', `oops ${key}`]);
    expect(ran).toMatchObject({ code: 2, stdout: '' });
    expect(ran.stderr).not.toContain(key);
  });
});
