// The whole stack: Postgres, migrations, demo data, API and worker processes. Used by development, tests and proofs.
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromId } from '@cardwright/server/foundation/ids.ts';
import { type loginRoles, withDatabase } from '@cardwright/server/platform/db/migrate.ts';
import { prepareDatabases } from './databases.ts';
import { type Issuer, startIssuer } from './issuer.ts';
import { type CaughtMail, type Mails, startMails } from './mails.ts';
import { dropEmails, operatorToken, seedOperators } from './operators.ts';
import type { Pages } from './pages.ts';
import { mailSettings, seedPeople, signInSettings } from './people.ts';
import { freePort, localUrl } from './ports.ts';
import { type PostgresVersion, startPostgres } from './postgres.ts';
import { type RunningProcess, startProcess } from './processes.ts';
import { newSecrets, roleUrl, type StackSecrets } from './secrets.ts';
import { type Demo, seedDemo } from './seed.ts';

/** Allows webhooks to this machine; every other non-public address stays refused. */
const OWN_RECEIVERS = '127.0.0.1:*';

/** Settings for tests and proofs that must not hit rate limits. */
export const NO_RATE_LIMITS = {
  CARDWRIGHT_READS_PER_SECOND: '1000000',
  CARDWRIGHT_WRITES_PER_SECOND: '1000000',
  CARDWRIGHT_STATEMENTS_PER_SECOND: '1000000',
  CARDWRIGHT_AUTHENTICATION_FAILURES_PER_SECOND: '1000000',
};

export type StackOptions = {
  /** Version of Postgres to start, unless `adminUrl` names a running server. */
  postgres?: PostgresVersion;
  adminUrl?: string;
  /** Name of the database, created if missing. */
  database?: string;
  /** Data directory of Postgres; temporary by default. */
  directory?: string;
  /** Directory of exported chain heads; temporary by default. */
  sealsDirectory?: string;
  api?: number;
  workers?: number;
  /** Additional settings of our processes, such as rate limits. */
  env?: Record<string, string>;
  /** Port of the first API process; a free one by default. */
  port?: number;
  /** Serves metrics of each API and worker process, each on its own port. */
  metrics?: boolean;
  /** Starts the simulated issuer, and configures the other processes for it. */
  issuer?: boolean;
  /** A server for the issuer's records, apart from ours; left out, they are a schema of our database. */
  issuerAdminUrl?: string;
  /** Starts the portal, with a mail server that keeps every email. */
  portal?: boolean;
  /** Port of the portal; a free one by default. */
  portalPort?: number;
  /** The same for the operators' desk. */
  desk?: boolean;
  deskPort?: number;
  /** Directories of built pages. The build may still run while everything else starts. */
  pages?: Pages | Promise<Pages>;
  /** Called for every email. */
  onMail?: (mail: CaughtMail) => void;
  secrets?: Partial<StackSecrets>;
  /** False leaves the database without demo companies. */
  seed?: boolean;
  /** Called as soon as the demo companies exist, so that their keys are not lost if a later step fails. */
  onSeeded?: (demo: Demo) => Promise<void>;
  log?: 'inherit' | 'ignore';
  /** Arguments for Node before each process's file. */
  nodeArguments?: readonly string[];
};

export type Stack = {
  baseUrl: string;
  baseUrls: string[];
  /** Database URL of the administrator. */
  databaseUrl: string;
  urlOf(role: (typeof loginRoles)[number]): string;
  /** Directory of exported chain heads. */
  sealsDirectory: string;
  /** Environment of `npm run admin` for this stack, with the first operator's token. */
  adminSettings(): Record<string, string>;
  processes: RunningProcess[];
  /** The simulated issuer, if requested. */
  issuer: Issuer | undefined;
  /** Address of the portal, if requested. */
  portalUrl: string | undefined;
  deskUrl: string | undefined;
  /** The mail server, if a process sends email. */
  mails: Mails | undefined;
  demo: Demo | undefined;
  secrets: StackSecrets;
  /**
   * Starts one more process, as after a kill. An API process may take the port of the one it replaces; `env` is for
   * this process alone.
   */
  spawn(
    role: 'api' | 'worker' | 'portal' | 'desk',
    port?: number,
    env?: Record<string, string>,
  ): Promise<RunningProcess>;
  stop(): Promise<void>;
};

