// Command: tries a release with a real Postgres: migrates, starts every process, issues a card and stops all of it.
//   node tools/release/try.ts -- COMMAND ...      COMMAND runs cardwrightd, in a container or another root directory
// Its last line is one JSON object.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createDatabase, prepareRoles, withDatabase } from '@cardwright/server/platform/db/migrate.ts';
import { startMails } from '@cardwright/stack/mails.ts';
import { operatorToken, seedOperators } from '@cardwright/stack/operators.ts';
import { MAIL_FROM, signInSettings } from '@cardwright/stack/people.ts';
import { freePorts, localUrl } from '@cardwright/stack/ports.ts';
import { startPostgres } from '@cardwright/stack/postgres.ts';
import { newSecrets, rolePassword, roleUrl, type StackSecrets } from '@cardwright/stack/secrets.ts';
import { seedDemo } from '@cardwright/stack/seed.ts';

/** The database of a release that is tried. */
const DATABASE = 'cardwright';

/** Where a release may write; nothing else. */
const STATE = '/var/lib/cardwright';

/** Longer than a start or a card ever takes; it only ends what hangs. */
const PATIENCE_MS = 120_000;
const POLL_EVERY_MS = 100;

/** Characters of output to print after a failure: enough for the cause. */
const LAST_WORDS = 2_000;

type Settings = Record<string, string>;

type Name = 'issuer-sandbox' | 'api' | 'worker' | 'portal' | 'desk';
const names: Name[] = ['issuer-sandbox', 'api', 'worker', 'portal', 'desk'];
type Addresses = {
  urlOf: (role: Parameters<typeof roleUrl>[2]) => string;
  portOf: (name: Name) => number;
  metricsPortOf: (name: Name) => number;
};

const { positionals: command } = parseArgs({ allowPositionals: true });

