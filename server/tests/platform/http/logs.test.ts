import { type ChildProcess, spawn } from 'node:child_process';
import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { join } from 'node:path';
import { freePort } from '@cardwright/stack/ports.ts';
import { endOf } from '@cardwright/stack/postgres.ts';
import { serverSource } from '@cardwright/stack/processes.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../client.ts';
import { ask } from '../../client.ts';
import { until } from '../../until.ts';
import { type Company, startWorld, type World } from '../../world.ts';

let world: World;
let api: ChildProcess;
let baseUrl: string;
let company: Company;
let client: Client & { keyId: string };
let said = '';
const issuer = generateKeyPairSync('ed25519');

beforeAll(async () => {
  world = await startWorld({ api: 0 });
  const port = await freePort();
  const publicText = Buffer.from(issuer.publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64');
  baseUrl = `http://127.0.0.1:${port}`;
  api = spawn(process.execPath, [join(serverSource, 'processes/api.ts')], {
    env: {
      CARDWRIGHT_DATABASE_URL: world.stack.urlOf('cardwright_api'),
      CARDWRIGHT_SEALS_DIRECTORY: world.stack.sealsDirectory,
      CARDWRIGHT_PEPPERS: world.stack.secrets.peppers,
      CARDWRIGHT_WEBHOOK_KEYS: world.stack.secrets.webhookKeys,
      CARDWRIGHT_PORT: String(port),
      CARDWRIGHT_LOG_LEVEL: 'trace',
      CARDWRIGHT_DRAIN_MS: '0',
      CARDWRIGHT_TRUSTED_PROXIES: '10.0.0.0/8,loopback',
      CARDWRIGHT_ISSUER_LIVE_URL: 'https://issuer.invalid',
      CARDWRIGHT_ISSUER_LIVE_KEY: `k1:${'5'.repeat(64)}`,
      CARDWRIGHT_ISSUER_LIVE_PUBLIC_KEY: `n1:${publicText}`,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  for (const stream of [api.stdout, api.stderr])
    stream?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  await new Promise((resolve) => api.once('message', resolve));
  company = await world.company();
  client = await company.client({ baseUrl });
});
afterAll(async () => {
  await endOf(api, () => api.kill('SIGTERM'));
  await world.stop();
});

type Line = {
  level: number;
  msg: string;
  requestId?: string;
  method?: string;
  route?: string;
  status?: number;
  ms?: number;
  code?: string;
  trace?: string;
  company?: string;
  environment?: string;
  key?: string;
};

const lines = () =>
  said
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);

/** The lines of one request, once there is one. */
const linesOf = (requestId: string | null) =>
  until(
    () => lines().filter((line) => line.requestId === requestId),
    (found) => found.length > 0,
  );

describe('the log', () => {
  test('is one line of JSON per request, with who asked for what and how it ended', async () => {
    const { headers } = await client.get('/api/v1/balance');
    const found = await linesOf(headers.get('request-id'));
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({
      msg: 'request',
      method: 'GET',
      route: '/api/v1/balance',
      status: 200,
      ms: expect.any(Number),
      company: company.id,
      environment: 'sandbox',
      key: expect.stringMatching(/^key_/),
    });
    expect(found[0]).not.toHaveProperty('code');
  });

  test('names the code of a refusal, also where nobody is known', async () => {
    const missing = await client.get('/api/v1/operations/unknown');
    expect(await linesOf(missing.headers.get('request-id'))).toMatchObject([
      { route: '/api/v1/operations/:id', status: 404, code: 'operation_not_found', company: company.id },
    ]);
    const unknown = await ask(`${baseUrl}/api/v1/balance`);
    const [line] = await linesOf(unknown.headers.get('request-id'));
    expect(line).toMatchObject({ status: 401, code: 'key_invalid' });
    expect(line).not.toHaveProperty('company');
  });

  test('has a line for every request, and no more', async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => client.get(index % 2 === 0 ? '/api/v1/cards' : '/api/v1/nothing')),
    );
    for (const { headers } of answers) expect(await linesOf(headers.get('request-id'))).toHaveLength(1);
  });

  test('has the id and the trace that a trusted proxy gives, and no line for health checks', async () => {
    const trace = randomUUID().replaceAll('-', '');
    const given = { 'x-request-id': randomUUID(), traceparent: `00-${trace}-00f067aa0ba902b7-01` };
    await ask(`${baseUrl}/health/ready`, { headers: { 'x-request-id': 'a-health-check' } });
    const { headers } = await client.get('/api/v1/balance', given);
    expect(headers.get('request-id')).toBe(given['x-request-id']);
    expect(await linesOf(given['x-request-id'])).toMatchObject([{ route: '/api/v1/balance', trace }]);
    expect(said).not.toContain('a-health-check');
    // What could be anything else is not repeated.
    const broken = { 'x-request-id': 'with a space', traceparent: `00-${'0'.repeat(32)}-00f067aa0ba902b7-01` };
    const own = (await client.get('/api/v1/balance', broken)).headers.get('request-id');
    expect(own).toMatch(/^req_[0-9a-f]{32}$/);
    expect((await linesOf(own))[0]).not.toHaveProperty('trace');
  });

  test('never holds a key, an idempotency key, a body, an amount or a query, whether requests succeed or fail', async () => {
    const canary = `canary-${randomUUID()}`;
    const amount = '31415926.53';
    const funding = '/api/v1/sandbox/funding';
    const wrongKey = `${client.key.slice(0, -3)}xyz`;
    await world.admin.query(
      `alter table idempotency_keys add constraint canary check (key not like '${canary}-fails%') not valid`,
    );
    const answers = [
      await client.post(funding, { amount }, { key: canary }),
      await client.post(funding, { amount: '2.00' }, { key: canary }), // conflict
      await client.post(funding, { amount: canary }),
      await client.post(funding, { amount, [canary]: canary }),
      await client.post(funding, { amount }, { key: `${canary}-fails` }), // a check violation, whose detail has the row
      await client.get(`/api/v1/holders?externalId=${canary}`),
      await client.get(`/api/v1/idempotency-keys/${canary}`),
      await client.get(`/api/v1/${canary}`),
      await client.get('/api/v1/balance', { 'x-canary': canary, cookie: canary, 'user-agent': canary }),
      await ask(`${baseUrl}/api/v1/balance`, { key: wrongKey }),
      await ask(`${baseUrl}/api/v1/balance`, { key: canary }),
    ];
    await world.admin.query('alter table idempotency_keys drop constraint canary');
    expect(answers.map(({ status }) => status)).toEqual([200, 409, 400, 400, 500, 200, 200, 404, 200, 401, 401]);
    for (const { headers } of answers) await linesOf(headers.get('request-id'));
    expect(said).toContain('a request failed'); // the failure itself is told
    for (const secret of [client.key, wrongKey, canary, amount, '3141592653', world.stack.secrets.peppers.slice(2)])
      expect(said.includes(secret), `the log holds ${secret}`).toBe(false);
    expect(said).not.toMatch(/cw_(sandbox|live)_/);
  });

  test('warns of an issuer that contradicts itself, and tells nothing of what it said', async () => {
    const canary = `canary-${randomUUID()}`;
    const notify = (type: string) => {
      const raw = JSON.stringify({ id: 'evt_1', type, occurredAt: '2026-01-01T00:00:00.000Z', data: { canary } });
      const seconds = Math.floor(Date.now() / 1_000);
      const signature = sign(null, Buffer.from(`${seconds}.${raw}`), issuer.privateKey).toString('base64');
      const headers = { 'issuer-key': 'n1', 'issuer-signature': `t=${seconds},ed25519=${signature}` };
      return ask(`${baseUrl}/issuer/live/notifications`, { method: 'POST', raw, headers });
    };
    const first = await notify('order.done');
    expect(await linesOf(first.headers.get('request-id'))).toMatchObject([{ msg: 'request', status: 200 }]);
    const second = await notify('order.rejected');
    const found = await until(
      () => lines().filter((line) => line.requestId === second.headers.get('request-id')),
      (list) => list.length > 1,
    );
    expect(found).toMatchObject([
      { level: 40, msg: 'an issuer contradicts its own notification', environment: 'live', eventId: 'evt_1' },
      { msg: 'request', route: '/issuer/live/notifications', status: 200 },
    ]);
    expect(said).not.toContain(canary);
    expect(said).not.toContain('ed25519=');
    expect(said).not.toContain('5'.repeat(64));
  });

  test('of a start never holds the database password or the peppers', async () => {
    const { password } = new URL(world.stack.urlOf('cardwright_api'));
    expect(said).toContain('ready');
    expect(said).not.toContain(password);
  });
});