/** Starts everything and waits until it is ready. After a failure nothing is left running. */
export async function startStack(options: StackOptions = {}): Promise<Stack> {
  const ends = new Ends();
  try {
    return await startParts(options, ends);
  } catch (error) {
    await ends.run();
    throw error;
  }
}

/** Resources that end with the stack, in reverse order. A resource added after the end is stopped immediately. */
class Ends {
  readonly #ends: (() => Promise<void>)[] = [];
  #isOver = false;

  add(end: () => Promise<void>): void {
    if (this.#isOver) void end();
    else this.#ends.push(end);
  }

  async run(): Promise<void> {
    this.#isOver = true;
    for (const end of this.#ends.splice(0).toReversed()) await end();
  }
}

async function startParts(options: StackOptions, ends: Ends): Promise<Stack> {
  const adminUrl = options.adminUrl ?? (await ownPostgres(options, ends));
  const { database = 'cardwright', log = 'ignore' } = options;
  const secrets = { ...newSecrets(), ...options.secrets };
  const issuerAdminUrl = options.issuerAdminUrl ?? adminUrl;
  await prepareDatabases(adminUrl, issuerAdminUrl, database);
  const sealsDirectory = options.sealsDirectory ?? ownSealsDirectory(ends);
  const urlOf = (role: (typeof loginRoles)[number]) => roleUrl(adminUrl, database, role);
  await seedOperators(withDatabase(adminUrl, database), secrets.peppers);
  const demo = options.seed === false ? undefined : await seed(urlOf('cardwright_admin'), secrets, options.onSeeded);
  if (demo !== undefined) await dropEmails(withDatabase(adminUrl, database));
  const demoCompany = fromId('company', demo?.companies[0]?.id ?? '');
  if (demoCompany !== undefined) await seedPeople(withDatabase(adminUrl, database), demoCompany);
  const { processes, keep } = keptProcesses(ends);
  const firstPort = options.port ?? (await freePort());
  const portalPort = options.portal ? (options.portalPort ?? (await freePort())) : undefined;
  const issuer = options.issuer
    ? await startIssuer({
        databaseUrl: roleUrl(issuerAdminUrl, database, 'issuer_sandbox'),
        secrets: secrets.issuer,
        notificationUrl: `http://127.0.0.1:${firstPort}/issuer/sandbox/notifications`,
        log,
        portalUrl: portalPort === undefined ? undefined : localUrl(portalPort),
        settings: options.env ?? {},
        onStarted: keep,
      })
    : undefined;
  const mails = options.portal || options.desk ? await ownMails(options, ends) : undefined;
  const deskPort = options.desk ? (options.deskPort ?? (await freePort())) : undefined;
  const spawn = spawner({ options, secrets, portalPort, deskPort, sealsDirectory, urlOf, issuer, mails, keep });
  const baseUrls: string[] = [];
  for (let index = 0; index < (options.api ?? 1); index++) {
    const port = index === 0 ? firstPort : await freePort();
    await spawn('api', port);
    baseUrls.push(localUrl(port));
  }
  await Promise.all(Array.from({ length: options.workers ?? 1 }, () => spawn('worker')));
  const startFor = async (role: 'portal' | 'desk', asked: number | undefined) => {
    if (!options[role]) return undefined;
    const port = asked ?? (await freePort());
    await spawn(role, port, role === 'portal' ? { CARDWRIGHT_PUBLIC_URL: baseUrls[0] ?? '' } : {});
    return localUrl(port);
  };
  return {
    portalUrl: await startFor('portal', portalPort),
    deskUrl: await startFor('desk', deskPort),
    mails,
    baseUrl: baseUrls[0] ?? '',
    baseUrls,
    databaseUrl: withDatabase(adminUrl, database),
    urlOf,
    sealsDirectory,
    adminSettings: () => ({
      ...(deskPort === undefined ? {} : { CARDWRIGHT_DESK_URL: localUrl(deskPort) }),
      CARDWRIGHT_READER_DATABASE_URL: urlOf('cardwright_reader'),
      CARDWRIGHT_OPERATOR_TOKEN: operatorToken(secrets.peppers, 0),
      CARDWRIGHT_SEALS_DIRECTORY: sealsDirectory,
    }),
    processes,
    issuer,
    demo,
    secrets,
    spawn,
    stop: () => ends.run(),
  };
}

/** Starts our processes, each with its settings. */
function spawner(stack: {
  options: StackOptions;
  secrets: StackSecrets;
  sealsDirectory: string;
  urlOf: Stack['urlOf'];
  issuer: Issuer | undefined;
  mails: Mails | undefined;
  portalPort: number | undefined;
  deskPort: number | undefined;
  keep: (started: RunningProcess) => RunningProcess;
}): Stack['spawn'] {
  const { options, secrets, urlOf } = stack;
  const signIn = async (role: 'portal' | 'desk', port: number) =>
    signInSettings(role === 'portal' ? 'PORTAL' : 'DESK', {
      url: localUrl(port),
      databaseUrl: urlOf(`cardwright_${role}`),
      smtpUrl: stack.mails?.url ?? '',
      pages: (await options.pages)?.[role],
      secrets,
    });
  return async (role, port, env = {}) => {
    const chosen = port ?? (role === 'worker' ? 0 : await freePort());
    const started = await startProcess(role, {
      log: options.log ?? 'ignore',
      nodeArguments: options.nodeArguments ?? [],
      env: {
        CARDWRIGHT_DATABASE_URL: urlOf(role === 'worker' ? 'cardwright_worker' : 'cardwright_api'),
        CARDWRIGHT_LOG_LEVEL: 'warn',
        ...commonSettings(secrets, stack.sealsDirectory),
        ...stack.issuer?.serverSettings,
        ...(role === 'portal' || role === 'desk' ? await signIn(role, chosen) : {}),
        ...(role === 'worker' ? mailSettings(stack) : {}),
        ...(role === 'desk' ? { CARDWRIGHT_ADMIN_DATABASE_URL: urlOf('cardwright_admin') } : {}),
        ...options.env,
        ...(role === 'worker' ? {} : { CARDWRIGHT_PORT: String(chosen) }),
        ...(options.metrics ? { CARDWRIGHT_METRICS_PORT: String(await freePort()) } : {}),
        ...env,
      },
    });
    return stack.keep(started);
  };
}

async function ownMails(options: StackOptions, ends: Ends): Promise<Mails> {
  const mails = await startMails(options.onMail);
  ends.add(() => mails.stop());
  return mails;
}

/** Settings that all our processes share. */
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
  const demo = await seedDemo({ adminRoleUrl, peppers });
  await onSeeded?.(demo);
  return demo;
}

/** The running processes; each removes itself when it ends. */
function keptProcesses(ends: Ends) {
  const processes: RunningProcess[] = [];
  const keep = (started: RunningProcess): RunningProcess => {
    processes.push(started);
    started.child.once('exit', () => processes.splice(processes.indexOf(started), 1));
    ends.add(() => started.stop());
    return started;
  };
  return { processes, keep };
}

async function ownPostgres(options: StackOptions, ends: Ends): Promise<string> {
  const postgres = await startPostgres({
    version: options.postgres ?? '18',
    ...(options.directory === undefined ? {} : { directory: options.directory }),
  });
  ends.add(() => postgres.stop());
  return postgres.url;
}

/** An unused name; the first export creates the directory. */
function ownSealsDirectory(ends: Ends): string {
  const directory = join(tmpdir(), `cardwright-seals-${randomBytes(12).toString('hex')}`);
  ends.add(() => rm(directory, { recursive: true, force: true }));
  return directory;
}
