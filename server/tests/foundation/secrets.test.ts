// Secrets do not leak: values that can be told from all others are put into every input, and then looked for in
// everything that the processes write, answer, tell and store.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { type Collector, openCollector } from '@cardwright/stack/collector.ts';
import { freePort } from '@cardwright/stack/ports.ts';
import { endOf } from '@cardwright/stack/postgres.ts';
import { serverSource } from '@cardwright/stack/processes.ts';
import { NO_RATE_LIMITS } from '@cardwright/stack/start.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, ask, type Client } from '../client.ts';
import { openReceiver, type Receiver } from '../events/webhooks/receiver.ts';
import { until } from '../until.ts';
import { startWorld, type World } from '../world.ts';

let world: World;
let receiver: Receiver;
let collector: Collector;
let client: Client & { keyId: string };
let baseUrl: string;
let said = '';
const processes: ChildProcess[] = [];
const answers: Answer<unknown>[] = [];

beforeAll(async () => {
  world = await startWorld({ api: 0, issuer: true });
  receiver = await openReceiver();
  collector = await openCollector();
  const port = await freePort();
  baseUrl = `http://127.0.0.1:${port}`;
  await Promise.all([start('api', { CARDWRIGHT_PORT: String(port) }), start('worker', {})]);
  client = await (await world.company()).client({ baseUrl });
});
afterAll(async () => {
  for (const child of processes) await endOf(child, () => child.kill('SIGTERM'));
  await receiver?.close();
  await collector?.close();
  await world?.stop();
});

