// The clients' command line as it is published: one file, run as a program against a real stack.
import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { webhooks } from '@cardwright/sdk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../server/tests/until.ts';
import { startWorld, type World } from '../../server/tests/world.ts';

const root = join(import.meta.dirname, '../..');
const program = join(root, 'cli/dist/cardwright.mjs');
let world: World;
let home: string;
let key: string;

type Done = { code: number; out: string; err: string };

function run(
  args: readonly string[],
  { input = '', env = {} }: { input?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<Done> {
  return new Promise((resolve) => {
    const settings = { PATH: process.env['PATH'], CARDWRIGHT_CONFIG_HOME: home, NO_COLOR: '1', ...env };
    const child = execFile(process.execPath, [program, ...args], { env: settings }, (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), out, err }),
    );
    child.stdin?.end(input);
  });
}

async function json<T>(...args: string[]): Promise<T> {
  const { code, out, err } = await run([...args, '--json']);
  expect(code, err).toBe(0);
  return JSON.parse(out) as T;
}

beforeAll(async () => {
  execFileSync(process.execPath, [join(root, 'cli/build.ts')]);
  home = await mkdtemp(join(tmpdir(), 'cardwright-cli-'));
  world = await startWorld({ issuer: true, workers: 1 });
  ({ key } = await world.company());
});
afterAll(async () => {
  await world?.stop();
  await rm(home, { recursive: true, force: true });
});

test('login saves the key in a file that only its owner can read, and commands need it', async () => {
  expect(await run(['balance', 'get'])).toMatchObject({ code: 2, err: expect.stringContaining('cardwright login') });
  const wrong = await run(['login', '--url', world.stack.baseUrl], { input: 'cw_sandbox_00wrong' });
  expect(wrong).toMatchObject({ code: 1, err: expect.stringContaining('key_invalid') });
  const live = await run(['login', '--url', world.stack.baseUrl], { input: `cw_live_00${'a'.repeat(49)}` });
  expect(live).toMatchObject({ code: 2, err: expect.stringContaining('--live') });
  expect(existsSync(join(home, 'profiles.json'))).toBe(false);
  const done = await run(['login', '--url', world.stack.baseUrl], { input: `${key}\n` });
  expect(done).toMatchObject({ code: 0, err: expect.stringContaining('sandbox') });
  expect(statSync(join(home, 'profiles.json')).mode & 0o777).toBe(0o600);
  chmodSync(join(home, 'profiles.json'), 0o644);
  expect(await run(['whoami'])).toMatchObject({ code: 2, err: expect.stringContaining('chmod 600') });
  chmodSync(join(home, 'profiles.json'), 0o600);
  expect(await json('whoami')).toMatchObject({ environment: 'sandbox' });
  const shown = JSON.stringify([done, wrong, await run(['profiles']), await run(['whoami'])]);
  expect(shown).not.toContain(key);
});

test('a live key needs confirmation to write', async () => {
  const env = { CARDWRIGHT_API_KEY: `cw_live_00${'a'.repeat(49)}`, CARDWRIGHT_URL: world.stack.baseUrl };
  const order = ['holders', 'create', '--name', 'Ada', '--email', 'ada@example.com', '--kind', 'individual'];
  expect(await run(order, { env })).toMatchObject({ code: 2, err: expect.stringContaining('--live') });
  const refused = await run([...order, '--live'], { env });
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('key_invalid') });
  expect(refused.err, 'before the request, for one that is interrupted').toMatch(/^Idempotency-Key: [0-9a-f-]{36}\n/);
  expect(await run(['trigger', 'card.created'], { env })).toMatchObject({ code: 2 });
});

test('a repeated order with the same key takes effect once', async () => {
  await json('sandbox', 'credit-funds', '--amount', '100.00');
  const holder = await json<{ id: string }>(
    'holders',
    'create',
    '--data',
    '{"name":"Ada","email":"ada@example.com","kind":"individual"}',
    '--metadata',
    'team=sales',
    'site=Berlin',
  );
  await until(
    () => json<{ status: string }>('holders', 'get', holder.id),
    ({ status }) => status === 'active',
  );
  const order = [
    'operations',
    'create',
    '--type',
    'issue',
    '--product-id',
    world.products.card,
    '--holder-id',
    holder.id,
  ];
  const missing = await run(order);
  expect(missing).toMatchObject({ code: 2, err: expect.stringContaining('amount') });
  const first = await json<{ id: string }>(...order, '--amount', '25.00', '--idempotency-key', 'order-1');
  const again = await json<{ id: string }>(...order, '--data', '{"amount":"25.00"}', '--idempotency-key', 'order-1');
  expect(again.id).toBe(first.id);
  const conflict = await run([...order, '--amount', '26.00', '--idempotency-key', 'order-1']);
  expect(conflict).toMatchObject({ code: 1, err: expect.stringContaining('idempotency_conflict') });
  expect(await json('operations', 'get', first.id, '--wait', '30')).toMatchObject({ status: 'completed' });
  const listed = await run(['operations', 'list', '--status', 'completed']);
  expect(listed.out).toContain(first.id);
});