/** Runs cardwrightd with these settings alone. `{settings}` in the command becomes arguments for a container. */
function run(name: string, settings: Settings, args: string[] = []): ChildProcess & { said: () => string } {
  const [program = '', ...rest] = command.flatMap((part) =>
    part === '{settings}' ? Object.entries(settings).map(([key, value]) => `--env=${key}=${value}`) : [part],
  );
  const child = spawn(program, [...rest, name, ...args], {
    env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '/', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  return Object.assign(child, { said: () => said });
}

const endOf = async (child: ChildProcess): Promise<number | null> =>
  child.exitCode ?? new Promise((resolve) => child.once('exit', resolve));

/** Runs a command to its end; throws with its output unless it succeeds. */
async function complete(name: string, settings: Settings, args: string[] = []): Promise<string> {
  const child = run(name, settings, args);
  const code = await endOf(child);
  if (code !== 0) throw new Error(`cardwrightd ${name} exits with ${code}\n${child.said()}`);
  return child.said();
}

async function until<Result>(what: string, ask: () => Promise<Result | undefined>): Promise<Result> {
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end; await sleep(POLL_EVERY_MS)) {
    const answer = await ask().catch(() => undefined);
    if (answer !== undefined) return answer;
    if (children.some(({ exitCode }) => exitCode !== null)) throw new Error(`${what}: a process has ended`);
  }
  throw new Error(`${what}: not within ${PATIENCE_MS} ms`);
}

const textAt = async (url: string): Promise<string | undefined> => {
  const response = await fetch(url);
  return response.ok ? response.text() : undefined;
};

/** Issues a card as a client does, and returns the finished operation. */
async function issueCard(baseUrl: string, key: string): Promise<{ status: string; card?: { last4?: string } }> {
  const ask = async (path: string, body?: object): Promise<Record<string, unknown>> => {
    const response = await fetch(`${baseUrl}/api/v1${path}`, {
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
      },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as Record<string, unknown>;
    if (!response.ok) throw new Error(`${path} answers ${response.status}: ${JSON.stringify(answer)}`);
    return answer;
  };
  await ask('/sandbox/funding', { amount: '200.00' });
  const { data } = (await ask('/products')) as { data: { id: string; name: string }[] };
  const product = data.find(({ name }) => name === 'Business card');
  const holder = await ask('/holders', { name: 'Ada Lovelace', email: 'ada@example.com', kind: 'individual' });
  const order = { type: 'issue', productId: product?.id, amount: '100.00', expectedTotal: '103.20' };
  // Refused until the issuer has confirmed the cardholder.
  const { id } = await until('an accepted order', () => ask('/operations', { ...order, holderId: holder['id'] }));
  return (await ask(`/operations/${String(id)}?wait=30`)) as { status: string };
}

const started = performance.now();
const seconds = () => Math.round((performance.now() - started) / 100) / 10;
const postgres = await startPostgres({ version: '18', settings: { fsync: 'off' } });
const mails = await startMails();
const children: ReturnType<typeof run>[] = [];
try {
  const tried = await tryOut();
  console.log(JSON.stringify(tried));
  const isWell = tried.operation === 'completed' && Object.values(tried.exits).every((code) => code === 0);
  if (!isWell || !tried.pages.every(Boolean)) throw new Error('the release does not work as it should');
} catch (error) {
  for (const child of children) console.error(child.said().slice(-LAST_WORDS));
  console.error(error);
  process.exitCode = 1;
} finally {
  for (const child of children) child.kill('SIGTERM');
  await mails.stop();
  await postgres.stop();
}

async function tryOut() {
  // What an administrator does once for a cell: roles and database.
  await prepareRoles(postgres.url, (role) => rolePassword(postgres.url, role));
  await createDatabase(postgres.url, DATABASE);
  const urlOf: Addresses['urlOf'] = (role) => roleUrl(postgres.url, DATABASE, role);
  const owner = { CARDWRIGHT_OWNER_DATABASE_URL: urlOf('cardwright_owner') };
  const migrated = await complete('migrate', owner);
  await complete('migrate-issuer-sandbox', owner);
  const migratedSeconds = seconds();

  const secrets = newSecrets();
  await seedOperators(withDatabase(postgres.url, DATABASE), secrets.peppers);
  const demo = await seedDemo({ adminRoleUrl: urlOf('cardwright_admin'), peppers: secrets.peppers });
  const ports = await freePorts(names.length * 2);
  const addresses: Addresses = {
    urlOf,
    portOf: (name) => ports[names.indexOf(name)] ?? 0,
    metricsPortOf: (name) => ports[names.indexOf(name) + names.length] ?? 0,
  };
  const { portOf, metricsPortOf } = addresses;
  const settings = settingsOf(addresses, secrets);
  for (const name of names) children.push(run(name, settings[name]));
  for (const name of names.slice(1)) {
    await until(`${name} serves metrics`, () => textAt(`${localUrl(metricsPortOf(name))}/metrics`));
  }
  for (const name of ['api', 'portal', 'desk'] as const) {
    await until(`${name} accepts writes`, () => textAt(`${localUrl(portOf(name))}/health/writable`));
  }
  const readySeconds = seconds();
  const health = await complete('health', {}, ['--port', String(metricsPortOf('worker'))]);
  const operation = await issueCard(localUrl(portOf('api')), demo.companies[0]?.keys.sandbox ?? '');
  const cardSeconds = seconds();
  const pages = await Promise.all([
    textAt(`${localUrl(portOf('portal'))}/sign-in`),
    textAt(`${localUrl(portOf('desk'))}/`),
  ]);
  const operator = {
    CARDWRIGHT_DESK_URL: localUrl(portOf('desk')),
    CARDWRIGHT_OPERATOR_TOKEN: operatorToken(secrets.peppers, 0),
  };
  const companies = await complete('admin', operator, ['company', 'list', '--json']);
  for (const child of children) child.kill('SIGTERM');
  const exits = Object.fromEntries(await Promise.all(children.map(async (each, at) => [names[at], await endOf(each)])));
  return {
    migrated: migrated.trim(),
    version: (await complete('--version', {})).trim(),
    health: health.trim(),
    operation: operation.status,
    pages: pages.map((page) => page?.includes('<div id="root">') ?? false),
    companies: (JSON.parse(companies) as { data?: unknown[] }).data?.length,
    exits,
    seconds: { migrated: migratedSeconds, ready: readySeconds, card: cardSeconds, stopped: seconds() },
  };
}

/** The settings of each process, as docs/runbooks/new-cell.md has them. */
function settingsOf({ urlOf, portOf, metricsPortOf }: Addresses, secrets: StackSecrets): Record<Name, Settings> {
  const signIn = (process: 'PORTAL' | 'DESK', port: number, databaseUrl: string) =>
    signInSettings(process, { url: localUrl(port), databaseUrl, smtpUrl: mails.url, pages: undefined, secrets });
  const shared: Settings = {
    CARDWRIGHT_PEPPERS: secrets.peppers,
    CARDWRIGHT_WEBHOOK_KEYS: secrets.webhookKeys,
    CARDWRIGHT_SEALS_DIRECTORY: `${STATE}/seals`,
    CARDWRIGHT_DATABASE_URL: urlOf('cardwright_api'),
    CARDWRIGHT_ISSUER_SANDBOX_URL: localUrl(portOf('issuer-sandbox')),
    CARDWRIGHT_ISSUER_SANDBOX_KEY: secrets.issuer.requestKey,
    CARDWRIGHT_ISSUER_SANDBOX_PUBLIC_KEY: secrets.issuer.notificationPublicKey,
  };
  const ports = (name: Name) => ({
    CARDWRIGHT_PORT: String(portOf(name)),
    CARDWRIGHT_METRICS_PORT: String(metricsPortOf(name)),
  });
  return {
    'issuer-sandbox': {
      ISSUER_SANDBOX_DATABASE_URL: urlOf('issuer_sandbox'),
      ISSUER_SANDBOX_REQUEST_KEYS: secrets.issuer.requestKey,
      ISSUER_SANDBOX_NOTIFICATION_KEY: secrets.issuer.notificationPrivateKey,
      ISSUER_SANDBOX_NOTIFICATION_URL: `${localUrl(portOf('api'))}/issuer/sandbox/notifications`,
      ISSUER_SANDBOX_PORT: String(portOf('issuer-sandbox')),
    },
    api: { ...shared, ...ports('api') },
    worker: {
      ...shared,
      ...ports('worker'),
      CARDWRIGHT_DATABASE_URL: urlOf('cardwright_worker'),
      CARDWRIGHT_SMTP_URL: mails.url,
      CARDWRIGHT_MAIL_FROM: MAIL_FROM,
      CARDWRIGHT_PORTAL_URL: localUrl(portOf('portal')),
    },
    portal: { ...shared, ...ports('portal'), ...signIn('PORTAL', portOf('portal'), urlOf('cardwright_portal')) },
    desk: {
      ...shared,
      ...ports('desk'),
      ...signIn('DESK', portOf('desk'), urlOf('cardwright_desk')),
      CARDWRIGHT_ADMIN_DATABASE_URL: urlOf('cardwright_admin'),
    },
  };
}