/** Starts a process that writes everything it can, and keeps what it says. */
async function start(role: 'api' | 'worker', env: Record<string, string>): Promise<void> {
  const child = spawn(process.execPath, [join(serverSource, `processes/${role}.ts`)], {
    env: {
      ...NO_RATE_LIMITS,
      CARDWRIGHT_PEPPERS: world.stack.secrets.peppers,
      CARDWRIGHT_WEBHOOK_KEYS: world.stack.secrets.webhookKeys,
      CARDWRIGHT_WEBHOOK_ALLOW: '127.0.0.1:*',
      CARDWRIGHT_SEALS_DIRECTORY: world.stack.sealsDirectory,
      ...world.stack.issuer?.serverSettings,
      CARDWRIGHT_DATABASE_URL: world.stack.urlOf(role === 'api' ? 'cardwright_api' : 'cardwright_worker'),
      CARDWRIGHT_LOG_LEVEL: 'trace',
      CARDWRIGHT_TRACES_URL: collector.url,
      CARDWRIGHT_TRACES_RATIO: '1',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  processes.push(child);
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  await new Promise((resolve) => child.once('message', resolve));
}

/** Keeps an answer, to be looked at with all others. */
async function keep<Body>(asking: Promise<Answer<Body>>): Promise<Answer<Body>> {
  const answer = await asking;
  answers.push(answer);
  return answer;
}

const canary = (what: string) => `canary-${what}-${randomUUID()}`;

/** A number that passes for a card's, and that nobody else has. */
function cardNumber(): string {
  const digits = `4${BigInt(`0x${randomBytes(8).toString('hex')}`)
    .toString()
    .padStart(20, '0')
    .slice(-14)}`;
  const sum = Array.from(digits).reduce((total, digit, at) => {
    const counted = at % 2 === 0 ? Number(digit) * 2 : Number(digit);
    return total + (counted > 9 ? counted - 9 : counted);
  }, 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

/** The ways in which a value could have been written. */
function formsOf(value: string): string[] {
  const bytes = [
    Buffer.from(value, 'utf8'),
    ...(/^([0-9a-f]{2}){16,}$/.test(value) ? [Buffer.from(value, 'hex')] : []),
  ];
  const written = bytes.flatMap((each) => [each.toString('hex'), each.toString('base64'), each.toString('base64url')]);
  return [value, ...written.map((text) => text.replace(/=+$/, '').slice(0, -1))]; // the end depends on what follows
}

/** The columns of all tables, of every schema that is not Postgres's own, that hold a value in any form. */
function columnsWith(rows: readonly Row[], value: string): string[] {
  const forms = formsOf(value);
  const found = rows.flatMap(({ table, row }) =>
    Object.entries(row)
      .filter(([, held]) => {
        const text = typeof held === 'string' ? held : JSON.stringify(held);
        return forms.some((form) => text.includes(form));
      })
      .map(([column]) => `${table}.${column}`),
  );
  return [...new Set(found)].sort();
}

type Row = { table: string; row: Record<string, unknown> };

async function dump(): Promise<Row[]> {
  const tables = await world.admin.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
      where c.relkind in ('r', 'p', 'm') and not c.relispartition and c.relnamespace::regnamespace::text !~ '^(pg_|information_schema)'
      order by 1`,
  );
  const rows: Row[] = [];
  for (const { name } of tables.rows) {
    const found = await world.admin.query<{ row: Record<string, unknown> }>(`select to_jsonb(t) as row from ${name} t`);
    rows.push(...found.rows.map(({ row }) => ({ table: name, row })));
  }
  return rows;
}

const WEBHOOKS = '/api/v1/webhook-endpoints';
const EMAIL = 'ada@example.com';

/** What is a secret wherever it is met. */
const secrets = {
  card: cardNumber(),
  urlPassword: canary('url-password'),
  header: canary('header'),
  cookie: canary('cookie'),
  unknownKey: canary('unknown-key'),
  unknownField: canary('unknown-field'),
  wrongValue: canary('wrong-value'),
  brokenBody: canary('broken-body'),
  query: canary('query'),
  path: canary('path'),
};

/** What clients and their endpoints give us to keep, and the columns that are there for it. */
const data = {
  holder: canary('holder'),
  recipient: canary('recipient'),
  idempotencyKey: canary('idempotency-key'),
  description: canary('description'),
  urlToken: canary('url-token'),
  response: canary('response'),
};

async function putCanaries(): Promise<string[]> {
  const { card } = secrets;
  receiver.answer({ status: 500, body: `${data.response} ${card}` });
  const url = `${receiver.url}?token=${data.urlToken}`;
  const registered = await client.post<{ id: string; secret: string }>(WEBHOOKS, {
    url,
    description: data.description,
  });
  const { id, secret } = registered.body;
  const rotated = await client.post<{ secret: string }>(`${WEBHOOKS}/${id}/rotate-secret`, undefined);
  await client.post('/api/v1/sandbox/funding', { amount: '100.00' });
  const holder = { name: data.holder, email: EMAIL, kind: 'individual' };
  const order = { type: 'service', productId: world.products.service, recipient: data.recipient, amount: '5.00' };
  await keep(client.post('/api/v1/holders', holder));
  await keep(client.post('/api/v1/operations', order, { key: data.idempotencyKey }));
  await keep(client.post(`${WEBHOOKS}/${id}/test`, undefined));
  await refuseCanaries(id);
  await until(
    () => receiver.got.filter(({ event }) => ['operation.completed', 'webhook.test'].includes(event.type)).length,
    (count) => count >= 2,
  );
  await until(
    async () => (await world.admin.query('select from webhook_attempts')).rowCount ?? 0,
    (count) => count >= 2,
  );
  return [secret, rotated.body.secret];
}

/** Requests that are refused, each with something in it that must not be repeated. */
async function refuseCanaries(webhookId: string): Promise<void> {
  const { card } = secrets;
  const funding = '/api/v1/sandbox/funding';
  const withPassword = `https://user:${secrets.urlPassword}@example.com/hook`;
  const headers = { 'x-canary': secrets.header, 'user-agent': secrets.header, cookie: `session=${secrets.cookie}` };
  await keep(client.get('/api/v1/balance', headers));
  await keep(client.get(`/api/v1/nothing/${secrets.path}`, headers));
  await keep(client.get(`/api/v1/operations?status=${secrets.query}`));
  await keep(client.get(`/api/v1/operations/${secrets.path}`));
  await keep(ask(`${baseUrl}/api/v1/balance`, { key: secrets.unknownKey }));
  await keep(ask(`${baseUrl}/api/v1/balance`, { key: `${client.key.slice(0, -3)}xyz` }));
  await keep(client.post(funding, { amount: secrets.wrongValue }));
  await keep(client.post(funding, { amount: '1.00', [secrets.unknownField]: secrets.unknownField }));
  await keep(client.ask(funding, { method: 'POST', raw: `{"amount":"${secrets.brokenBody}` }));
  await keep(client.post('/api/v1/holders', { name: `Ada ${card}`, email: EMAIL, kind: 'individual' }));
  await keep(client.post(WEBHOOKS, { url: withPassword }));
  await keep(client.post(WEBHOOKS, { url: 'https://example.com/', description: card }));
  await keep(client.ask(`${WEBHOOKS}/${webhookId}`, { method: 'PATCH', json: { url: withPassword } }));
  // A request that fails in the database, whose words quote the row.
  await world.admin.query(`alter table idempotency_keys add constraint canary check (path <> '${funding}') not valid`);
  const failed = await keep(client.post(funding, { amount: '1.00' }, { key: secrets.wrongValue }));
  await world.admin.query('alter table idempotency_keys drop constraint canary');
  expect(failed.status).toBe(500);
}

test('what is put into every input is found only where it is kept as data', async () => {
  const webhookSecrets = await putCanaries();
  const feed = await client.get('/api/v1/events');
  const shown = await client.get(WEBHOOKS);
  const { peppers, webhookKeys, issuer } = world.stack.secrets;
  const valueOf = (text: string) => text.slice(text.indexOf(':') + 1);
  const nowhere: Record<string, string> = {
    ...secrets,
    key: client.key,
    keySecret: client.key.slice(client.key.lastIndexOf('_') + 3, -6),
    webhookSecret: webhookSecrets[0] ?? '',
    nextWebhookSecret: webhookSecrets[1] ?? '',
    pepper: valueOf(peppers),
    encryptionKey: valueOf(webhookKeys),
    issuerRequestKey: valueOf(issuer.requestKey),
    issuerNotificationKey: valueOf(issuer.notificationPrivateKey),
    databasePassword: new URL(world.stack.urlOf('cardwright_api')).password,
    workerPassword: new URL(world.stack.urlOf('cardwright_worker')).password,
  };
  const rows = await dump();
  const names = await until(
    () => collector.spans.map(({ name }) => name),
    (all) =>
      ['POST /api/v1/operations', 'issuer', 'settle batch', 'deliver webhook', 'unknown path'].every((n) =>
        all.includes(n),
      ),
  );
  expect(names.length, 'spans').toBeGreaterThan(20);
  expect(said).toMatch(/"trace_id":"[0-9a-f]{32}","span_id":"[0-9a-f]{16}"/);
  const spans = collector.received();
  const told = receiver.got.map(({ raw }) => raw.toString('utf8')).join('\n') + feed.text + shown.text;
  const refusals = answers
    .filter(({ status }) => status >= 400)
    .map(({ text, headers }) => text + JSON.stringify([...headers]));
  expect(said.length).toBeGreaterThan(1_000);
  expect(refusals.length).toBeGreaterThanOrEqual(12);
  for (const [name, value] of Object.entries(nowhere)) {
    expect(value.length, name).toBeGreaterThanOrEqual(16);
    for (const form of formsOf(value)) {
      expect(said.includes(form), `the log holds ${name}`).toBe(false);
      expect(spans.includes(form), `a span holds ${name}`).toBe(false);
      expect(
        refusals.some((text) => text.includes(form)),
        `a refusal holds ${name}`,
      ).toBe(false);
      expect(told.includes(form), `an event or an endpoint holds ${name}`).toBe(false);
    }
    expect(columnsWith(rows, value), name).toEqual([]);
  }
  expect(spans.includes(EMAIL), 'a span holds an email address').toBe(false);
  for (const [name, value] of Object.entries(data)) {
    expect(said.includes(value), `the log holds ${name}`).toBe(false);
    expect(spans.includes(value), `a span holds ${name}`).toBe(false);
    expect(
      refusals.some((text) => text.includes(value)),
      `a refusal holds ${name}`,
    ).toBe(false);
  }
  expect(columnsOf(rows)).toEqual({
    // The simulated issuer keeps what it was told, as a real one does.
    holder: [
      'events.body',
      'holders.name',
      'idempotency_keys.response_body',
      'issuer_sandbox.holders.name',
      'search_words.word',
    ],
    recipient: [
      'events.body',
      'idempotency_keys.response_body',
      'issuer_sandbox.orders.recipient',
      'operations.recipient',
      'payees.name',
      'search_words.word',
    ],
    idempotencyKey: ['idempotency_keys.key'],
    description: ['events.body', 'webhook_endpoints.description'],
    urlToken: ['webhook_endpoints.url'],
    response: ['webhook_attempts.answer'],
  });
});

const columnsOf = (rows: readonly Row[]): Record<string, string[]> =>
  Object.fromEntries(Object.entries(data).map(([name, value]) => [name, columnsWith(rows, value)]));
