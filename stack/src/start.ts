// The whole stack: Postgres, migrations, demo data, API and worker processes. Development, tests and proofs all start
// here.
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installIssuer } from '@cardwright/issuer-sandbox/install.ts';
import { createDatabase, loginRoles, prepareRoles, withDatabase } from '@cardwright/server/db/migrate.ts';
import { install } from '@cardwright/server/install.ts';
import { type Issuer, startIssuer } from './issuer.ts';
import { freePort } from './ports.ts';
import { type PostgresVersion, startPostgres } from './postgres.ts';
import { type RunningProcess, startProcess } from './processes.ts';
import { newSecrets, rolePassword, roleUrl, type StackSecrets } from './secrets.ts';
import { type Demo, seedDemo } from './seed.ts';

/** Whoever tries webhooks on this machine listens on it, and at no other address that is not public. */
const OWN_RECEIVERS = '127.0.0.1:*';

/** Settings for a test or proof that is about something else than rate limits. */
export const NO_RATE_LIMITS = {
  CARDWRIGHT_READS_PER_SECOND: '1000000',
  CARDWRIGHT_WRITES_PER_SECOND: '1000000',
  CARDWRIGHT_STATEMENTS_PER_SECOND: '1000000',
  CARDWRIGHT_AUTHENTICATION_FAILURES_PER_SECOND: '1000000',
};

export type StackOptions = {
  /** Which Postgres to start, unless `adminUrl` names a server that runs already. */
  postgres?: PostgresVersion;
  adminUrl?: string;
  /** The database's name; made if it is missing. */
  database?: string;
  /** Where Postgres keeps its data; a temporary directory if left out. */
  directory?: string;
  /** Where the worker exports the heads of the chains; a temporary directory if left out. */
  sealsDirectory?: string;
  api?: number;
  workers?: number;
  /** Settings of our processes beyond those the stack decides, such as rate limits. */
  env?: Record<string, string>;
  /** The port of the first API process; a free one if left out. */
  port?: number;
  /** True lets each API and worker process serve its metrics, on a port of its own. */
  metrics?: boolean;
  /** True starts the simulated issuer as well, and tells the others where it is. */
  issuer?: boolean;
  secrets?: Partial<StackSecrets>;
  /** False leaves the database without demo companies. */
  seed?: boolean;
  /** Told as soon as there are demo companies, so that their keys are not lost if a later step fails. */
  onSeeded?: (demo: Demo) => Promise<void>;
  log?: 'inherit' | 'ignore';
  /** Arguments for Node in front of each process's file. */
  nodeArguments?: readonly string[];
};

export type Stack = {
  baseUrl: string;
  baseUrls: string[];
  /** The administrator's address of the database. */
  databaseUrl: string;
  urlOf(role: (typeof loginRoles)[number]): string;
  /** Where the heads of the chains are exported to. */
  sealsDirectory: string;
  /** What `npm run admin` needs in its environment to reach this stack, beside an operator's token. */
  adminSettings(): Record<string, string>;
  processes: RunningProcess[];
  /** The simulated issuer, if it was asked for. */
  issuer: Issuer | undefined;
  demo: Demo | undefined;
  secrets: StackSecrets;
  /**
   * Starts one more process, as after a kill. An API process may take the port of the one it replaces; `env` is for
   * this process alone.
   */
  spawn(role: 'api' | 'worker', port?: number, env?: Record<string, string>): Promise<RunningProcess>;
  stop(): Promise<void>;
};