test('a statement is saved as received, and an altered one is detected', async () => {
  const day = new Date().toISOString().slice(0, 10);
  const file = join(home, 'statement.json');
  const saved = await run(['statements', 'export', '--from', day, '--to', day, '--output', file]);
  expect(saved, saved.err).toMatchObject({ code: 0, err: expect.stringContaining('Checked') });
  const verify = () => run(['statements', 'verify', file]);
  await until(
    async () => {
      await run(['statements', 'export', '--from', day, '--to', day, '--output', file]);
      return (await verify()).code;
    },
    (code) => code === 0, // once the last entries are sealed
  );
  const whole = readFileSync(file, 'utf8');
  const chain = { before: null, after: null, sealedThrough: null };
  writeFileSync(file, JSON.stringify({ ...JSON.parse(whole), chain }));
  expect(await verify()).toMatchObject({ code: 3, err: expect.stringContaining('Not checked') });
  writeFileSync(file, whole);
  const changed = readFileSync(file, 'utf8').replace('"100.00"', '"101.00"');
  const wrong = join(home, 'wrong.json');
  writeFileSync(wrong, changed);
  expect(await run(['statements', 'verify', wrong])).toMatchObject({ code: 1, err: expect.stringContaining('wrong') });
});

test('completion scripts are valid and complete nested commands', async () => {
  const { out } = await run(['completion', 'bash']);
  const words = (line: string) =>
    execFileSync('bash', [
      '-c',
      `${out}\nCOMP_WORDS=(${line}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _cardwright; echo "\${COMPREPLY[@]}"`,
    ]).toString();
  expect(words(`cardwright li`)).toBe('listen\n');
  expect(words(`cardwright cards fr`)).toBe('freeze\n');
  expect(words(`cardwright scenario cut`)).toBe('cut_body\n');
  expect((await run(['completion', 'fish'])).out).toContain('complete -c cardwright');
});

type Received = { id: string; sequence: number };

/** A receiver that verifies each delivery and refuses every third one. */
async function openReceiver(secretOf: () => string): Promise<{ server: Server; url: string; received: Received[] }> {
  const received: Received[] = [];
  let attempts = 0;
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const event = await webhooks.verify(await bytesOf(request), request.headers, secretOf()).catch(() => undefined);
    attempts += 1;
    const isAccepted = event !== undefined && attempts % 3 !== 0;
    if (isAccepted) received.push({ id: event.id, sequence: event.sequence });
    response.writeHead(isAccepted ? 204 : 500).end();
  };
  const server = createServer((request, response) => void receive(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`, received };
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

test('listen forwards every event in order, including those from while it was stopped', async () => {
  let secret = '';
  const { server, url, received } = await openReceiver(() => secret);
  const listen = (...more: string[]) => {
    const env = { PATH: process.env['PATH'], CARDWRIGHT_CONFIG_HOME: home, NO_COLOR: '1' };
    const child = spawn(process.execPath, [program, 'listen', '--forward-to', url, ...more], { env });
    child.stdout.resume();
    createInterface({ input: child.stderr }).on('line', (line) => {
      secret = /signed with (\S+)/.exec(line)?.[1] ?? secret;
    });
    return child;
  };
  try {
    const first = listen('--from', 'start');
    await until(
      () => received.length,
      (count) => count >= 2,
    );
    first.kill('SIGKILL');
    await once(first, 'exit');
    const triggered = await json<{ id: string; sequence: number }>('trigger', 'transaction.created');
    expect(await run(['trigger', 'transaction.updated'])).toMatchObject({ code: 2 });
    const second = listen();
    await until(
      () => received,
      (all) => all.some(({ id }) => id === triggered.id),
    );
    second.kill('SIGTERM');
    const [code] = (await once(second, 'exit')) as [number | null];
    expect(code).toBe(0);
    const sequences = received.map(({ sequence }) => sequence);
    expect(sequences).toEqual(sequences.toSorted((a, b) => a - b));
    expect(new Set(sequences).size).toBeGreaterThanOrEqual(triggered.sequence);
    const positions = () => readdirSync(join(home, 'listen')).filter((name) => name.endsWith('.json')).length;
    expect(positions()).toBe(1);
    const before = received.length;
    const filtered = listen('--events', 'card.created', '--from', 'start');
    await until(
      () => received.slice(before),
      (all) => all.length > 0,
    );
    filtered.kill('SIGTERM');
    await once(filtered, 'exit');
    expect(positions(), 'with a filter, a position of its own').toBe(2);
    expect(await run(['listen', '--forward-to', url, '--skip-after', 'some'])).toMatchObject({ code: 2 });
    const again = received.length;
    const resent = await until(
      () => run(['resend', triggered.id, '--forward-to', url]),
      ({ code: each }) => each === 0,
    );
    expect(resent.out).toContain('204');
    expect(received.slice(again).map(({ id }) => id)).toEqual([triggered.id]);
  } finally {
    server.close();
  }
});

test('scenario simulates a fault of the issuer', async () => {
  expect(await json('scenario', 'rejected')).toMatchObject({ status: 'failed' });
});
