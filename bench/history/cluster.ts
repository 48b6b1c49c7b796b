// The Postgres cluster of a bench: started for loading, then again for measuring, on one data directory.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Postgres, type PostgresVersion, startPostgres } from '@cardwright/stack/postgres.ts';

/** For a load that is repeated from the beginning if anything goes wrong: nothing of it must survive a crash. */
const LOADING = {
  fsync: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '16GB',
  checkpoint_timeout: '1h',
  autovacuum: 'off',
};

/**
 * As Postgres comes, with its counters of blocks. Without autovacuum, which would make connections read the catalogue
 * again at moments of its own, and these reads would count as a request's.
 */
const MEASURING = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track': 'top', // a function's own statements count within the statement that called it
  'pg_stat_statements.track_utility': 'off',
  autovacuum: 'off',
  max_wal_size: '8GB', // a checkpoint in the middle of a measurement would write whole pages into the WAL again
};

export type Cluster = {
  /** Where the exported heads of a database are kept, beside the cluster's data. */
  headsOf(database: string): string;
  /** Runs the server for loading, or for measuring; answers the administrator's address. */
  start(work: 'loading' | 'measuring'): Promise<string>;
  stop(): Promise<void>;
  /** Stops it and removes its data, unless they are to be kept. */
  end(): Promise<void>;
};

/** A cluster in a directory that is kept, or in a temporary one. */
export async function openCluster(version: PostgresVersion, kept: string | undefined): Promise<Cluster> {
  const directory = kept === undefined ? await mkdtemp(join(tmpdir(), 'cardwright-bench-')) : resolve(kept);
  let running: Postgres | undefined;
  const stop = async () => {
    const stopped = running;
    running = undefined;
    await stopped?.stop();
  };
  return {
    headsOf: (database) => join(directory, `heads-of-${database}`),
    async start(work) {
      await stop();
      running = await startPostgres({ version, directory, settings: work === 'loading' ? LOADING : MEASURING });
      return running.url;
    },
    stop,
    async end() {
      await stop();
      if (kept === undefined) await rm(directory, { recursive: true, force: true });
    },
  };
}
