// The Postgres cluster of a bench: started for loading, then again for measuring, on one data directory.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Postgres, type PostgresVersion, startPostgres } from '@cardwright/stack/postgres.ts';

/**
 * For a load that is repeated from the start after any failure: it need not survive a crash. With autovacuum, as in
 * production: the sealer fills a table that begins empty, and its plans would stay those for an empty one.
 */
const LOADING = {
  fsync: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '16GB',
  checkpoint_timeout: '1h',
};

/**
 * Postgres defaults plus block counters. Without autovacuum, which would make connections reload the catalogue at
 * random moments and count these reads as a request's.
 */
const MEASURING = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track': 'top', // a function's own statements count within the calling statement
  'pg_stat_statements.track_utility': 'off',
  autovacuum: 'off',
  max_wal_size: '8GB', // a checkpoint during a measurement would write full pages into the WAL again
};

export type Cluster = {
  /** Where the exported heads of a database are kept, beside the cluster's data. */
  headsOf(database: string): string;
  /** Starts the server for loading or for measuring; returns the administrator's URL. */
  start(work: 'loading' | 'measuring'): Promise<string>;
  stop(): Promise<void>;
  /** Stops it and removes its data, unless the data is to be kept. */
  end(): Promise<void>;
};

/** A cluster in a given directory, or in a temporary one. */
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
