// A temporary directory and the servers that run in it. It ends with us, even after kill -9.
import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { chown, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endOf, serverIdentity } from '../postgres.ts';
import { isSuspended, processesIn, signalIn } from './processes-in.ts';

export type Home = {
  directory: string;
  /** Creates a folder that belongs to the user of the servers. */
  folder(name: string): Promise<string>;
  /** Writes a file that only the servers may read. */
  write(file: string, text: string): Promise<string>;
  /** Starts a server in a folder; its output goes to `server.log` there. */
  start(folder: string, command: readonly [string, ...string[]], env?: Record<string, string>): void;
  /** Kills all processes of a folder. */
  kill(folder: string): Promise<void>;
  /** Suspends all processes of a folder. */
  freeze(folder: string): Promise<void>;
  thaw(folder: string): void;
  /** The end of a server's output. */
  said(folder: string): Promise<string>;
  remove(): Promise<void>;
};

/** A killed process ends at once; a suspended one may be starting others. */
const AGAIN_MS = 20;

/** Characters of a log that explain a failure. */
const LAST_WORDS = 3_000;

/** Opens a home. */
export async function openHome(name: string): Promise<Home> {
  const directory = await mkdtemp(join(tmpdir(), `cardwright-${name}-`));
  const identity = serverIdentity();
  const own = async (path: string) => {
    if (identity.uid !== undefined) await chown(path, identity.uid, identity.gid);
    return path;
  };
  await own(directory);
  const guardian = spawn(process.execPath, [join(import.meta.dirname, 'guardian.ts'), directory], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    cwd: '/',
    detached: true,
  });
  guardian.unref();
  guardian.channel?.unref();
  const pathOf = (folder: string) => join(directory, folder);
  return {
    directory,
    async folder(folder) {
      await mkdir(pathOf(folder), { mode: 0o700, recursive: true });
      return own(pathOf(folder));
    },
    async write(file, text) {
      await writeFile(pathOf(file), text, { mode: 0o600 });
      return own(pathOf(file));
    },
    start(folder, [command, ...args], env = {}) {
      const log = openSync(join(pathOf(folder), 'server.log'), 'a');
      const child = spawn(command, args, {
        cwd: pathOf(folder),
        env: { ...serverEnvironment(pathOf(folder)), ...env },
        stdio: ['ignore', log, log],
        detached: true, // Ctrl-C reaches only us
        ...identity,
      });
      child.on('error', () => undefined); // the wait for its answer reports it
      child.unref();
      closeSync(log);
    },
    async kill(folder) {
      while (processesIn(pathOf(folder)).length > 0) {
        signalIn(pathOf(folder), 'SIGKILL');
        await sleep(AGAIN_MS);
      }
    },
    async freeze(folder) {
      do {
        signalIn(pathOf(folder), 'SIGSTOP');
        await sleep(AGAIN_MS);
      } while (!processesIn(pathOf(folder)).every(isSuspended));
    },
    thaw: (folder) => signalIn(pathOf(folder), 'SIGCONT'),
    said: async (folder) =>
      (await readFile(join(pathOf(folder), 'server.log'), 'utf8').catch(() => '')).slice(-LAST_WORDS),
    remove: () =>
      endOf(guardian, () => {
        guardian.ref();
        guardian.disconnect();
      }),
  };
}

/** The environment of a server. Python needs a UTF-8 locale, and compiled modules must not be written. */
export const serverEnvironment = (home: string): Record<string, string> => ({
  PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
  HOME: home,
  LANG: 'C.UTF-8',
  PYTHONDONTWRITEBYTECODE: '1',
});
