// A primary and a standby that follows it, for tests of failover.
import { execFile } from 'node:child_process';
import { chmod, cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { processesIn, signalIn } from '@cardwright/stack/cluster/processes-in.ts';
import { type Postgres, startPostgres } from '@cardwright/stack/postgres.ts';
import pg from 'pg';
import { until } from '../../until.ts';

export type Pair = {
  primary: Side;
  standby: Side;
  /** URL with both hosts, the standby first. */
  url: string;
  /** Makes the standby confirm every commit of the primary, or none. */
  setSynchronous(on: boolean): Promise<void>;
  stop(): Promise<void>;
};

type Side = {
  url: string;
  ask<Row extends object>(text: string): Promise<Row[]>;
  freeze(): void;
  thaw(): void;
  kill(): void;
  stop(): Promise<void>;
};

/** Starts a pair. */
export async function startPair(): Promise<Pair> {
  const directory = await mkdtemp(join(tmpdir(), 'cardwright-pair-'));
  await chmod(directory, 0o711); // Postgres may run as somebody else
  const [first, second] = [join(directory, 'first'), join(directory, 'second')];
  await startPostgres({ version: '18', directory: first }).then((postgres) => postgres.stop());
  await cp(first, second, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
  await handOver(first, second);
  await writeFile(join(second, 'data', 'standby.signal'), '');
  const primary = toSide(first, await startPostgres({ version: '18', directory: first }));
  const { hostname, port, password } = new URL(primary.url);
  const standby = toSide(
    second,
    await startPostgres({
      version: '18',
      directory: second,
      settings: { primary_conninfo: `host=${hostname} port=${port} user=postgres password=${password}` },
    }),
  );
  await until(
    () => primary.ask<{ state: string }>('select state from pg_stat_replication'),
    (rows) => rows[0]?.state === 'streaming',
  );
  return {
    primary,
    standby,
    url: `postgres://postgres:${password}@${hostOf(standby)},${hostOf(primary)}/postgres?target_session_attrs=read-write`,
    async setSynchronous(on) {
      await primary.ask(`alter system set synchronous_standby_names = '${on ? '*' : ''}'`);
      await primary.ask('select pg_reload_conf()');
      await until(
        () => primary.ask<{ sync_state: string }>('select sync_state from pg_stat_replication'),
        (rows) => rows[0]?.sync_state === (on ? 'sync' : 'async'),
      );
    },
    async stop() {
      await Promise.all([primary.stop(), standby.stop()]);
      await rm(directory, { recursive: true, force: true });
    },
  };
}

const hostOf = ({ url }: Side) => new URL(url).host;

/** Gives the copy to the owner of the original: Postgres runs as somebody else if we are root. */
async function handOver(from: string, to: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  await promisify(execFile)('chown', ['-R', `--reference=${join(from, 'data')}`, to]);
}

function toSide(directory: string, postgres: Postgres): Side {
  return {
    url: postgres.url,
    async ask(text) {
      const client = new pg.Client({ connectionString: postgres.url });
      client.on('error', () => undefined);
      await client.connect();
      try {
        return (await client.query(text)).rows as never[];
      } finally {
        await client.end();
      }
    },
    freeze: () => signalIn(directory, 'SIGSTOP'),
    thaw: () => signalIn(directory, 'SIGCONT'),
    kill: () => {
      for (const pid of processesIn(directory)) process.kill(pid, 'SIGKILL');
    },
    async stop() {
      signalIn(directory, 'SIGCONT');
      await postgres.stop();
    },
  };
}