/** Starts everything and waits until it is ready. Whatever fails, nothing is left running. */
export async function startStack(options: StackOptions = {}): Promise<Stack> {
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const end of stops.splice(0).toReversed()) await end();
  };
  try {
    return await startParts(options, stops, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startParts(
  options: StackOptions,
  stops: (() => Promise<void>)[],
  stop: () => Promise<void>,
): Promise<Stack> {
  const adminUrl = options.adminUrl ?? (await ownPostgres(options, stops));
  const { database = 'cardwright', log = 'ignore', env: settings = {} } = options;
  const secrets = { ...newSecrets(), ...options.secrets };
  await prepareDatabase(adminUrl, database);
  const sealsDirectory = options.sealsDirectory ?? ownSealsDirectory(stops);
  const urlOf = (role: (typeof loginRoles)[number]) => roleUrl(adminUrl, database, role);
  const demo = options.seed === false ? undefined : await seed(urlOf('cardwright_admin'), secrets, options.onSeeded);
  const { processes, keep } = keptProcesses(stops);
  const firstPort = options.port ?? (await freePort());
  const issuer = options.issuer
    ? await startIssuer({
        databaseUrl: urlOf('issuer_sandbox'),
        secrets: secrets.issuer,
        notificationUrl: `http://127.0.0.1:${firstPort}/issuer/sandbox/notifications`,
        log,
        settings,
        onStarted: keep,
      })
    : undefined;
  const spawn: Stack['spawn'] = async (role, port, env = {}) => {
    const chosen = role === 'api' ? (port ?? (await freePort())) : 0;
    const started = await startProcess(role, {
      log,
      nodeArguments: options.nodeArguments ?? [],
      env: {
        CARDWRIGHT_DATABASE_URL: urlOf(role === 'api' ? 'cardwright_api' : 'cardwright_worker'),
        CARDWRIGHT_LOG_LEVEL: 'warn',
        ...commonSettings(secrets, sealsDirectory),
        ...issuer?.serverSettings,
        ...settings,
        ...(role === 'api' ? { CARDWRIGHT_PORT: String(chosen) } : {}),
        ...(options.metrics ? { CARDWRIGHT_METRICS_PORT: String(await freePort()) } : {}),
        ...env,
      },
    });
    return keep(started);
  };

  const baseUrls: string[] = [];
  for (let index = 0; index < (options.api ?? 1); index++) {
    const port = index === 0 ? firstPort : await freePort();
    await spawn('api', port);
    baseUrls.push(`http://127.0.0.1:${port}`);
  }
  await Promise.all(Array.from({ length: options.workers ?? 1 }, () => spawn('worker')));
  return {
    baseUrl: baseUrls[0] ?? '',
    baseUrls,
    databaseUrl: withDatabase(adminUrl, database),
    urlOf,
    sealsDirectory,
    adminSettings: () => ({
      CARDWRIGHT_ADMIN_DATABASE_URL: urlOf('cardwright_admin'),
      ...commonSettings(secrets, sealsDirectory),
    }),
    processes,
    issuer,
    demo,
    secrets,
    spawn,
    stop,
  };
}

/** What every process and every command of ours must agree on. */
const commonSettings = ({ peppers, webhookKeys }: StackSecrets, sealsDirectory: string) => ({
  CARDWRIGHT_PEPPERS: peppers,
  CARDWRIGHT_WEBHOOK_KEYS: webhookKeys,
  CARDWRIGHT_WEBHOOK_ALLOW: OWN_RECEIVERS,
  CARDWRIGHT_SEALS_DIRECTORY: sealsDirectory,
});

async function seed(
  adminRoleUrl: string,
  { peppers }: StackSecrets,
  onSeeded: StackOptions['onSeeded'],
): Promise<Demo> {
  const demo = await seedDemo({ adminRoleUrl, peppers, operatorEmail: 'operator@example.com' });
  await onSeeded?.(demo);
  return demo;
}

/** The processes that run now; each takes itself off the list as it ends. */
function keptProcesses(stops: (() => Promise<void>)[]) {
  const processes: RunningProcess[] = [];
  const keep = (started: RunningProcess): RunningProcess => {
    processes.push(started);
    started.child.once('exit', () => processes.splice(processes.indexOf(started), 1));
    stops.push(() => started.stop());
    return started;
  };
  return { processes, keep };
}

async function ownPostgres(options: StackOptions, stops: (() => Promise<void>)[]): Promise<string> {
  const postgres = await startPostgres({
    version: options.postgres ?? '18',
    ...(options.directory === undefined ? {} : { directory: options.directory }),
  });
  stops.push(() => postgres.stop());
  return postgres.url;
}

/** A name that nobody has; whoever exports the first line makes the directory. */
function ownSealsDirectory(stops: (() => Promise<void>)[]): string {
  const directory = join(tmpdir(), `cardwright-seals-${randomBytes(12).toString('hex')}`);
  stops.push(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

/** Roles, database and newest schema; each step is skipped where it was done before. */
async function prepareDatabase(adminUrl: string, database: string): Promise<void> {
  await prepareRoles(adminUrl, (role) => rolePassword(adminUrl, role));
  await createDatabase(adminUrl, database);
  await install(roleUrl(adminUrl, database, 'cardwright_owner'));
  await installIssuer(roleUrl(adminUrl, database, 'cardwright_owner'));
}
