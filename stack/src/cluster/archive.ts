// A WAL archive and backups by pgBackRest. It outlives the servers whose WAL it keeps.
import { setTimeout as sleep } from 'node:timers/promises';
import { asAdministrator } from '@cardwright/server/platform/db/migrate.ts';
import { type Postgres, startPostgres } from '../postgres.ts';
import { openHome } from './home.ts';
import { configurePgBackRest, passwordOf } from './pgbackrest.ts';
import { requirePrograms } from './programs.ts';

/** A point to restore to: everything committed before this time, or the whole archive. */
export type RestorePoint = { time: string } | 'newest';

export type Archive = {
  /** Settings of a server that archives here. */
  settings: { archive_mode: string; archive_command: string };
  /** Settings of pgBackRest, for other programs that use it. */
  environment: Record<string, string>;
  /** Where backups and WAL are stored. */
  repository: string;
  /** Prepares the archive for a server, once, as soon as it runs. */
  prepare(url: string): Promise<void>;
  /** Takes a full backup of a running primary. */
  backUp(url: string): Promise<void>;
  /** The time by the server's clock, for a later restore; what commits afterwards is not restored. */
  pointNow(url: string): Promise<RestorePoint>;
  /** Archives the WAL written so far. Without it, a quiet server keeps its last segment to itself. */
  flush(url: string): Promise<void>;
  /** Restores into a new data directory and starts Postgres on it. It has left recovery when this resolves. */
  restore(to: RestorePoint): Promise<Postgres>;
  /** Removes backups, WAL and restored servers. */
  remove(): Promise<void>;
};

/** pgBackRest notes the end of a backup in whole seconds, and restores it only to a later one. */
const WHOLE_SECOND_MS = 1_000;

/** A restore of a small database takes seconds. */
const RECOVERED_WITHIN_MS = 120_000;
const LOOK_AGAIN_MS = 100;

/** Creates an empty archive. */
export async function createArchive(): Promise<Archive> {
  requirePrograms();
  const home = await openHome('archive');
  const pgbackrest = await configurePgBackRest(home);
  const restored: Postgres[] = [];
  let password = '';
  return {
    settings: { archive_mode: 'on', archive_command: pgbackrest.archiveCommand },
    environment: pgbackrest.environment,
    repository: pgbackrest.repository,
    prepare: (url) => pgbackrest.runOn(url, 'stanza-create'),
    async backUp(url) {
      password = passwordOf(url);
      await pgbackrest.runOn(url, '--type=full', 'backup');
      await sleep(WHOLE_SECOND_MS);
    },
    async pointNow(url) {
      const [row] = await ask<{ now: string }>(url, 'select clock_timestamp()::text as now');
      return { time: row?.now ?? '' };
    },
    async flush(url) {
      await ask(url, "select pg_logical_emit_message(true, 'flush', '')"); // a restore to a time needs a later commit
      const [row] = await ask<{ file: string }>(url, 'select pg_walfile_name(pg_switch_wal()) as file');
      const archived = `select last_archived_wal >= '${row?.file}' as done from pg_stat_archiver`;
      for (const started = Date.now(); Date.now() - started < RECOVERED_WITHIN_MS; await sleep(LOOK_AGAIN_MS))
        if ((await ask<{ done: boolean | null }>(url, archived))[0]?.done) return;
      throw new Error('the WAL was not archived');
    },
    async restore(to) {
      const folder = `restored${restored.length + 1}`;
      const directory = await home.folder(folder);
      await home.folder(`${folder}/data`);
      const target = to === 'newest' ? [] : ['--type=time', `--target=${to.time}`, '--target-action=promote'];
      await pgbackrest.run(`${directory}/data`, ...target, '--archive-mode=off', 'restore');
      await home.write(`${folder}/password`, password);
      const postgres = await startPostgres({ version: '15', directory, settings: ownSettings(`${directory}/data`) });
      restored.push(postgres);
      await untilRecovered(postgres.url);
      return postgres;
    },
    async remove() {
      for (const postgres of restored) await postgres.stop();
      await home.remove();
    },
  };
}

/** A restored copy inherits the settings of its cluster: no standby will confirm its commits, and files are its own. */
const ownSettings = (data: string) => ({
  synchronous_standby_names: '',
  hba_file: `${data}/pg_hba.conf`,
  ident_file: `${data}/pg_ident.conf`,
  shared_buffers: '64MB',
});

/** Waits until the server is a primary: until then, connections to it are refused. */
async function untilRecovered(url: string): Promise<void> {
  for (const started = Date.now(); ; await sleep(LOOK_AGAIN_MS)) {
    try {
      await ask(url, 'select 1');
      return;
    } catch (error) {
      if (Date.now() - started > RECOVERED_WITHIN_MS) throw error;
    }
  }
}

const ask = <Row extends object>(url: string, text: string): Promise<Row[]> =>
  asAdministrator(url, async (client) => (await client.query(text)).rows as Row[]);
