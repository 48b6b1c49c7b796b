// A scratch server: the newest backup, restored by pgBackRest into a directory of its own and started on a free local
// port. It takes no setting from the original, archives nothing, and is removed at the end.
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, chown, mkdir, mkdtemp, readdir, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ownEnvironment } from '@cardwright/server/foundation/configuration/read.ts';
import { openDb } from '@cardwright/server/platform/db/db.ts';
import { parseHosts } from '@cardwright/server/platform/db/hosts.ts';
import { sql } from '@cardwright/server/platform/db/sql.ts';
import { Problem } from './problem.ts';

export type ScratchOptions = {
  /** An existing directory with room for the database. */
  directory: string;
  /** Login of the original; the scratch server has the same roles and passwords. */
  url: string;
  /** Directory of `postgres`; Debian's if left out. */
  bin: string | undefined;
  signal: AbortSignal;
  onProgress: (text: string) => void;
};

const PREFIX = 'cardwright-drill-';

/** How often to see whether recovery has ended. It takes from seconds to hours, so it has no limit. */
const POLL_MS = 200;

/** The end of a program's output, from which the reason of its failure is taken. */
const OUTPUT_CHARACTERS = 8_000;

/** Restores the newest backup, starts it, runs work on its URL, and removes everything, whatever happens. */
export async function withScratch<Result>(
  options: ScratchOptions,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  const { directory, signal, onProgress } = options;
  const identity = await identityFor(directory);
  await removeStale(directory);
  const home = await mkdtemp(join(directory, `${PREFIX}${process.pid}-`));
  let server: ChildProcess | undefined;
  try {
    await give(home, identity);
    for (const folder of ['data', 'tablespaces']) {
      await mkdir(join(home, folder), { mode: 0o700 });
      await give(join(home, folder), identity);
    }
    await restore(home, options, identity);
    onProgress('Restored. Postgres replays the archived WAL.');
    const port = await freePort();
    const started = await startServer(home, { ...options, port, identity });
    server = started.server;
    signal.addEventListener('abort', () => server?.kill('SIGQUIT'));
    const url = parseHosts(options.url.split('?')[0] ?? '').urlOf({ host: '127.0.0.1', port });
    await untilRecovered(url, started);
    return await work(url);
  } catch (error) {
    signal.throwIfAborted(); // the error is a consequence
    throw error;
  } finally {
    if (server !== undefined && server.exitCode === null && server.signalCode === null) {
      server.kill('SIGQUIT'); // an immediate shutdown: nothing here is kept
      await once(server, 'exit');
    }
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

type Identity = { uid: number; gid: number } | { uid?: never; gid?: never };

/** The user of the restored files: ourselves, or the directory's owner if we are root, which Postgres refuses. */
async function identityFor(directory: string): Promise<Identity> {
  const found = await stat(directory).catch(() => undefined);
  if (!found?.isDirectory()) throw new Problem(`The directory ${directory} does not exist.`);
  if (process.getuid?.() !== 0) return {};
  if (found.uid === 0) {
    throw new Problem(`Postgres does not run as root: give ${directory} to its user, or run this as that user.`);
  }
  return { uid: found.uid, gid: found.gid };
}

async function give(path: string, identity: Identity): Promise<void> {
  if (identity.uid !== undefined) await chown(path, identity.uid, identity.gid);
}

/** Removes what killed drills left behind, with their servers. */
async function removeStale(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    const pid = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1];
    if (pid === undefined || (await exists(`/proc/${pid}`))) continue;
    const data = join(directory, name, 'data');
    const lines = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '');
    const postmaster = Number(lines.split('\n')[0]);
    const isServer = postmaster > 0 && (await readlink(`/proc/${postmaster}/cwd`).catch(() => '')) === data;
    if (isServer) {
      process.kill(postmaster, 'SIGQUIT');
      while (await exists(`/proc/${postmaster}`)) await sleep(POLL_MS);
    }
    await rm(join(directory, name), { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The environment of other programs: none of our secrets reach them. */
const foreignEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(ownEnvironment()).filter(([name]) => !name.startsWith('CARDWRIGHT_')));

/** Starts a program and keeps the end of its output. */
function start(command: string, args: readonly string[], options: SpawnOptions) {
  const child = spawn(command, args, {
    ...options,
    env: { ...foreignEnvironment(), LC_ALL: 'C' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-OUTPUT_CHARACTERS);
    });
  }
  const ended = new Promise<number | string>((resolve) => {
    child.once('error', ({ message }) => {
      if (child.pid === undefined) resolve(message); // otherwise it was told to end, and has yet to
    });
    child.once('close', (code, signal) => resolve(code ?? signal ?? 'no exit code'));
  });
  return { child, ended, output: () => output };
}

/** The line of an output that says why a program failed. */
function reasonIn(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const reason = lines.findLast((line) => /FATAL|PANIC/.test(line)) ?? lines.find((line) => line.includes('ERROR'));
  return (reason ?? lines.at(-1) ?? 'it said nothing').replace(/^[-\d:. ]+(UTC )?(\[\d+\] )?(P00 +)?/, '').trim();
}

/** Tablespaces go into our directory too: without that, they would go to the paths of the original. */
async function restore(home: string, { signal, onProgress }: ScratchOptions, identity: Identity): Promise<void> {
  onProgress(`Restoring the newest backup into ${home}.`);
  const args = [
    `--pg1-path=${home}/data`,
    `--tablespace-map-all=${home}/tablespaces`,
    '--archive-mode=off',
    '--log-level-console=error',
    'restore',
  ];
  const { ended, output } = start('pgbackrest', args, { cwd: home, signal, ...identity });
  const code = await ended;
  if (code !== 0) throw new Error(`pgBackRest restored no backup: ${reasonIn(output())}`);
}

type Started = { server: ChildProcess; ended: Promise<number | string>; output: () => string };

/** Starts Postgres. `hot_standby=off` refuses connections until recovery ends, and needs no setting of the original. */
async function startServer(
  home: string,
  options: Pick<ScratchOptions, 'bin' | 'url'> & { port: number; identity: Identity },
): Promise<Started> {
  const version = (await readFile(join(home, 'data/PG_VERSION'), 'utf8')).trim();
  const bin = options.bin ?? `/usr/lib/postgresql/${version}/bin`;
  if (!(await exists(join(bin, 'postgres'))))
    throw new Problem(`No postgres of version ${version} in ${bin}: give --bin.`);
  const role = decodeURIComponent(new URL(options.url.replace(/@[^/]*/, '@host')).username);
  const files = {
    'postgresql.conf': '',
    'pg_ident.conf': '',
    'pg_hba.conf': `host all "${role}" 127.0.0.1/32 scram-sha-256\n`,
  };
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(home, name), text, { mode: 0o600 });
    await give(join(home, name), options.identity);
  }
  const settings = {
    config_file: `${home}/postgresql.conf`,
    hba_file: `${home}/pg_hba.conf`,
    ident_file: `${home}/pg_ident.conf`,
    listen_addresses: '127.0.0.1',
    port: String(options.port),
    unix_socket_directories: '',
    hot_standby: 'off',
    archive_mode: 'off',
    synchronous_standby_names: '',
    shared_preload_libraries: '',
    primary_conninfo: '',
    ssl: 'off',
    logging_collector: 'off',
    log_destination: 'stderr',
    autovacuum: 'off',
  };
  const args = [
    '-D',
    `${home}/data`,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
  const { child, ended, output } = start(join(bin, 'postgres'), args, { cwd: home, ...options.identity });
  return { server: child, ended, output };
}

/** Waits until the server takes connections, which is when recovery has ended. */
async function untilRecovered(url: string, { ended, output }: Started): Promise<void> {
  let isRunning = true;
  void ended.finally(() => {
    isRunning = false;
  });
  const db = openDb({ url, name: 'cardwright-drill', connections: 1, onError: () => undefined });
  try {
    for (;;) {
      if (!isRunning) throw new Error(`The restored Postgres did not start: ${reasonIn(output())}`);
      const error = await db.query(sql`select 1`).then(
        () => undefined,
        (thrown: unknown) => thrown as { code?: string },
      );
      if (error === undefined) return;
      if (error.code?.startsWith('28') || error.code === '3D000') throw error as Error;
      await sleep(POLL_MS);
    }
  } finally {
    await db.close();
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
