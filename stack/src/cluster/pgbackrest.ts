// pgBackRest: its configuration, and its commands against a server or a directory.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { asAdministrator } from '@cardwright/server/platform/db/migrate.ts';
import { serverIdentity } from '../postgres.ts';
import { type Home, serverEnvironment } from './home.ts';
import { PGBACKREST } from './programs.ts';

export type PgBackRest = {
  /** The command that archives a WAL file, for Postgres. */
  archiveCommand: string;
  /** The same configuration as environment variables. */
  environment: Record<string, string>;
  repository: string;
  /** Runs a command for a data directory. */
  run(data: string, ...args: string[]): Promise<void>;
  /** Runs a command for a running server. */
  runOn(url: string, ...args: string[]): Promise<void>;
};

const STANZA = 'cardwright';

/** Configures pgBackRest with a repository in a home. Without a spool path of its own, a restore fails. */
export async function configurePgBackRest(home: Home): Promise<PgBackRest> {
  const folders = { 'repo1-path': 'repository', 'lock-path': 'lock', 'log-path': 'log', 'spool-path': 'spool' };
  for (const folder of Object.values(folders)) await home.folder(folder);
  const paths = Object.entries(folders).map(([option, folder]) => `${option}=${home.directory}/${folder}`);
  const options = ['log-level-file=off', 'log-level-console=warn', 'repo1-retention-full=10', 'compress-type=lz4'];
  const text = ['[global]', ...paths, ...options, 'start-fast=y', 'archive-timeout=60', `[${STANZA}]`, ''];
  const file = await home.write('pgbackrest.conf', text.join('\n'));
  const common = [`--config=${file}`, `--stanza=${STANZA}`];

  const run = async (args: readonly string[], env: Record<string, string> = {}) => {
    await promisify(execFile)(PGBACKREST, [...common, ...args], {
      cwd: home.directory,
      env: { ...serverEnvironment(home.directory), ...env },
      ...serverIdentity(),
    });
  };
  return {
    archiveCommand: `${PGBACKREST} ${common.join(' ')} --pg1-path="$PWD" archive-push %p`,
    environment: { PGBACKREST_CONFIG: file, PGBACKREST_STANZA: STANZA },
    repository: `${home.directory}/${folders['repo1-path']}`,
    run: (data, ...args) => run([`--pg1-path=${data}`, ...args]),
    async runOn(url, ...args) {
      const { data, port } = await describeServer(url);
      const login = { PGHOST: '127.0.0.1', PGPASSWORD: passwordOf(url) };
      await run([`--pg1-path=${data}`, `--pg1-port=${port}`, '--pg1-user=postgres', ...args], login);
    },
  };
}

/** The administrator's password in a URL. */
export const passwordOf = (url: string): string => decodeURIComponent(new URL(url).password);

async function describeServer(url: string): Promise<{ data: string; port: string }> {
  const { rows } = await asAdministrator(url, (client) =>
    client.query<{ data: string; port: string }>(
      "select current_setting('data_directory') as data, current_setting('port') as port",
    ),
  );
  const [server] = rows;
  if (server === undefined) throw new Error('the server does not describe itself');
  return server;
}
