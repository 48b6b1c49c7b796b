// File-level copies of a real cluster, each with its own processes, and one store of marks for all of them.
import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { systemClock } from '@cardwright/server/foundation/clock.ts';
import { openHeadFiles } from '@cardwright/server/ledger/seals/head-files.ts';
import type { ExportStore } from '@cardwright/server/ledger/seals/heads.ts';
import type { Mark } from '@cardwright/server/platform/fence/marks.ts';
import { type Postgres, type PostgresVersion, startPostgres } from '@cardwright/stack/postgres.ts';
import { type Stack, type StackOptions, startStack } from '@cardwright/stack/start.ts';

/** Vacuuming would commit in an idle database. */
const settings = { fsync: 'off', autovacuum: 'off' };

export type Copies = {
  home: string;
  store: ExportStore;
  /** The newest exported mark. */
  newest: () => Promise<Mark | undefined>;
  /** Starts the cluster of a name, new or copied. */
  startServer(name: string): Promise<Postgres>;
  /** Starts processes on a cluster. Every stack has the secrets of the first one. */
  startOn(postgres: Postgres, options?: StackOptions): Promise<Stack>;
  start(name: string, options?: StackOptions): Promise<Stack>;
  /** Copies a stopped cluster. */
  copy(from: string, to: string): Promise<void>;
  /** Stops everything, newest first. */
  stopAll(): Promise<void>;
  remove(): Promise<void>;
};

/** A directory for clusters of a Postgres version. */
export async function openCopies(version: PostgresVersion): Promise<Copies> {
  const home = await mkdtemp(join(tmpdir(), 'cardwright-copies-'));
  await chmod(home, 0o755); // the server runs as another user
  const sealsDirectory = join(home, 'seals');
  const store = openHeadFiles(sealsDirectory, systemClock);
  const running: { stop(): Promise<void> }[] = [];
  let secrets: StackOptions['secrets'];

  const startServer = async (name: string) => {
    const postgres = await startPostgres({ version, directory: join(home, name), settings });
    running.push(postgres);
    return postgres;
  };
  const startOn = async (postgres: Postgres, options: StackOptions = {}) => {
    const kept = secrets === undefined ? {} : { secrets };
    const stack = await startStack({
      adminUrl: postgres.url,
      sealsDirectory,
      workers: 1,
      seed: false,
      ...kept,
      ...options,
    });
    secrets ??= stack.secrets;
    running.push(stack);
    return stack;
  };
  const stopAll = async () => {
    for (const each of running.splice(0).toReversed()) await each.stop();
  };
  return {
    home,
    store,
    newest: async () => (await store.newestMarks())[0],
    startServer,
    startOn,
    start: async (name, options) => startOn(await startServer(name), options),
    copy: async (from, to) => void (await promisify(execFile)('cp', ['-a', join(home, from), join(home, to)])),
    stopAll,
    async remove() {
      await stopAll();
      await rm(home, { recursive: true, force: true });
    },
  };
}
